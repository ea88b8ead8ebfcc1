import type { Database } from '../../prisma/database.ts';
import type { Viewer } from '../../schema/index.ts';
import { adminViewer, run } from './graphql.ts';

/** A user error as a test reads it. */
interface Told {
  readonly code: string;
  readonly field: readonly string[] | null;
  readonly message: string;
  readonly present?: string | null;
}

/** What a mutation of many rows answers. */
export interface BulkAnswer {
  /** What each row came to: the record, or null. */
  readonly records: readonly unknown[];
  /** User errors of rows by their number, as `code field message`. */
  readonly refused: Readonly<Record<number, readonly string[]>>;
  /** User errors of the request as a whole, likewise. */
  readonly whole: readonly string[];
  /** Errors of the response. */
  readonly errors: readonly Readonly<Record<string, unknown>>[];
}

type Policy = 'ALL_OR_NOTHING' | 'EACH';

/** The mutations of many rows: the type of their rows, the record of a result, and its fields. */
const mutations = {
  setStockLevels: [
    'SetStockLevelInput',
    'stockItem { id countOnHand backorderable stockLocation { name } variant { sku countOnHand } }',
  ],
  updateVariants: [
    'UpdateVariantsInput',
    'variant { sku price costPrice weight trackInventory backorderable countOnHand lockVersion }',
  ],
  setPrices: ['SetPriceInput', 'variant { sku price costPrice lockVersion }'],
  shipShipments: [
    'ShipShipmentInput',
    'shipment { number state tracking order { shipmentState } }',
  ],
  setExternalRefs: ['SetExternalRefInput', 'variant { sku externalRefs { source value } }'],
} as const;

export type BulkMutation = keyof typeof mutations;

const told = ({ code, field, message, present }: Told): string =>
  [code, field?.join('.') ?? 'base', message, ...(present == null ? [] : [`(${present})`])].join(
    ' ',
  );

/** The document of a mutation of many rows. */
export function bulkDocument(mutation: BulkMutation): string {
  const [row, record] = mutations[mutation];
  const userErrors = 'userErrors { code field message present }';
  return `mutation ($rows: [${row}!]!, $policy: BulkPolicy!) {
    answer: ${mutation}(rows: $rows, policy: $policy) {
      results { index ${record.replace(/^\w+/, 'record: $&')} ${userErrors} } whole: ${userErrors} } }`;
}

interface Payload {
  readonly results: readonly {
    readonly index: number;
    readonly record: unknown;
    readonly userErrors: readonly Told[];
  }[];
  readonly whole: readonly Told[];
}

/** Sends rows, and reads what became of them. */
export async function sendRows(
  { client }: Pick<Database, 'client'>,
  mutation: BulkMutation,
  rows: readonly object[],
  policy: Policy = 'ALL_OR_NOTHING',
  viewer: Viewer = adminViewer,
): Promise<BulkAnswer> {
  const { data, errors } = await run(client, viewer, bulkDocument(mutation), { rows, policy });
  const answer = (data as { readonly answer: Payload | null } | null)?.answer;
  const results = answer?.results ?? [];
  if (results.some(({ index }, place) => index !== place)) {
    throw new Error('Results are not in the order of the rows.');
  }
  const refused = results.filter(({ userErrors }) => userErrors.length > 0);
  return {
    records: results.map(({ record }) => record),
    refused: Object.fromEntries(
      refused.map(({ index, userErrors }) => [index, userErrors.map(told)]),
    ),
    whole: (answer?.whole ?? []).map(told),
    errors,
  };
}
