import { Prisma } from '../../prisma/generated/client/client.ts';
import type { OrderOwnership, Viewer } from '../context.ts';
import { words } from '../domain/messages.ts';
import { Invalid } from '../errors.ts';
import { type Association, type Attribute, type AttributeList, listFor } from './attributes.ts';
import { column, Level } from './level.ts';
import {
  BadOperand,
  foldedSql,
  operandListSql,
  operandSql,
  readOperand,
  readOperands,
  readPattern,
} from './operands.ts';
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
  /** Number of conditions so far; a filter with more than 50 is refused. */
  conditions: number;
  /** Total characters of patterns so far, at most 1,000. */
  patternCharacters: number;
}

const maximumConditions = 50;
const maximumPatternCharacters = 1000;
/** Maximum nesting of `and` and `or`: three groups, `_or_` inside an `and`, and both roots. */
const maximumDepth = 6;
const maximumList = 500;

/** A row of a statement that conditions are about. */
interface Site {
  readonly level: Level;
  readonly alias: string;
  readonly compilation: Compilation;
}

type Path = readonly string[];

/** Predicates that compare whole values: they ignore case where the attribute does, and know references. */
const exact: readonly PredicateName[] = ['eq', 'notEq', 'in', 'notIn'];

const joined = (conditions: readonly Prisma.Sql[], word: 'AND' | 'OR' = 'AND'): Prisma.Sql[] =>
  conditions.length === 0 ? [] : [Prisma.sql`(${Prisma.join([...conditions], ` ${word} `)})`];

const isRecord = (value: unknown): value is Filter =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const bad = (path: Path, message: string): Invalid => new Invalid({ [path.join('.')]: [message] });

/**
 * The condition of a filter on the rows of a level; none if it has none.
 * Throws Invalid naming the operand that cannot be read, the bound that was exceeded, or every name that does not exist
 * for the caller. Decision: S11, S12, S14, S33.
 */
export function compileFilter(
  level: Level,
  list: AttributeList,
  filter: Filter,
  compilation: Compilation,
): Prisma.Sql[] {
  const site = { level, alias: level.alias, compilation };
  const conditions = conditionsOf(site, list, filter, ['filter'], 0);
  const { unseen } = compilation;
  if (unseen.length > 0) {
    throw new Invalid(Object.fromEntries(unseen.map((at) => [at, ['is not searchable']])));
  }
  return joined(conditions);
}

function conditionsOf(
  site: Site,
  list: AttributeList,
  filter: Filter,
  path: Path,
  depth: number,
): Prisma.Sql[] {
  if (depth > maximumDepth) throw bad(path, 'is nested too deep');
  return Object.entries(filter).flatMap(([key, value]): Prisma.Sql[] => {
    const at = [...path, key];
    if (value === null || value === undefined) return [];
    if ((key === 'and' || key === 'or') && Array.isArray(value)) {
      const groups = value
        .filter(isRecord)
        .flatMap((group, index) =>
          joined(conditionsOf(site, list, group, [...at, String(index)], depth + 1)),
        );
      return joined(groups, key === 'and' ? 'AND' : 'OR');
    }
    if (!isRecord(value)) return [];
    const association = list.associations[key];
    if (association) return matchSql(site, association, value, at, depth);
    const attribute = list.attributes[key];
    if (!attribute || !isVisible(attribute, site.compilation)) {
      site.compilation.unseen.push(at.join('.'));
      return [];
    }
    return attributeConditions(site, attribute, value, at);
  });
}

/** Whether an attribute exists for the caller. */
export const isVisible = (
  { shownTo }: Attribute,
  { viewer, order }: Pick<Compilation, 'viewer' | 'order'>,
): boolean => shownTo?.(viewer, order) ?? true;

