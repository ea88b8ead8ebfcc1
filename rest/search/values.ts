import { maximumDigits, maximumInt, readDecimal } from '../words/numbers.ts';
import { isStorableText, readFlagWord } from '../words/texts.ts';
import { readTime } from './times.ts';
import type { Attribute, Kind } from './whitelist.ts';

const maximumLength = 1000;
const maximumBigInt = 9_223_372_036_854_775_807n;
/** A measure has seven digits before the point. */
const measureBound = 10_000_000;

/** What the values of a store are read by. */
export interface Local {
  /** IANA zone of times without one. */
  readonly zone: string;
  readonly moneyDecimals: number;
}

/** A value for the schema, or what is wrong with the text. */
export type Reading = { readonly value: unknown } | { readonly message: string };

export const notANumber: Reading = { message: 'is not a number' };
const outOfRange: Reading = { message: 'is out of range' };

function readNumber(text: string): Reading {
  const decimal = readDecimal(text);
  if (!decimal) return notANumber;
  return Math.abs(decimal.value) < measureBound ? { value: decimal.value } : outOfRange;
}

function readWhole(text: string): Reading {
  const decimal = readDecimal(text);
  if (decimal?.decimals !== 0) return notANumber;
  const { value } = decimal;
  return value > maximumInt || value < -maximumInt - 1 ? outOfRange : { value };
}

function readId(text: string): Reading {
  if (!/^\d+$/.test(text)) return notANumber;
  const isTooLong = text.length > maximumDigits;
  return isTooLong || BigInt(text) > maximumBigInt ? outOfRange : { value: text };
}

function readMoney(text: string, { moneyDecimals }: Local): Reading {
  const decimal = readDecimal(text);
  return decimal && decimal.decimals <= moneyDecimals ? { value: decimal.text } : notANumber;
}

/** A flag, or the operand of a flag predicate such as `null`. */
export function readFlag(text: string): Reading {
  const value = readFlagWord(text);
  return value === undefined ? { message: 'is not true or false' } : { value };
}

function readInstant(text: string, { zone }: Local): Reading {
  const value = readTime(text, zone);
  return value === undefined ? { message: 'is not a valid date' } : { value };
}

/** Predicates whose value may name a record by number or permalink. */
const naming = new Set(['eq', 'notEq', 'in', 'notIn']);

/** One of the words of the attribute; undefined for any other, which equals nothing. */
function readState(
  text: string,
  predicate: string,
  _local: Local,
  { values }: Pick<Attribute, 'values'>,
): Reading {
  const sent = text.trim().toLowerCase();
  return { value: isPattern(predicate) ? sent : values.get(sent) };
}

type Reader = (text: string, predicate: string, local: Local, attribute: Attribute) => Reading;

const readers: Readonly<Record<Kind, Reader>> = {
  text: (text) => ({ value: text }),
  longText: (text) => ({ value: text }),
  state: readState,
  number: readNumber,
  whole: readWhole,
  money: (text, _predicate, local) => readMoney(text, local),
  time: (text, _predicate, local) => readInstant(text, local),
  id: (text) => readId(text.trim()),
  ref: (text, predicate) =>
    naming.has(predicate) && !/^\s*\d+\s*$/.test(text)
      ? { value: text.trim() }
      : readId(text.trim()),
  flag: readFlag,
};

const patternLength = 100;
const maximumWildcards = 4;
const patterns = new Set([
  ...['cont', 'notCont', 'start', 'notStart', 'end', 'notEnd', 'matches', 'notMatches'],
]);
/** Patterns in which `%` and `_` are wildcards unless a `\` precedes them. */
const livePatterns = new Set(['matches', 'notMatches']);

/** Whether the value of a predicate is searched inside texts. */
export const isPattern = (predicate: string): boolean => patterns.has(predicate);

const countWildcards = (text: string): number =>
  text.replace(/\\./gs, '').match(/[%_]/g)?.length ?? 0;

/** What no value may be, of any type. */
function refuse(text: string, predicate: string): string | undefined {
  if (!isStorableText(text)) return 'is invalid';
  if (text.length > (isPattern(predicate) ? patternLength : maximumLength)) return 'is too long';
  const isWild = livePatterns.has(predicate) && countWildcards(text) > maximumWildcards;
  return isWild ? 'has too many wildcards' : undefined;
}

/** A text as a value of the attribute's type; by what the store has fixed. A word that no state has is undefined. */
export function readValue(
  attribute: Attribute,
  predicate: string,
  text: string,
  local: Local,
): Reading {
  const message = refuse(text, predicate);
  if (message !== undefined) return { message };
  return readers[attribute.kind](text, predicate, local, attribute);
}

/** The types whose single value is split at commas if a list is expected. Decision: S10. */
export const splitsAtCommas = (kind: Kind): boolean =>
  ['id', 'ref', 'number', 'whole', 'money', 'state'].includes(kind);
