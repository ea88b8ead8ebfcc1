import { type Args, joinCondition } from './conditions.ts';
import { selectionOf } from './selection.ts';
import type { Table } from './tables.ts';

/** How many records of long lists the rows of one statement bring, unless it is one row: others wait for it. */
export const mostListed = 1_000;

/** Models of which one record may have hundreds in a list. */
const long: ReadonlySet<string> = new Set(['LineItem', 'InventoryUnit']);

/** The column of a model that tells how many of these belong to a record at most. */
const lengths: ReadonlyMap<string, string> = new Map([['Order', 'total_quantity']]);

const holdsLong = (table: Table, args: Args): boolean =>
  selectionOf(table, args).related.some(
    ([, { list, table: inner }, of]) => (list && long.has(inner.model)) || holdsLong(inner, of),
  );

/**
 * SQL of how many records the long lists of a row have at most, those below the records that it leads to as well;
 * undefined if none can be long. Throws Unspoken for what is left to Prisma.
 */
export function lengthSql(table: Table, args: Args, alias: string, depth = 0): string | undefined {
  const column = lengths.get(table.model);
  if (column !== undefined) return holdsLong(table, args) ? `${alias}.${column}` : undefined;
  const beneath = `l${String(depth)}`;
  const terms = selectionOf(table, args).related.flatMap(([, relation, inner]) => {
    const length = lengthSql(relation.table, inner, beneath, depth + 1);
    if (length === undefined) return [];
    const rows = `${relation.table.sql} ${beneath} where ${joinCondition(relation, alias, beneath)}`;
    return [`coalesce((select sum(${length}) from ${rows}), 0)`];
  });
  return terms.length > 0 ? terms.join(' + ') : undefined;
}
