import { readFlagWord } from '../texts.ts';

/** Whether deleted records are asked for; whatever is no word for yes is a no. Decision: C6. */
export const showDeleted = ({ show_deleted: sent }: Readonly<Record<string, unknown>>): boolean =>
  typeof sent === 'string' && readFlagWord(sent) === true;
