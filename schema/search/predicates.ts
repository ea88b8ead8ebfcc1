import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Kind } from './attributes.ts';

/**
 * How a predicate takes its operand.
 * - `value`   one value of the attribute's type
 * - `list`    several
 * - `pattern` a text that becomes a LIKE pattern
 * - `flag`    true applies the predicate, false its opposite
 */
export type Operand = 'value' | 'list' | 'pattern' | 'flag';

interface Predicate {
  readonly operand: Operand;
  readonly kinds: readonly Kind[];
  /** The condition on `column`; `operand` is typed SQL already. */
  readonly sql: (column: Prisma.Sql, operand: Prisma.Sql, kind: Kind) => Prisma.Sql;
}

const ordered: readonly Kind[] = [
  'number',
  'whole',
  'money',
  'time',
  'id',
  'ref',
  'text',
  'longText',
];
const listed: readonly Kind[] = [...ordered, 'state', 'word'];
const every: readonly Kind[] = [...listed, 'flag'];
const worded: readonly Kind[] = ['text', 'longText', 'state', 'word'];

const compare = (operator: string, kinds: readonly Kind[]): Predicate => ({
  operand: 'value',
  kinds,
  sql: (column, operand) => Prisma.sql`${column} ${Prisma.raw(operator)} ${operand}`,
});

/** LIKE takes time proportional to the product of both lengths, a regular expression to the length of the text. */
const operators = {
  like: { short: 'ILIKE', long: '~*' },
  notLike: { short: 'NOT ILIKE', long: '!~*' },
} as const;

const pattern = (does: keyof typeof operators, kinds: readonly Kind[]): Predicate => ({
  operand: 'pattern',
  kinds,
  sql: (column, operand, kind) => {
    const operator = operators[does][kind === 'longText' ? 'long' : 'short'];
    return Prisma.sql`${column} ${Prisma.raw(operator)} ${operand}`;
  },
});

const isBlank = (column: Prisma.Sql, kind: Kind): Prisma.Sql =>
  kind === 'text' || kind === 'longText'
    ? Prisma.sql`(${column} IS NULL OR ${column} = '')`
    : Prisma.sql`${column} IS NULL`;

/**
 * The predicates: one row each, for GraphQL filters and both REST spellings. As in SQL, NULL matches only `null` and
 * `blank`, and no negative predicate. Decision: S13, S14, S15.
 */
export const predicates = {
  eq: compare('=', every),
  notEq: compare('<>', every),
  in: {
    operand: 'list',
    kinds: listed,
    sql: (column, list) => Prisma.sql`${column} = ANY(${list})`,
  },
  notIn: {
    operand: 'list',
    kinds: listed,
    // NULL differs from every value of an empty list, but must not match.
    sql: (column, list) => Prisma.sql`(${column} IS NOT NULL AND ${column} <> ALL(${list}))`,
  },
  lt: compare('<', ordered),
  lteq: compare('<=', ordered),
  gt: compare('>', ordered),
  gteq: compare('>=', ordered),
  cont: pattern('like', worded),
  notCont: pattern('notLike', worded),
  start: pattern('like', worded),
  notStart: pattern('notLike', worded),
  end: pattern('like', worded),
  notEnd: pattern('notLike', worded),
  matches: pattern('like', ['text']),
  notMatches: pattern('notLike', ['text']),
  null: { operand: 'flag', kinds: every, sql: (column) => Prisma.sql`${column} IS NULL` },
  blank: { operand: 'flag', kinds: every, sql: (column, _operand, kind) => isBlank(column, kind) },
} as const satisfies Record<string, Predicate>;

export type PredicateName = keyof typeof predicates;

export const predicateNames = Object.keys(predicates) as readonly PredicateName[];

const escapeLike = (value: string): string =>
  value.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Letters, digits and non-ASCII characters need no escape in a regular expression. */
const escapeExpression = (value: string): string =>
  value.replace(/[!-/:-@[-`{-~]/g, (character) => `\\${character}`);

/** The pattern of a text predicate: wildcards in the value are literal except in `matches`. */
export function patternOf(name: PredicateName, value: string, kind: Kind): string {
  const isLong = kind === 'longText';
  const literal = isLong ? escapeExpression(value) : escapeLike(value);
  const [from, to, any] = isLong ? ['^', '$', ''] : ['', '', '%'];
  switch (name) {
    case 'cont':
    case 'notCont':
      return `${any}${literal}${any}`;
    case 'start':
    case 'notStart':
      return `${from}${literal}${any}`;
    case 'end':
    case 'notEnd':
      return `${any}${literal}${to}`;
    default:
      // PostgreSQL refuses a pattern that ends in a lone escape; it can only match itself.
      return /(^|[^\\])(\\\\)*\\$/.test(value) ? `${value}\\` : value;
  }
}
