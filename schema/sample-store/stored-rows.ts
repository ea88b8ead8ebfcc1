import { readFile } from 'node:fs/promises';
import { newOrderToken } from '../new-numbers.ts';
import { tableRows } from '../../prisma/generated/tables.ts';
import { decimalsOf } from '../domain/currencies.ts';
import { toDecimal } from '../domain/money.ts';

/** Rows of a table as JSON: every row has the values of the columns, in their order; `id` is the first. */
interface StoredTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The rows of the sample by table; those that migrations bring, and the admin, are only referred to. */
export type StoredTables = Readonly<Record<string, StoredTable>>;

/** `test/sample-store/` makes it: `npm run generate:sample`. */
export const rowsFile = new URL('./rows.json', import.meta.url);

export const readStoredRows = async (): Promise<StoredTables> =>
  JSON.parse(await readFile(rowsFile, 'utf8')) as StoredTables;

/** The value that a stored one gets in a store. */
export type Value = (table: string, column: string, stored: unknown) => unknown;

/** The rows as records by table, with the values of a store and new tokens for orders. */
export function recordsOf(
  tables: StoredTables,
  valueOf: Value,
): Readonly<Record<string, readonly object[]>> {
  return Object.fromEntries(
    Object.entries(tables).map(([table, { columns, rows }]) => [
      table,
      rows.map((row) => ({
        ...Object.fromEntries(
          columns.map((column, place) => [column, valueOf(table, column, row[place])]),
        ),
        ...(table === 'orders' && { token: newOrderToken() }),
      })),
    ]),
  );
}

/** The decimals that are no amounts. */
const measures = new Set(['taxRate', 'weight', 'height', 'width', 'depth']);

/**
 * The values of the sample in the store's currency: the figures stay, and what is cents becomes units where the
 * currency has no decimals (24.50 is 2,450 yen).
 */
export function inCurrency(currency: string): Value {
  const amounts = new Set(
    tableRows.flatMap(({ table, columns }) =>
      columns
        .filter(({ type, field }) => type === 'Decimal' && !measures.has(field))
        .map(({ column }) => `${table}.${column}`),
    ),
  );
  const isInUnits = decimalsOf(currency) === 0;
  return (table, column, stored) => {
    if (table === 'orders' && column === 'currency') return currency;
    const isTurned = isInUnits && typeof stored === 'string' && amounts.has(`${table}.${column}`);
    return isTurned ? toDecimal(stored).times(100).toFixed() : stored;
  };
}
