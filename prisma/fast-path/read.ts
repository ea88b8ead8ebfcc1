import { type Args, given } from './conditions.ts';
import { inlineSql } from './raw.ts';
import { mostListed } from './long-lists.ts';
import { rowsOf } from './rows.ts';
import { type Search, searchOf } from './searched.ts';
import { type Made, selectSql, shapeOf } from './shape.ts';
import { root, type Sql, Statement, unspoken } from './statement.ts';
import type { Table } from './tables.ts';

/** A SELECT for a read operation, and how to build a record from the first column of a row. */
export interface Reading extends Sql {
  readonly read: (cells: never) => Made;
  /** Receives the rows, if they have further columns. */
  readonly tell?: (rows: readonly (readonly unknown[])[]) => void;
  /**
   * Reads rows that were left out, by their ids: null instead of a record, with its id in the last column. All rows that
   * follow it are left out as well, the first one never.
   */
  readonly others?: (ids: readonly unknown[]) => Sql;
}

/** The one statement of `findMany(args)`, which may spare memory. Throws Unspoken for what is left to Prisma. */
export function findSql(table: Table, args: Args, spares = false): Reading {
  const statement = new Statement(spares);
  const search = searchOf(args['where']);
  if (search) return searchSql(statement, table, args, search);
  const shape = shapeOf(statement, table, root, args);
  const { from, order } = rowsOf(statement, table, root, args);
  const text = selectSql(shape, `${from}${order && ` order by ${order}`}`);
  return { text, values: statement.values, read: shape.read };
}

/**
 * The rows whose ids a search finds, in its order. What is told besides stands in further columns: the total
 * count, the same in every row and NULL where the page decides it, and the row's keys.
 */
function searchSql(statement: Statement, table: Table, args: Args, search: Search): Reading {
  if (given(args).some(([key]) => !['where', 'select', 'include'].includes(key))) {
    return unspoken('a search beside other conditions');
  }
  const { sql: record, read, length } = shapeOf(statement, table, root, args);
  const { values } = statement;
  const ofShape = [...values];
  const rows = inlineSql(statement, search.rows);
  // a lateral sub-select with OFFSET finds each row by its id; a join scans tables of a few thousand rows for it
  const row = `(select * from ${table.sql} one where one."id" = page.id offset 0)`;
  const ordered = (lists: string, columns: string): string =>
    `unnest(${lists}) with ordinality page(${columns}, place) cross join lateral ${row} ${root} order by page.place`;
  const sql =
    length === undefined
      ? record
      : `case when page.place = 1 or sum(${length}) over (order by page.place rows unbounded preceding) <= ${String(mostListed)} then ${record} end`;
  const id = length === undefined ? '' : ', page.id::text';
  const others = (ids: readonly unknown[]): Sql => ({
    text: `select ${sql}${id} from ${ordered(`$${String(ofShape.length + 1)}::bigint[]`, 'id')}`,
    values: [...ofShape, ids],
  });
  const reading = { values, read, ...(length !== undefined && { others }) };
  const { told } = search;
  if (!told)
    return { ...reading, text: `select ${sql}${id} from ${ordered(`array(${rows})`, 'id')}` };
  const { total, hasKeys, tell } = told;
  const found = hasKeys
    ? `select array_agg(s.id) as ids, array_agg(s.keys) as keys from (${rows}) s`
    : `select array(${rows}) as ids`;
  const count = total
    ? `case when cardinality(found.ids) >= ${statement.bind(total.from)}::int then (${inlineSql(statement, total.sql)}) end`
    : 'null';
  const page = hasKeys ? ordered('found.ids, found.keys', 'id, keys') : ordered('found.ids', 'id');
  return {
    ...reading,
    text: `with found as materialized (${found}) select ${sql}, ${count}${hasKeys ? ', page.keys' : ''}${id} from found, ${page}`,
    tell: (answered) => {
      const counted = answered[0]?.[1] ?? undefined;
      const keys = hasKeys ? answered.map((row) => row[2]) : [];
      tell(counted === undefined ? undefined : Number(counted), keys);
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
