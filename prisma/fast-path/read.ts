import type { Args } from './conditions.ts';
import { given } from './conditions.ts';
import { inlineSql } from './raw.ts';
import type { Rows } from './rows.ts';
import { rowsOf } from './rows.ts';
import { searchOf } from './searched.ts';
import type { Made } from './shape.ts';
import { shapeOf } from './shape.ts';
import type { Sql } from './statement.ts';
import { root, Statement, unspoken } from './statement.ts';
import type { Table } from './tables.ts';

/** A statement that answers a reading verb, and how a record is made of the first column of a row. */
export interface Reading extends Sql {
  readonly read: (cells: never) => Made;
}

/** The one statement of `findMany(args)`. Throws Unspoken for what is left to Prisma. Decision: Q2. */
export function findSql(table: Table, args: Args): Reading {
  const statement = new Statement();
  const { sql, read } = shapeOf(statement, table, root, args);
  const { from, order } = searched(statement, table, args) ?? rowsOf(statement, table, root, args);
  const text = `select ${sql} from ${from}${order && ` order by ${order}`}`;
  return { text, values: statement.values, read };
}

/** The rows whose ids a search finds, in the order it finds them. Decision: Q5. */
function searched(statement: Statement, table: Table, args: Args): Rows | undefined {
  const search = searchOf(args['where']);
  if (!search) return undefined;
  if (given(args).some(([key]) => !['where', 'select', 'include'].includes(key))) {
    return unspoken('a search beside other conditions');
  }
  const ids = inlineSql(statement, search);
  return {
    from: `unnest(array(${ids})) with ordinality page(id, place) join ${table.sql} ${root} on ${root}."id" = page.id`,
    order: 'page.place',
  };
}

/** The one statement of `count({ where })`. Throws Unspoken for what is left to Prisma. */
export function countSql(table: Table, args: Args): Sql {
  if (given(args).some(([key]) => key !== 'where')) return unspoken('count of a part');
  const statement = new Statement();
  const { from } = rowsOf(statement, table, root, args);
  return { text: `select count(*)::int from ${from}`, values: statement.values };
}
