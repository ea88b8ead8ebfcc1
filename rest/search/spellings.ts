import type { Root } from './parameters.ts';
import type { Kind } from './whitelist.ts';

/**
 * How a predicate takes its value.
 * - `one`  one value of the attribute's type
 * - `list` several
 * - `flag` true applies the predicate, false its opposite
 */
type Operand = 'one' | 'list' | 'flag';

interface PredicateRow {
  readonly predicate: string;
  readonly operand: Operand;
  readonly spellings: readonly string[];
  /** What a true flag adds to the filter, and what a false one does. */
  readonly flags?: readonly [whenTrue: Application, whenFalse: Application];
  /** The only attribute types that have the spelling. */
  readonly kinds?: readonly Kind[];
}

/** A field of a filter input and its value. */
export type Application = readonly [predicate: string, value: unknown];

const taking =
  (operand: Operand) =>
  (predicate: string, ...spellings: string[]): PredicateRow => ({ predicate, operand, spellings });

const one = taking('one');
const list = taking('list');

const flag = (predicate: string, value: boolean, ...spellings: string[]): PredicateRow => ({
  ...taking('flag')(predicate, ...spellings),
  flags: [
    [predicate, value],
    [predicate, !value],
  ],
});

/** Both roots share every row. Decision: S13. */
const rows: readonly PredicateRow[] = [
  one('eq', 'eq', 'equals', 'is'),
  one('notEq', 'not_eq', 'does_not_equal', 'not_equal_to', 'is_not', 'not', 'ne'),
  list('in', 'in'),
  list('notIn', 'not_in', 'ni'),
  one('lt', 'lt', 'less_than', 'before'),
  one('lteq', 'lteq', 'less_than_or_equal_to', 'lte'),
  one('gt', 'gt', 'greater_than', 'after'),
  one('gteq', 'gteq', 'greater_than_or_equal_to', 'gte'),
  one('cont', 'cont', 'i_cont', 'like', 'contains', 'includes'),
  one('notCont', 'not_cont', 'i_not_cont', 'not_like', 'does_not_contain', 'nlike', 'not_matches'),
  one('start', 'start', 'begins_with', 'bw', 'starts_with', 'sw'),
  one(
    'notStart',
    ...['not_start', 'not_begin_with', 'does_not_begin_with', 'does_not_start_with', 'dnsw'],
  ),
  one('end', 'end', 'ends_with', 'ew'),
  one('notEnd', 'not_end', 'not_end_with', 'does_not_end_with', 'dnew'),
  one('notMatches', 'does_not_match'),
  flag('null', true, 'null', 'nil', 'is_null'),
  flag('null', false, 'not_null', 'not_nil', 'is_not_null'),
  flag('blank', true, 'blank', 'is_blank'),
  flag('blank', false, 'present', 'is_present', 'not_blank'),
  { ...flag('eq', true, 'true', 'not_false', 'is_true'), kinds: ['flag'] },
  { ...flag('eq', false, 'false', 'not_true', 'is_false'), kinds: ['flag'] },
  {
    ...taking('flag')('eq', 'empty'),
    flags: [
      ['eq', ''],
      ['notEq', ''],
    ],
    kinds: ['text', 'longText'],
  },
];

/** The only spelling whose meaning depends on the root. */
const matches: Readonly<Record<Root, PredicateRow>> = {
  q: one('matches', 'matches'),
  search: one('cont', 'matches'),
};

/** Whether the predicate takes several values, and how many must match. */
type Quantifier = 'any' | 'all';

/** A suffix of a search key. */
export interface Spelling extends PredicateRow {
  readonly suffix: string;
  readonly quantifier?: Quantifier;
}

/** The list predicates that `eq` with any and `notEq` with all are equivalent to. */
const listed = new Map([
  ['eq_any', 'in'],
  ['notEq_all', 'notIn'],
]);

function quantify(row: PredicateRow, suffix: string, quantifier: Quantifier): Spelling {
  const predicate = listed.get(`${row.predicate}_${quantifier}`);
  return {
    ...row,
    ...(predicate === undefined ? { quantifier } : { predicate, operand: 'list' }),
    suffix: `${suffix}_${quantifier}`,
  };
}

const spell = (row: PredicateRow): Spelling[] =>
  row.spellings.flatMap((suffix) => [
    { ...row, suffix },
    ...(row.operand === 'one' ? [quantify(row, suffix, 'any'), quantify(row, suffix, 'all')] : []),
  ]);

const spellAll = (root: Root): readonly Spelling[] =>
  [...rows, matches[root]]
    .flatMap(spell)
    .sort((a, b) => b.suffix.length - a.suffix.length || (a.suffix < b.suffix ? -1 : 1));

/** Every suffix of a root, the longest first. */
export const spellings: Readonly<Record<Root, readonly Spelling[]>> = {
  q: spellAll('q'),
  search: spellAll('search'),
};

/** What a key without a predicate means. */
export const bareSpelling: Spelling = { ...one('eq'), suffix: '' };
