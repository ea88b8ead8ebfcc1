import { type Args, whereSql } from './conditions.ts';
import { orderBySql } from './order.ts';
import { type Statement, unspoken } from './statement.ts';
import type { Table } from './tables.ts';

/** Where the rows of a sub-statement come from, and in which order; `order` may be empty. */
export interface Rows {
  readonly from: string;
  readonly order: string;
}

/**
 * The rows that `where`, `orderBy` and `take` select. A page is a sub-select, so that nothing is built for other rows.
 * Throws Unspoken for what is left to Prisma.
 */
export function rowsOf(
  statement: Statement,
  table: Table,
  alias: string,
  args: Args,
  on = '',
): Rows {
  const { take } = args;
  for (const name of ['cursor', 'distinct', 'skip']) {
    if (args[name] !== undefined) return unspoken(name);
  }
  const conditions = [on, whereSql(statement, table, alias, args['where'])].filter(Boolean);
  const order = orderBySql(table, alias, args);
  const from = `${table.sql} ${alias}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`;
  if (take === undefined) return { from, order };
  if (typeof take !== 'number' || take < 0) return unspoken('a part of the rows from behind');
  const page = `${from} order by ${order} limit ${statement.bind(take)}`;
  return { from: `(select ${alias}.* from ${page}) ${alias}`, order };
}
