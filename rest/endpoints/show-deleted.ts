import { readFlagWord } from '../words/texts.ts';

/** Whether deleted records are requested; anything but a word for yes means no. Decision: C6. */
export const showDeleted = ({ show_deleted: sent }: Readonly<Record<string, unknown>>): boolean =>
  typeof sent === 'string' && readFlagWord(sent) === true;
