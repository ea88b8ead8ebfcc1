import type { JobName } from './jobs.ts';
import type { RivalName } from './ways.ts';

/** An order in any of the formats. */
interface SpelledOrder {
  readonly number: string;
  readonly total: string | number;
  readonly line_items?: readonly SpelledLine[];
  readonly lineItems?: readonly SpelledLine[];
}

interface SpelledLine {
  readonly quantity: number;
  readonly variant: { readonly sku: string };
}

interface Spelled {
  readonly order?: SpelledOrder;
  readonly line_item?: SpelledLine;
  readonly orders?: readonly unknown[];
  readonly variants?: readonly unknown[];
  readonly errors?: readonly unknown[];
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/**
 * The content of a response, in whichever format: number, total and line items of one order, a line item, or the
 * number of records in a list.
 * Throws an Error if a GraphQL response contains errors.
 */
export function gistOf(rival: RivalName, job: JobName, body: string): unknown {
  const records = recordsOf(rival, JSON.parse(body) as Spelled);
  if (job === 'addLine') return lineGist(records as SpelledLine);
  if (Array.isArray(records)) return { records: records.length };
  const gist = orderGist(records as SpelledOrder);
  // the number of a new order is random
  return job === 'create' ? { ...gist, number: '' } : gist;
}

/** What a field of a GraphQL operation holds: a list, the payload of a mutation, or a record. */
interface Field {
  readonly nodes?: readonly unknown[];
  readonly order?: unknown;
  readonly lineItem?: unknown;
}

/** One order, or the records of a list. */
function recordsOf(rival: RivalName, answer: Spelled): unknown {
  if (rival === 'older') return answer.order ?? answer.line_item ?? answer;
  if (rival !== 'graphql') return answer.orders ?? answer.variants ?? answer;
  if (answer.errors) throw new Error(`GraphQL told errors: ${JSON.stringify(answer.errors)}`);
  const [field] = Object.values(answer.data ?? {}) as Field[];
  return field?.nodes ?? field?.order ?? field?.lineItem ?? field;
}

const lineGist = ({ quantity, variant }: SpelledLine) => [variant.sku, quantity];

const orderGist = ({ number, total, line_items, lineItems = line_items ?? [] }: SpelledOrder) => ({
  number,
  total: Number(total),
  lines: lineItems.map(lineGist),
});
