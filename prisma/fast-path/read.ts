import type { Args } from './conditions.ts';
import { given } from './conditions.ts';
import { inlineSql } from './raw.ts';
import { rowsOf } from './rows.ts';
import type { Search } from './searched.ts';
import { searchOf } from './searched.ts';
import type { Made } from './shape.ts';
import { shapeOf } from './shape.ts';
import type { Sql } from './statement.ts';
import { root, Statement, unspoken } from './statement.ts';
import type { Table } from './tables.ts';

/** A SELECT for a read operation, and how to build a record from the first column of a row. */
export interface Reading extends Sql {
  readonly read: (cells: never) => Made;
  /** Receives the second column, if any; it is the same in every row. */
  readonly tell?: (cell: unknown) => void;
}

/** The one statement of `findMany(args)`. Throws Unspoken for what is left to Prisma. Decision: Q2. */
export function findSql(table: Table, args: Args): Reading {
  const statement = new Statement();
  const search = searchOf(args['where']);
  if (search) return searchSql(statement, table, args, search);
  const { sql, read } = shapeOf(statement, table, root, args);
  const { from, order } = rowsOf(statement, table, root, args);
  const text = `select ${sql} from ${from}${order && ` order by ${order}`}`;
  return { text, values: statement.values, read };
}

/**
 * The rows whose ids a search finds, in its order. If the page is full, each row has the total count in a
 * second column; otherwise the total follows from the page.
 * Decision: Q5, Q64.
 */
function searchSql(statement: Statement, table: Table, args: Args, search: Search): Reading {
  if (given(args).some(([key]) => !['where', 'select', 'include'].includes(key))) {
    return unspoken('a search beside other conditions');
  }
  const { sql, read } = shapeOf(statement, table, root, args);
  const ids = `array(${inlineSql(statement, search.ids)})`;
  const rows = (found: string): string =>
    `unnest(${found}) with ordinality page(id, place) join ${table.sql} ${root} on ${root}."id" = page.id order by page.place`;
  const { total } = search;
  if (!total) return { text: `select ${sql} from ${rows(ids)}`, values: statement.values, read };
  const full = statement.bind(total.full);
  const count = `case when cardinality(found.ids) >= ${full}::int then (${inlineSql(statement, total.sql)}) end`;
  return {
    text: `with found as materialized (select ${ids} as ids) select ${sql}, ${count} from found, ${rows('found.ids')}`,
    values: statement.values,
    read,
    tell: (cell) => {
      if (cell !== null) total.tell(Number(cell));
    },
  };
}

/** The one statement of `count({ where })`. Throws Unspoken for what is left to Prisma. */
export function countSql(table: Table, args: Args): Sql {
  if (given(args).some(([key]) => key !== 'where')) return unspoken('count of a part');
  const statement = new Statement();
  const { from } = rowsOf(statement, table, root, args);
  return { text: `select count(*)::int from ${from}`, values: statement.values };
}
