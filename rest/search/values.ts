import { isStorableText, readFlagWord } from '../texts.ts';
import { readTime } from './times.ts';
import type { Attribute, Kind } from './whitelist.ts';

const maximumLength = 1000;
const maximumInt = 2_147_483_647;
const maximumBigInt = 9_223_372_036_854_775_807n;
/** A measure has seven digits before the point. */
const measureBound = 10_000_000;

/** A value as the schema takes it, or what is wrong with the text. */
export type Reading = { readonly value: unknown } | { readonly message: string };

const notANumber: Reading = { message: 'is not a number' };
const outOfRange: Reading = { message: 'is out of range' };

const decimal = /^[+-]?\d{1,30}(\.\d{1,30})?$/;
const wholeDecimal = /^[+-]?\d{1,30}(\.0{1,30})?$/;
const moneyDecimal = /^[+-]?\d{1,30}(\.\d{1,2}0{0,28})?$/;

function readNumber(text: string): Reading {
  if (!decimal.test(text)) return notANumber;
  return Math.abs(Number(text)) < measureBound ? { value: Number(text) } : outOfRange;
}

function readWhole(text: string): Reading {
  if (!wholeDecimal.test(text)) return notANumber;
  const value = Number(text);
  return value > maximumInt || value < -maximumInt - 1 ? outOfRange : { value };
}

function readId(text: string): Reading {
  if (!/^\d+$/.test(text)) return notANumber;
  return BigInt(text) > maximumBigInt ? outOfRange : { value: text };
}

const readMoney = (text: string): Reading =>
  moneyDecimal.test(text) ? { value: text.replace(/^\+/, '') } : notANumber;

function readFlag(text: string): Reading {
  const value = readFlagWord(text);
  return value === undefined ? { message: 'is not true or false' } : { value };
}

function readInstant(text: string, zone: string): Reading {
  const value = readTime(text, zone);
  return value === undefined ? { message: 'is not a valid date' } : { value };
}

/** Predicates whose value may name a record by its number or permalink. Decision: S18. */
const naming = new Set(['eq', 'notEq', 'in', 'notIn']);

type Reader = (text: string, predicate: string, zone: string) => Reading;

const readers: Readonly<Record<Kind, Reader>> = {
  text: (text) => ({ value: text }),
  state: (text) => ({ value: text.trim().toLowerCase() }),
  number: (text) => readNumber(text.trim()),
  whole: (text) => readWhole(text.trim()),
  money: (text) => readMoney(text.trim()),
  time: (text, _predicate, zone) => readInstant(text, zone),
  id: (text) => readId(text.trim()),
  ref: (text, predicate) =>
    naming.has(predicate) && !/^\s*\d+\s*$/.test(text)
      ? { value: text.trim() }
      : readId(text.trim()),
  flag: readFlag,
};

/** What no value may be, whatever the kind. Decision: S10, S12. */
function refuse(text: string): string | undefined {
  if (!isStorableText(text)) return 'is invalid';
  return text.length > maximumLength ? 'is too long' : undefined;
}

/** A text as a value of the attribute's kind; times without zone are read in `zone`. Decision: S18. */
export function readValue(
  { kind }: Attribute,
  predicate: string,
  text: string,
  zone: string,
): Reading {
  const message = refuse(text);
  return message === undefined ? readers[kind](text, predicate, zone) : { message };
}

/** The operand of a flag predicate such as `null`. Decision: S16. */
export const readFlagOperand = readFlag;

/** The kinds whose lone value is split at commas where a list is wanted. Decision: S10. */
export const splitsAtCommas = (kind: Kind): boolean =>
  ['id', 'ref', 'number', 'whole', 'state'].includes(kind);
