import { isListed, isOwnReading, mostBytes, mostBytesOfPage, refusedBytes } from './allowance.ts';
import type { Args } from './conditions.ts';
import { given } from './conditions.ts';
import { inlineSql } from './raw.ts';
import { rowsOf } from './rows.ts';
import type { Search } from './searched.ts';
import { searchOf } from './searched.ts';
import type { Made, Shape } from './shape.ts';
import { shapeOf } from './shape.ts';
import type { Sql } from './statement.ts';
import { root, Statement, unspoken } from './statement.ts';
import type { Table } from './tables.ts';

/** A statement that answers a reading verb, and how a record is made of the first column of a row. */
export interface Reading extends Sql {
  readonly read: (cells: never) => Made;
}

/** A reading of an answer. Its statement fails where it would read more bytes than are left. */
export interface BoundedReading {
  /** The most bytes it may read. */
  readonly most: number;
  readonly within: (bytes: number) => Sql;
  readonly read: Reading['read'];
  /** Takes the third column, where there is one; the same in every row. The second is how many bytes were read. */
  readonly tell?: (cell: unknown) => void;
}

/** The one statement of `findMany(args)`. Throws Unspoken for what is left to Prisma. Decision: Q2. */
export function findSql(table: Table, args: Args): Reading {
  const statement = new Statement();
  const { sql, read } = shapeOf(statement, table, root, args);
  const { from, order } = rowsOf(statement, table, root, args);
  const text = `select ${sql} from ${from}${order && ` order by ${order}`}`;
  return { text, values: statement.values, read };
}

/**
 * The one statement of records that are an answer: the page of a list, or a single record.
 * Undefined for what the store reads to decide. Throws Unspoken for what is left to Prisma.
 * Decision: Q2, P74.
 */
export function boundedSql(
  table: Table,
  args: Args,
  isSingle: boolean,
): BoundedReading | undefined {
  const search = searchOf(args['where']);
  if (search) return searchSql(table, args, search);
  const isAnswer = isSingle ? !isOwnReading(args['include']) : isListed(args['where']);
  if (!isAnswer) return undefined;
  const statement = new Statement();
  const shape = shapeOf(statement, table, root, args);
  const { from, order } = rowsOf(statement, table, root, args);
  const rows = `${from}${order && ` order by ${order}`}`;
  const most = isSingle ? mostBytes : mostBytesOfPage;
  return { most, within: bounded(statement, '', shape, rows), read: shape.read };
}

/**
 * The rows whose ids a search finds, in the order it finds them. Where the page is full, each row tells
 * in a further column how many there are in all: a page that is not full tells it by itself.
 * Decision: Q5, Q64.
 */
function searchSql(table: Table, args: Args, search: Search): BoundedReading {
  if (given(args).some(([key]) => !['where', 'select', 'include'].includes(key))) {
    return unspoken('a search beside other conditions');
  }
  const statement = new Statement();
  const shape = shapeOf(statement, table, root, args);
  const { read } = shape;
  const found = `with found as materialized (select array(${inlineSql(statement, search.ids)}) as ids) `;
  const rows = `found, unnest(found.ids) with ordinality page(id, place) join ${table.sql} ${root} on ${root}."id" = page.id order by page.place`;
  const { total } = search;
  const most = mostBytesOfPage;
  if (!total) return { most, within: bounded(statement, found, shape, rows), read };
  const full = statement.bind(total.full);
  const count = `(select case when cardinality(found.ids) >= ${full}::int then (${inlineSql(statement, total.sql)}) end from found)`;
  return {
    most,
    within: bounded(statement, found, shape, rows, `, ${count}`),
    read,
    tell: (cell) => {
      if (cell !== null) total.tell(Number(cell));
    },
  };
}

/**
 * Reads row by row, in order, and stops where the sum of their bytes is more than what is left. Rows
 * are made one by one behind `offset 0`, which PostgreSQL neither merges nor reorders.
 */
function bounded(
  statement: Statement,
  before: string,
  shape: Shape,
  rows: string,
  further = '',
): BoundedReading['within'] {
  const left = statement.bind(0);
  const place = statement.values.length - 1;
  const text =
    `${before}select made.cells, case when made.bytes <= ${left}::bigint then made.bytes else ${refusedBytes} end${further} from (` +
    `select one.cells, sum(pg_column_size(one.cells) + one.copies) over (rows unbounded preceding) as bytes from (` +
    `${measuredSql(shape, `(select ${root}.* from ${rows} offset 0) ${root}`)} offset 0) one) made`;
  return (bytes) => ({ text, values: statement.values.with(place, bytes) });
}

/** A record, and how many bytes of it nested records may show once more (Q80), each as often as it may. */
function measuredSql({ sql, cells, copies }: Shape, rows: string): string {
  if (copies.length === 0) return `select ${sql} as cells, 0 as copies from ${rows}`;
  const shown = copies.flatMap(({ keys }) => keys);
  const named = (key: string): string => `copy${shown.indexOf(key)}`;
  const once = cells.filter(({ key }) => shown.includes(key));
  const columns = once.map((cell) => `${cell.sql} as ${named(cell.key)}`);
  const array = cells.map((cell) =>
    once.includes(cell) ? `${root}.${named(cell.key)}` : cell.sql,
  );
  const bytes = copies.flatMap(({ keys, count }) =>
    keys.map((key) => `${count} * coalesce(pg_column_size(${root}.${named(key)}), 0)`),
  );
  return (
    `select json_build_array(${array.join(', ')}) as cells, ${bytes.join(' + ')} as copies` +
    ` from (select ${root}.*, ${columns.join(', ')} from ${rows} offset 0) ${root}`
  );
}

/** The one statement of `count({ where })`. Throws Unspoken for what is left to Prisma. */
export function countSql(table: Table, args: Args): Sql {
  if (given(args).some(([key]) => key !== 'where')) return unspoken('count of a part');
  const statement = new Statement();
  const { from } = rowsOf(statement, table, root, args);
  return { text: `select count(*)::int from ${from}`, values: statement.values };
}
