import { Prisma } from '../../prisma/generated/client/client.ts';
import type { OrderOwnership, Viewer } from '../context.ts';
import { words } from '../domain/messages.ts';
import { Invalid } from '../errors.ts';
import { type Association, type Attribute, type AttributeList, listFor } from './attributes.ts';
import { column, Level } from './level.ts';
import { BadOperand, operandListSql, operandSql, readOperand, readPattern } from './operands.ts';
import { patternOf, predicateNames, predicates, type PredicateName } from './predicates.ts';
import { valueSql, whereValue } from './value.ts';

/** A filter as GraphQL passes it: attributes, associations, and groups under `and` and `or`. */
export type Filter = Readonly<Record<string, unknown>>;

/** What a filter may use, and the caller. */
export interface Compilation {
  readonly viewer: Viewer;
  /** ISO 4217 code of all amounts. */
  readonly currency: string;
  /** The order that all rows of the list belong to, if any. */
  readonly order?: OrderOwnership | undefined;
  /** Names in the filter that do not exist for the caller: reported together. */
  readonly unseen: string[];
  /** Number of conditions so far; a filter with more than 50 is refused. Decision: S12. */
  conditions: number;
  /** Total characters of patterns so far, at most 1,000. Decision: N30. */
  patternCharacters: number;
}

const maximumConditions = 50;
const maximumPatternCharacters = 1000;
/** Maximum nesting of `and` and `or`: three groups, `_or_` inside an `and`, and both roots. Decision: S12. */
const maximumDepth = 6;
const maximumList = 500;

const all = (conditions: readonly Prisma.Sql[]): Prisma.Sql | undefined =>
  joinBy(conditions, ' AND ');
const any = (conditions: readonly Prisma.Sql[]): Prisma.Sql | undefined =>
  joinBy(conditions, ' OR ');

function joinBy(conditions: readonly Prisma.Sql[], word: string): Prisma.Sql | undefined {
  if (conditions.length === 0) return undefined;
  return Prisma.sql`(${Prisma.join([...conditions], word)})`;
}

const isRecord = (value: unknown): value is Filter =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bad = (path: readonly string[], message: string): Invalid =>
  new Invalid({ [path.join('.')]: [message] });

/**
 * The condition of a filter on the rows of a level; undefined if it has none.
 * Throws Invalid naming the operand that cannot be read, the bound that was exceeded, or every name that does
 * not exist for the caller.
 * Decision: S11, S12, S14, S33.
 */
export function compileFilter(
  level: Level,
  list: AttributeList,
  filter: Filter,
  compilation: Compilation,
  path: readonly string[] = ['filter'],
): Prisma.Sql | undefined {
  const conditions = conditionsOf(level, level.alias, list, filter, compilation, path, 0);
  const { unseen } = compilation;
  if (unseen.length > 0) {
    throw new Invalid(Object.fromEntries(unseen.map((at) => [at, ['is not searchable']])));
  }
  return all(conditions);
}

function conditionsOf(
  level: Level,
  alias: string,
  list: AttributeList,
  filter: Filter,
  compilation: Compilation,
  path: readonly string[],
  depth: number,
): Prisma.Sql[] {
  if (depth > maximumDepth) throw bad(path, 'is nested too deep');
  return Object.entries(filter).flatMap(([key, value]): Prisma.Sql[] => {
    const at = [...path, key];
    if (value === null || value === undefined) return [];
    if ((key === 'and' || key === 'or') && Array.isArray(value)) {
      const groups = value.filter(isRecord).flatMap((group, index) => {
        const inner = conditionsOf(
          level,
          alias,
          list,
          group,
          compilation,
          [...at, String(index)],
          depth + 1,
        );
        return all(inner) ?? [];
      });
      return [(key === 'and' ? all : any)(groups) ?? []].flat();
    }
    if (!isRecord(value)) return [];
    const association = list.associations[key];
    if (association) {
      return [matchSql(level, alias, association, value, compilation, at, depth) ?? []].flat();
    }
    const attribute = list.attributes[key];
    if (!attribute || !isVisible(attribute, compilation)) {
      compilation.unseen.push(at.join('.'));
      return [];
    }
    return attributeConditions(level, alias, attribute, value, compilation, at);
  });
}

/** Whether an attribute exists for the caller. Decision: S20. */
export const isVisible = (
  { shownTo }: Attribute,
  { viewer, order }: Pick<Compilation, 'viewer' | 'order'>,
): boolean => shownTo?.(viewer, order) ?? true;

/** Conditions on one associated record: the same record must meet all of them. Decision: S11. */
function matchSql(
  level: Level,
  alias: string,
  association: Association,
  match: Filter,
  compilation: Compilation,
  path: readonly string[],
  depth: number,
): Prisma.Sql | undefined {
  const { join } = association;
  const list = listFor(association, compilation.viewer, compilation.order);
  if (join.kind === 'one') {
    const other = level.reach([{ ...join, table: list.table }], alias);
    return all(conditionsOf(level, other, list, match, compilation, path, depth));
  }
  const inner = new Level(list.table, level.aliases);
  const own = Prisma.raw(`${inner.alias}.${join.column} = ${alias}.id`);
  const scope = association.where ? [own, association.where(inner.alias)] : [own];
  const conditions = conditionsOf(inner, inner.alias, list, match, compilation, path, depth);
  if (conditions.length === 0) return undefined;
  const met = Prisma.join([...scope, ...conditions], ' AND ');
  const exists = Prisma.sql`EXISTS (SELECT 1 ${inner.from()} WHERE ${met})`;
  if (!heldByNothing(list, match)) return exists;
  const bare = Prisma.raw(`FROM ${list.table} ${inner.alias}`);
  return Prisma.sql`(${exists} OR NOT EXISTS (SELECT 1 ${bare} WHERE ${Prisma.join(scope, ' AND ')}))`;
}

