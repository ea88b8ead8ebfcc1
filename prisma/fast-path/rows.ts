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
 * The rows that `where`, `orderBy`, `take` and `skip` select. A page is a sub-select, so that nothing is built
 * for skipped rows.
 * Throws Unspoken for what is left to Prisma.
 */
export function rowsOf(
  statement: Statement,
  table: Table,
  alias: string,
  args: Args,
  on = '',
): Rows {
  const { take, skip } = args;
  if (args['cursor'] !== undefined || args['distinct'] !== undefined) {
    return unspoken('cursor or distinct');
  }
  const conditions = [on, whereSql(statement, table, alias, args['where'])].filter(Boolean);
  const order = orderBySql(table, alias, args);
  const from = `${table.sql} ${alias}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`;
  if (take === undefined && (skip === undefined || skip === 0)) return { from, order };
  const limit = take === undefined ? '' : ` limit ${statement.bind(countOf(take))}`;
  const offset = skip === undefined || skip === 0 ? '' : ` offset ${statement.bind(countOf(skip))}`;
  return {
    from: `(select ${alias}.* from ${from} order by ${order}${limit}${offset}) ${alias}`,
    order,
  };
}

function countOf(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) {
    return unspoken('a part of the rows from behind');
  }
  return value;
}
