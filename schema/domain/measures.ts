import { Decimal } from 'decimal.js';
import { accept, type Reading, refuse, words } from './messages.ts';
import { isBlank, textLength } from './text.ts';

/** The largest quantity and count on hand. */
export const maximumCount = 2_147_483_647;

export const minimumCount = -maximumCount - 1;

/** The largest weight, height, width and depth. */
const maximumMeasure = '9999999.999';

/** The range of a whole number, both ends included. */
export interface IntegerBounds {
  readonly min: number;
  readonly max: number;
}

/** Position among siblings. */
export const positionBounds: IntegerBounds = { min: 1, max: maximumCount };

/** Counts of a variant at several active locations: what is there, and what is owed, both 0 or more. */
interface CountParts {
  readonly onHand: number;
  readonly owed: number;
}

export const noCounts: CountParts = { onHand: 0, owed: 0 };

export const partsOf = (counts: readonly number[]): CountParts => ({
  onHand: counts.reduce((sum, count) => sum + Math.max(0, count), 0),
  owed: counts.reduce((sum, count) => sum + Math.max(0, -count), 0),
});

/**
 * What the count of a variant at one location may become, with `others` at other active ones: negative only if it is
 * backorderable. All that is on hand, and all that is owed, are bounded apart from each other: so is the sum over any
 * locations, whichever of them is closed. A count that is `present` beyond that may stay and come nearer.
 * Decision: C9, T34
 */
export function countBounds(
  backorderable: boolean,
  { onHand, owed }: CountParts = noCounts,
  present = 0,
): IntegerBounds {
  return {
    min: backorderable ? Math.min(0, present, minimumCount + owed) : 0,
    max: Math.max(0, present, maximumCount - onHand),
  };
}

/** Reads a whole number, given as a number or as decimal text; trailing zeros are accepted (`2.0` is 2). */
export function parseInteger(value: unknown, bounds: IntegerBounds): Reading<number> {
  if (isBlank(value)) return refuse(words.blank);
  const number = readNumber(value);
  if (number === null) return refuse(words.notNumber);
  if (!number.isInteger()) return refuse(words.notInteger);
  if (number.lessThan(bounds.min)) {
    // the contract words "at least 1" as "greater than 0"
    return refuse(bounds.min === 1 ? words.above('0') : words.atLeast(String(bounds.min)));
  }
  if (number.greaterThan(bounds.max)) return refuse(words.atMost(String(bounds.max)));
  // adding zero turns -0 into 0
  return accept(number.toNumber() + 0);
}

/** Reads a weight, height, width or depth: at least 0, at most three decimals; a blank clears it. */
export function parseMeasure(value: unknown): Reading<Decimal | null> {
  if (isBlank(value)) return accept(null);
  const number = readNumber(value);
  if (number === null) return refuse(words.notNumber);
  if (number.decimalPlaces() > 3) return refuse(words.decimals(3));
  if (number.lessThan(0)) return refuse(words.atLeast('0'));
  if (number.greaterThan(maximumMeasure)) return refuse(words.atMost(maximumMeasure));
  return accept(number.abs());
}

function readNumber(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? new Decimal(value) : null;
  // `isDecimal` also believes a client's object that calls itself one
  if (value instanceof Decimal) return value.isFinite() ? new Decimal(value) : null;
  if (typeof value !== 'string' || value.length > textLength) return null;
  const text = value.trim();
  return /^-?(?:\d+(?:\.\d+)?|\.\d+)$/u.test(text) ? new Decimal(text) : null;
}

const trueWords: readonly string[] = ['1', 't', 'true', 'yes', 'on'];
const falseWords: readonly string[] = ['0', 'f', 'false', 'no', 'off'];

function wordOf(value: unknown): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value).trim().toLowerCase()
    : null;
}

/** Whether a value is one of `1 t true yes on`, ignoring case; everything else is false. Decision: C6, T27 */
export function isTrueWord(value: unknown): boolean {
  return trueWords.includes(wordOf(value) ?? '');
}

/** Reads a boolean: `1 t true yes on` or `0 f false no off`, ignoring case. */
export function parseBoolean(value: unknown): Reading<boolean> {
  if (isBlank(value)) return refuse(words.blank);
  if (isTrueWord(value)) return accept(true);
  return falseWords.includes(wordOf(value) ?? '') ? accept(false) : refuse(words.notBoolean);
}
