import { type Args, given, joinCondition } from './conditions.ts';
import { unspoken } from './statement.ts';
import type { Column, Table } from './tables.ts';
import { isBare } from './values.ts';

/**
 * An `orderBy` of Prisma as SQL over the table aliased `alias`. A page is stable only if no rows tie: then, as in
 * Prisma, the primary key is appended. Throws Unspoken for what is left to Prisma.
 */
export function orderBySql(table: Table, alias: string, args: Args): string {
  const { orderBy, take } = args;
  const keys = (Array.isArray(orderBy) ? orderBy : [orderBy]).flatMap(given);
  const sorts = keys.map(([key, by]) => {
    const column = table.columns.get(key);
    return column ? sortBy(`${alias}.${column.sql}`, by) : sortByRelated(table, alias, key, by);
  });
  const isTied = take !== undefined && !isUnique(table, keys);
  return (isTied ? [...sorts, ...tie(table, alias)] : sorts).join(', ');
}

function isUnique(table: Table, keys: readonly [string, unknown][]): boolean {
  return table.uniques.some((fields) =>
    fields.every(
      (field) => keys.some(([key]) => key === field) && !table.columns.get(field)?.nullable,
    ),
  );
}

const tie = (table: Table, alias: string): string[] =>
  table.id.map((field) => `${alias}.${table.columns.get(field)?.sql ?? ''} asc`);

function sortBy(sql: string, by: unknown): string {
  const { sort, nulls } = isBare(by) ? by : { sort: by, nulls: undefined };
  if (sort !== 'asc' && sort !== 'desc') return unspoken('order of an unusual kind');
  if (nulls === undefined) return `${sql} ${sort}`;
  return `${sql} ${sort} nulls ${nulls === 'first' ? 'first' : 'last'}`;
}

function sortByRelated(table: Table, alias: string, key: string, by: unknown): string {
  const relation = table.relations.get(key);
  const [[field, direction] = ['', undefined], ...more] = given(by);
  const column: Column | undefined = relation?.table.columns.get(field);
  if (!relation || relation.list || !column || more.length > 0) return unspoken(`order by ${key}`);
  const inner = `${alias}_${key}`;
  const on = joinCondition(relation, alias, inner);
  return sortBy(
    `(select ${inner}.${column.sql} from ${relation.table.sql} ${inner} where ${on})`,
    direction,
  );
}
