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
      if (key === 'AND' || key === 'OR') return groupCondition(statement, table, alias, key, test);
      // a unique key of several columns, such as `zoneId_countryId: { zoneId, countryId }`
      const isCompound = table.uniques.some((all) => all.length > 1 && all.join('_') === key);
      return isCompound ? whereSql(statement, table, alias, test) : unspoken(`filter ${key}`);
    })
    .filter((condition) => condition !== '')
    .join(' and ');
}

/** As in Prisma an empty OR matches no row, and an empty condition is ignored. */
function groupCondition(
  statement: Statement,
  table: Table,
  alias: string,
  key: 'AND' | 'OR',
  test: unknown,
): string {
  const conditions = listOf(test)
    .map((one) => whereSql(statement, table, alias, one))
    .filter((condition) => condition !== '')
    .map((condition) => `(${condition})`);
  if (key === 'AND') return conditions.join(' and ');
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

/** A relation filter matches if such a row exists; of a list `some` or `none` of them. As in Prisma, no condition matches all. */
function relationCondition(
  statement: Statement,
  relation: Relation,
  alias: string,
  test: unknown,
): string {
  const inner = statement.alias();
  const on = joinCondition(relation, alias, inner);
  const conditionOf = (where: unknown): string => whereSql(statement, relation.table, inner, where);
  const exists = (condition: string): string =>
    `exists (select 1 from ${relation.table.sql} ${inner} where ${on}${condition && ` and (${condition})`})`;
  const filters = given(test);
  if (!relation.list) {
    const verb = filters.find(([key]) => key === 'is' || key === 'isNot')?.[0];
    if (verb !== undefined) return unspoken(`relation filter ${verb}`);
    const condition = conditionOf(test);
    return condition && exists(condition);
  }
  const [[verb, where] = ['', undefined], ...more] = filters;
  if (more.length > 0) return unspoken('several filters of one relation');
  if (verb !== 'some' && verb !== 'none') return unspoken(`relation filter ${verb}`);
  const found = exists(conditionOf(where));
  return verb === 'some' ? found : `not ${found}`;
}

/** Types whose values compare, sort and match lists in SQL as in Prisma. */
const comparable = new Set(['String', 'Boolean', 'Int', 'BigInt', 'Decimal', 'DateTime']);

function columnCondition(statement: Statement, sql: string, column: Column, test: unknown): string {
  if (column.list) return unspoken('filter on a list');
  if (test === null) return `${sql} is null`;
  const isComparable = comparable.has(column.type);
  const isValue = !isBare(test);
  if (isValue && (isComparable || column.type === 'Bytes'))
    return `${sql} = ${statement.bind(test)}`;
  if (isValue || !isComparable) return unspoken(`filter on ${column.type}`);
  const { mode, ...filters } = test;
  return given(filters)
    .map(([verb, value]) => comparison(statement, sql, verb, value, mode))
    .join(' and ');
}

const operators: Readonly<Record<string, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** One comparison; equality may ignore case, and then `%` and `_` stay wildcards, as in Prisma. */
function comparison(
  statement: Statement,
  sql: string,
  verb: string,
  value: unknown,
  mode: unknown,
): string {
  if (verb === 'equals' && mode === 'insensitive' && typeof value === 'string') {
    return `${sql} ilike ${statement.bind(value)}`;
  }
  if (mode !== undefined) return unspoken(`a mode beside ${verb}`);
  const isNull = value === null;
  if (verb === 'equals') return isNull ? `${sql} is null` : `${sql} = ${statement.bind(value)}`;
  if (verb === 'not' && !isBare(value)) {
    return isNull ? `${sql} is not null` : `${sql} <> ${statement.bind(value)}`;
  }
  const operator = operators[verb];
  if (operator !== undefined && !isNull) return `${sql} ${operator} ${statement.bind(value)}`;
  if ((verb === 'in' || verb === 'notIn') && Array.isArray(value) && !value.includes(null)) {
    return `${sql} ${verb === 'in' ? '= any' : '<> all'}(${statement.bind(value)})`;
  }
  return unspoken(`filter ${verb}`);
}