/**
 * Whether a missing record, with all columns NULL, meets the match: only null and blank can.
 * Decision: S11(d).
 */
function heldByNothing(list: AttributeList, match: Filter): boolean {
  return Object.entries(match).every(([key, value]) => {
    if (!isRecord(value)) return true;
    const association = list.associations[key];
    if (association) return heldByNothing(association.list, value);
    return Object.entries(value).every(
      ([name, operand]) =>
        operand === undefined || ((name === 'null' || name === 'blank') && operand === true),
    );
  });
}

function attributeConditions(
  level: Level,
  alias: string,
  attribute: Attribute,
  operands: Filter,
  compilation: Compilation,
  path: readonly string[],
): Prisma.Sql[] {
  return predicateNames.flatMap((name) => {
    const operand = operands[name];
    if (operand === undefined) return [];
    compilation.conditions += 1;
    if (compilation.conditions > maximumConditions) throw bad(path, 'has too many conditions');
    try {
      if (operand === null) throw new BadOperand(words.nullOperand);
      return [conditionSql(level, alias, attribute, name, operand, compilation)];
    } catch (error) {
      if (error instanceof BadOperand) throw bad([...path, name], error.message);
      throw error;
    }
  });
}

function conditionSql(
  level: Level,
  alias: string,
  attribute: Attribute,
  name: PredicateName,
  operand: unknown,
  compilation: Compilation,
): Prisma.Sql {
  const predicate = predicates[name];
  const { kind } = attribute;
  const { currency } = compilation;
  if (predicate.operand === 'flag') {
    const condition = predicate.sql(valueSql(level, attribute, alias), Prisma.empty, kind);
    return operand === true ? condition : Prisma.sql`(NOT ${condition})`;
  }
  if (predicate.operand === 'pattern') {
    const text = readPattern(operand, name === 'matches' || name === 'notMatches');
    compilation.patternCharacters += text.length;
    if (compilation.patternCharacters > maximumPatternCharacters) {
      throw new BadOperand('has too many conditions');
    }
    const pattern = Prisma.sql`${patternOf(name, text, kind)}`;
    return whereValue(level, attribute, alias, (value) => predicate.sql(value, pattern, kind));
  }
  const values = predicate.operand === 'list' ? listOf(operand) : [operand];
  const byReference = referenceCondition(level, alias, attribute, name, values, currency);
  if (byReference) return byReference;
  const texts = values.map((value) => readOperand(kind, value, currency));
  const exact = name === 'eq' || name === 'notEq' || name === 'in' || name === 'notIn';
  const typed = exact ? texts.map((text) => foldText(text, attribute.fold)) : texts;
  const compared =
    predicate.operand === 'list' ? operandListSql(kind, typed) : operandSql(kind, typed[0] ?? '');
  return whereValue(level, attribute, alias, (value) =>
    predicate.sql(exact ? foldedColumn(value, attribute.fold) : value, compared, kind),
  );
}

function listOf(operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) return [operand];
  if (operand.length > maximumList) throw new BadOperand('is too long');
  return operand;
}

/** An order by number or a product by permalink, where an id is searched. Decision: S18. */
function referenceCondition(
  level: Level,
  alias: string,
  attribute: Attribute,
  name: PredicateName,
  values: readonly unknown[],
  currency: string,
): Prisma.Sql | undefined {
  const { reference } = attribute;
  const isExact = name === 'eq' || name === 'notEq' || name === 'in' || name === 'notIn';
  const words = values.filter((value) => typeof value === 'string' && !/^\s*\d+\s*$/.test(value));
  if (!reference || !isExact || words.length === 0) return undefined;
  const referred = column(level.reach(reference.through, alias), reference.column);
  const byWord = operandListSql(
    'text',
    words.map((word) => foldText(readOperand('text', word, currency).trim(), reference.fold)),
  );
  const ids = values
    .filter((value) => !words.includes(value))
    .map((value) => readOperand('id', value, currency));
  const own = column(level.reach(attribute.through, alias), attribute.column);
  const found = Prisma.sql`(${referred} = ANY(${byWord}) OR ${own} = ANY(${operandListSql('id', ids)}))`;
  return name === 'eq' || name === 'in' ? found : Prisma.sql`(NOT ${found})`;
}

const foldedColumn = (own: Prisma.Sql, fold: Attribute['fold']): Prisma.Sql =>
  fold === 'lower' ? Prisma.sql`lower(${own})` : own;

function foldText(text: string, fold: Attribute['fold']): string {
  if (fold === 'lower') return text.toLowerCase();
  return fold === 'upper' ? text.toUpperCase() : text;
}
