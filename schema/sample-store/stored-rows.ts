import { readFile } from 'node:fs/promises';
import { newOrderToken } from '../new-numbers.ts';

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
