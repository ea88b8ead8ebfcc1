import { type Statement, unspoken } from './statement.ts';
import type { Column, Relation, Table } from './tables.ts';
import { isBare } from './values.ts';

/** Arguments of Prisma's client, or part of them. */
export type Args = Readonly<Record<string, unknown>>;

/** The arguments that are set: Prisma ignores `undefined`. */
export function given(args: unknown): [string, unknown][] {
  if (args === undefined) return [];
  if (!isBare(args)) return unspoken('arguments of an unusual kind');
  return Object.entries(args).filter(([, value]) => value !== undefined);
}

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? (value as readonly unknown[]) : [value];

/** The condition that joins the rows of a relation to the row they belong to. */
export function joinCondition({ here, there }: Relation, outer: string, inner: string): string {
  return here
    .map((column, place) => `${inner}.${there[place] ?? ''} = ${outer}.${column}`)
    .join(' and ');
}

/**
 * A `where` of Prisma as SQL over the table aliased `alias`; empty if it matches all rows.
 * Throws Unspoken for what is left to Prisma.
 */
export function whereSql(
  statement: Statement,
  table: Table,
  alias: string,
  where: unknown,
): string {
  return given(where)
    .map(([key, test]) => {
      const column = table.columns.get(key);
      if (column) return columnCondition(statement, `${alias}.${column.sql}`, column, test);
      const relation = table.relations.get(key);
      if (relation) return relationCondition(statement, relation, alias, test);
      if (key === 'AND' || key === 'OR' || key === 'NOT') {
        return groupCondition(statement, table, alias, key, test);
      }
      return compoundCondition(statement, table, alias, key, test);
    })
    .filter((condition) => condition !== '')
    .join(' and ');
}

/**
 * As in Prisma: a NOT of several means that none of them matches, an empty OR matches no row, and an empty
 * condition is ignored.
 */
function groupCondition(
  statement: Statement,
  table: Table,
  alias: string,
  key: 'AND' | 'OR' | 'NOT',
  test: unknown,
): string {
  if (key === 'NOT' && listOf(test).some((one) => namesRelation(table, one))) {
    return unspoken('NOT of a relation filter');
  }
  const conditions = listOf(test)
    .map((one) => whereSql(statement, table, alias, one))
    .filter((condition) => condition !== '')
    .map((condition) => `(${condition})`);
  if (key === 'OR') return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
  return conditions.map((one) => (key === 'NOT' ? `not ${one}` : one)).join(' and ');
}

function namesRelation(table: Table, where: unknown): boolean {
  return given(where).some(
    ([key, test]) =>
      table.relations.has(key) ||
      (['AND', 'OR', 'NOT'].includes(key) && listOf(test).some((one) => namesRelation(table, one))),
  );
}

/** A unique key of several columns, such as `zoneId_countryId: { zoneId, countryId }`. */
function compoundCondition(
  statement: Statement,
  table: Table,
  alias: string,
  key: string,
  test: unknown,
): string {
  const unique = table.uniques.find((fields) => fields.length > 1 && fields.join('_') === key);
  if (!unique) return unspoken(`filter ${key}`);
  return whereSql(statement, table, alias, test);
}

/**
 * A relation filter matches if such a row exists. `every`, `isNot` with a condition and NOT of a relation are
 * left to Prisma, which treats comparisons with NULL in its own way.
 */
function relationCondition(
  statement: Statement,
  relation: Relation,
  alias: string,
  test: unknown,
): string {
  const inner = statement.alias();
  const on = joinCondition(relation, alias, inner);
  const exists = (condition: string): string =>
    `exists (select 1 from ${relation.table.sql} ${inner} where ${on}${condition && ` and ${condition}`})`;
  if (test === null) return `not ${exists('')}`;
  const filters = given(test);
  const isVerb = ([verb]: [string, unknown]) => verb === 'is' || verb === 'isNot';
  const verbs: [string, unknown][] =
    relation.list || filters.some(isVerb) ? filters : [['is', test]];
  const [first, ...more] = verbs;
  if (!first) return '';
  if (more.length > 0) return unspoken('several filters of one relation');
  const [verb, where] = first;
  const condition =
    where === null ? '' : whereSql(statement, relation.table, inner, where) || 'true';
  switch (verb) {
    case 'some':
      return exists(`(${condition})`);
    case 'none':
      return `not ${exists(`(${condition})`)}`;
    case 'is':
      return where === null ? `not ${exists('')}` : exists(`(${condition})`);
    case 'isNot':
      return where === null ? exists('') : unspoken('isNot with a condition');
    default:
      return unspoken(`relation filter ${verb}`);
  }
}

/** Types whose values compare, sort and match lists in SQL as in Prisma. */
const comparable = new Set(['String', 'Boolean', 'Int', 'BigInt', 'Decimal', 'DateTime']);

function columnCondition(statement: Statement, sql: string, column: Column, test: unknown): string {
  if (column.list) return unspoken('filter on a list');
  if (test === null) return `${sql} is null`;
  if (!comparable.has(column.type)) {
    if (column.type === 'Bytes' && !isBare(test)) return `${sql} = ${statement.bind(test)}`;
    return unspoken(`filter on ${column.type}`);
  }
  if (!isBare(test)) return `${sql} = ${statement.bind(test)}`;
  const { mode, ...filters } = test;
  return given(filters)
    .map(([verb, value]) => comparison(statement, sql, column, verb, value, mode))
    .join(' and ');
}

const operators: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

const patterns: Readonly<Record<string, (text: string) => string>> = {
  contains: (text) => `%${text}%`,
  startsWith: (text) => `${text}%`,
  endsWith: (text) => `%${text}`,
};

/** One comparison. `%` and `_` in texts stay wildcards, as in Prisma. */
function comparison(
  statement: Statement,
  sql: string,
  column: Column,
  verb: string,
  value: unknown,
  mode: unknown,
): string {
  const foldsCase = mode === 'insensitive';
  const pattern = patterns[verb];
  if (pattern) {
    if (typeof value !== 'string') return unspoken(`${verb} without a text`);
    return `${sql} ${foldsCase ? 'ilike' : 'like'} ${statement.bind(pattern(value))}`;
  }
  if (verb === 'not') return negation(statement, sql, column, value, mode);
  if (verb === 'equals') {
    if (value === null) return `${sql} is null`;
    return `${sql} ${foldsCase ? 'ilike' : '='} ${statement.bind(value)}`;
  }
  if (foldsCase) return unspoken(`insensitive ${verb}`);
  const operator = operators[verb];
  if (operator !== undefined && value !== null)
    return `${sql} ${operator} ${statement.bind(value)}`;
  if ((verb === 'in' || verb === 'notIn') && Array.isArray(value) && !value.includes(null)) {
    return `${sql} ${verb === 'in' ? '= any' : '<> all'}(${statement.bind(value)})`;
  }
  return unspoken(`filter ${verb}`);
}

function negation(
  statement: Statement,
  sql: string,
  column: Column,
  value: unknown,
  mode: unknown,
): string {
  if (value === null) return `${sql} is not null`;
  if (isBare(value)) {
    const inner = columnCondition(statement, sql, column, { mode, ...value });
    return inner === '' ? '' : `not (${inner})`;
  }
  if (mode === 'insensitive') return `${sql} not ilike ${statement.bind(value)}`;
  return `${sql} <> ${statement.bind(value)}`;
}
