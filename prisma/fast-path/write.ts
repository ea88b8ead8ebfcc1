import { type Args, given, whereSql } from './conditions.ts';
import type { Reading } from './read.ts';
import { shapeOf } from './shape.ts';
import { root, type Sql, Statement, unspoken } from './statement.ts';
import type { Column, Relation, Table } from './tables.ts';
import { isBare } from './values.ts';

/** The maximum number of parameters in the wire protocol, minus room for a condition. */
const mostValues = 60_000;

/**
 * The one statement of `create`, including records created in lists of the record; it returns the columns that `select`
 * names. Throws Unspoken for what is left to Prisma.
 */
export function createSql(table: Table, args: Args): Reading {
  const statement = new Statement();
  const data = given(args['data']);
  const cells = data.filter(([key]) => !table.relations.has(key));
  const own = rowValues(statement, table, cells);
  const children = data.flatMap(([key, nested]) => {
    const relation = table.relations.get(key);
    return relation ? childrenSql(statement, relation, nested) : [];
  });
  const { sql, read } = ownShape(statement, table, args);
  const insert = `insert into ${table.sql} as ${root} (${[...own.keys()].join(', ')}) values (${[...own.values()].join(', ')})`;
  const text =
    children.length === 0
      ? `${insert} returning ${sql}`
      : `with made as (${insert} returning ${root}.*), ${children.map((child, place) => `part${place} as (${child})`).join(', ')} select ${sql} from made ${root}`;
  return { text, values: statement.values, read };
}

/** The rows created in a list of a new record, `made`. */
function childrenSql(statement: Statement, relation: Relation, nested: unknown): string[] {
  const [[verb, rows] = ['', undefined], ...more] = given(nested);
  if (!relation.list || verb !== 'create' || more.length > 0) return unspoken(`nested ${verb}`);
  const links = relation.there.map(
    (column, place) => [column, `(select ${relation.here[place] ?? ''} from made)`] as const,
  );
  const all: readonly unknown[] = Array.isArray(rows) ? (rows as unknown[]) : [rows];
  return all.length === 0 ? [] : [insertSql(statement, relation.table, all, links)];
}

/** The text of a write, up to what it returns. */
type Writing = (statement: Statement, table: Table, args: Args) => string;

/** Creates the one statement of a write that returns nothing, and has no options but the `spoken`. */
function silent(writing: Writing, spoken: readonly string[]) {
  return (table: Table, args: Args): Sql => {
    refuseOptions(args, spoken);
    const statement = new Statement();
    return { text: writing(statement, table, args), values: statement.values };
  };
}

/**
 * Creates the one statement of a write that returns the columns that `select` names, for each row it wrote.
 * Throws Unspoken for what is left to Prisma.
 */
function returning(writing: Writing) {
  return (table: Table, args: Args): Reading => {
    const statement = new Statement();
    const text = writing(statement, table, args);
    const { sql, read } = ownShape(statement, table, args);
    return { text: `${text} returning ${sql}`, values: statement.values, read };
  };
}

const insertMany: Writing = (statement, table, { data, skipDuplicates }) => {
  const rows: readonly unknown[] = Array.isArray(data) ? (data as unknown[]) : [data];
  const insert = insertSql(statement, table, rows, []);
  return skipDuplicates === true ? `${insert} on conflict do nothing` : insert;
};

/** Sets values, and counts up by `increment`. */
const update: Writing = (statement, table, { data, where }) => {
  const assignments = assignmentsSql(statement, table, data);
  const condition = whereSql(statement, table, root, where) || 'true';
  return `update ${table.sql} as ${root} set ${assignments} where ${condition}`;
};

const remove: Writing = (statement, table, { where }) => {
  const condition = whereSql(statement, table, root, where) || 'true';
  return `delete from ${table.sql} as ${root} where ${condition}`;
};

export const createManySql = silent(insertMany, ['data', 'skipDuplicates']);
export const createManyAndReturnSql = returning((statement, table, args) => {
  refuseOptions(args, ['data', 'select']);
  return insertMany(statement, table, args);
});
export const updateSql = returning(update);
export const updateManySql = silent(update, ['data', 'where']);
export const deleteSql = returning(remove);
export const deleteManySql = silent(remove, ['where']);

/** The rows may have different columns: the database fills what one of them leaves out. */
function insertSql(
  statement: Statement,
  table: Table,
  rows: readonly unknown[],
  links: readonly (readonly [string, string])[],
): string {
  const made = rows.map((row) => new Map([...links, ...rowValues(statement, table, given(row))]));
  if (made.length === 0)
    return `insert into ${table.sql} as ${root} select from ${table.sql} where false`;
  const columns = [...new Set(made.flatMap((row) => [...row.keys()]))];
  if (statement.values.length > mostValues) return unspoken('too many values');
  const tuples = made.map(
    (row) => `(${columns.map((column) => row.get(column) ?? 'default').join(', ')})`,
  );
  return `insert into ${table.sql} as ${root} (${columns.join(', ')}) values ${tuples.join(', ')}`;
}

/** Columns and placeholders of a row to insert. The database fills what is left out. */
function rowValues(
  statement: Statement,
  table: Table,
  data: readonly [string, unknown][],
): Map<string, string> {
  const row = new Map(
    data.map(([key, value]) => {
      const column = columnOf(table, key);
      return [column.sql, bindTo(statement, column, value)];
    }),
  );
  if (row.size === 0) return unspoken('a row of defaults');
  return row;
}

function columnOf(table: Table, key: string): Column {
  const column = table.columns.get(key);
  return !column || column.list ? unspoken(`writing ${key}`) : column;
}

function bindTo(statement: Statement, { type }: Column, value: unknown): string {
  if (type === 'Json') {
    const isJson = isBare(value) || Array.isArray(value);
    return isJson ? statement.bind(JSON.stringify(value)) : unspoken('JSON that is no object');
  }
  if (isBare(value) || Array.isArray(value)) return unspoken('a value of an unusual kind');
  return statement.bind(value);
}

function assignmentsSql(statement: Statement, table: Table, data: unknown): string {
  const assignments = given(data).map(([key, value]) => {
    const column = columnOf(table, key);
    if (column.type === 'Json' || !isBare(value)) {
      return `${column.sql} = ${bindTo(statement, column, value)}`;
    }
    const [[verb, operand] = ['', undefined], ...more] = given(value);
    if (verb !== 'increment' || more.length > 0) return unspoken(`update by ${verb}`);
    return `${column.sql} = ${root}.${column.sql} + ${bindTo(statement, column, operand)}`;
  });
  return assignments.length === 0 ? unspoken('an update of nothing') : assignments.join(', ');
}

/** The shape of the written row only: a statement does not see what it wrote to other tables. */
function ownShape(statement: Statement, table: Table, args: Args) {
  const chosen = given(args['select'] ?? args['include']);
  const isOwn = chosen.every(([key, value]) => table.columns.has(key) && value === true);
  if (args['include'] !== undefined || !isOwn) return unspoken('relations of a written record');
  return shapeOf(statement, table, root, args);
}

function refuseOptions(args: Args, spoken: readonly string[]): void {
  for (const [key] of given(args)) if (!spoken.includes(key)) unspoken(`the option ${key}`);
}
