import { newer } from '../forms/newer.ts';
import { toSnake } from '../words/naming.ts';

/** What only clients of GraphQL can do. */
const phrasesOfGraphql = [
  '; `allowed` lists what it allows',
  ' To get the refund of a `credit`, use `creditPayment`.',
];

/** The status of a failure that both formats answer with the same one. */
const statusOf = (kind: 'refused' | 'notFound' | 'unauthorized' | 'conflict'): string =>
  String(newer.failures[kind][0]);

/** How REST says what the schema's descriptions say by an error code. */
const codes: readonly (readonly [code: RegExp, words: string])[] = [
  [/(?<=^|[.;] )(?:EVENT_|CHECKOUT_)?REFUSED\b/g, `Refused with ${statusOf('refused')}`],
  [/\b(?:EVENT_|CHECKOUT_)?REFUSED\b/g, `refused with ${statusOf('refused')}`],
  [/\bNOT_FOUND\b/g, statusOf('notFound')],
  [/\bUNAUTHORIZED\b/g, statusOf('unauthorized')],
  [/\bCONFLICT\b/g, statusOf('conflict')],
];

/** A description of the schema in the words of REST: its names, and statuses in place of error codes. */
export function inRestWords(description: string): string {
  const told = phrasesOfGraphql.reduce((text, phrase) => text.replace(phrase, ''), description);
  const named = told.replace(/`[a-z][A-Za-z0-9]*`/g, toSnake);
  return codes.reduce((text, [code, words]) => text.replace(code, words), named);
}