/** Conditions on one associated record: the same record must meet all of them. */
function matchSql(
  { level, alias, compilation }: Site,
  association: Association,
  match: Filter,
  path: Path,
  depth: number,
): Prisma.Sql[] {
  const { join } = association;
  const list = listFor(association, compilation.viewer, compilation.order);
  if (join.kind === 'one') {
    const other = level.reach([{ ...join, table: list.table }], alias);
    const site = { level, alias: other, compilation };
    return joined(conditionsOf(site, list, match, path, depth));
  }
  const inner = new Level(list.table, level.aliases);
  const own = Prisma.raw(`${inner.alias}.${join.column} = ${alias}.id`);
  const scope = association.where ? [own, association.where(inner.alias)] : [own];
  const site = { level: inner, alias: inner.alias, compilation };
  const conditions = conditionsOf(site, list, match, path, depth);
  if (conditions.length === 0) return [];
  const met = Prisma.join([...scope, ...conditions], ' AND ');
  const exists = Prisma.sql`EXISTS (SELECT 1 ${inner.from()} WHERE ${met})`;
  if (!heldByNothing(list, match)) return [exists];
  const bare = Prisma.raw(`FROM ${list.table} ${inner.alias}`);
  const none = Prisma.sql`NOT EXISTS (SELECT 1 ${bare} WHERE ${Prisma.join(scope, ' AND ')})`;
  return joined([exists, none], 'OR');
}

/** Whether a missing record, with all columns NULL, meets the match: only null and blank can. Decision: S11(d). */
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
  site: Site,
  attribute: Attribute,
  operands: Filter,
  path: Path,
): Prisma.Sql[] {
  const { compilation } = site;
  return predicateNames.flatMap((name) => {
    const operand = operands[name];
    if (operand === undefined) return [];
    compilation.conditions += 1;
    if (compilation.conditions > maximumConditions) throw bad(path, 'has too many conditions');
    try {
      if (operand === null) throw new BadOperand(words.nullOperand);
      return [conditionSql(site, attribute, name, operand)];
    } catch (error) {
      if (error instanceof BadOperand) throw bad([...path, name], error.message);
      throw error;
    }
  });
}

function conditionSql(
  site: Site,
  attribute: Attribute,
  name: PredicateName,
  operand: unknown,
): Prisma.Sql {
  const { level, alias, compilation } = site;
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
  const isExact = exact.includes(name);
  const byReference = isExact && referenceCondition(site, attribute, name, values);
  if (byReference) return byReference;
  const texts = readOperands(kind, values, currency);
  const fold = isExact ? attribute.fold : undefined;
  const compared =
    predicate.operand === 'list'
      ? operandListSql(kind, texts, fold)
      : operandSql(kind, texts[0] ?? '', fold);
  return whereValue(level, attribute, alias, (value) =>
    predicate.sql(foldedSql(value, fold), compared, kind),
  );
}

function listOf(operand: unknown): readonly unknown[] {
  if (!Array.isArray(operand)) return [operand];
  if (operand.length > maximumList) throw new BadOperand('is too long');
  return operand;
}

/** Whether a value is the number of an order or a permalink, where an id is searched. */
const isWord = (value: unknown): value is string =>
  typeof value === 'string' && !/^\s*\d+\s*$/.test(value);

/** An order by number or a product by permalink, where an id is searched. */
function referenceCondition(
  { level, alias, compilation: { currency } }: Site,
  attribute: Attribute,
  name: PredicateName,
  values: readonly unknown[],
): Prisma.Sql | undefined {
  const { reference } = attribute;
  if (!reference) return undefined;
  const words = values.filter(isWord);
  if (words.length === 0) return undefined;
  const referred = column(level.reach(reference.through, alias), reference.column);
  const names = words.map((word) => readOperand('text', word, currency).trim());
  const byWord = operandListSql('text', names, reference.fold);
  const ids = values
    .filter((value) => !isWord(value))
    .map((value) => readOperand('id', value, currency));
  const own = column(level.reach(attribute.through, alias), attribute.column);
  const found = Prisma.sql`(${referred} = ANY(${byWord}) OR ${own} = ANY(${operandListSql('id', ids)}))`;
  return name === 'eq' || name === 'in' ? found : Prisma.sql`(NOT ${found})`;
}
