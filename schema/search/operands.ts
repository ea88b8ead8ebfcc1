import { Decimal } from 'decimal.js';
import { Prisma } from '../../prisma/generated/client/client.ts';
import { decimalsOf } from '../domain/currencies.ts';
import { words } from '../domain/messages.ts';
import { parseTime } from '../domain/times.ts';
import type { Attribute, Kind } from './attributes.ts';

/** What is wrong with an operand, in the words of S18. */
export class BadOperand extends Error {}

export type SqlType = 'text' | 'numeric' | 'bigint' | 'timestamptz' | 'boolean';

interface OperandRow {
  readonly type: SqlType;
  readonly read: (value: unknown, currency: string) => string;
}

const maximumLength = 1000;
export const bigintMaximum = 9_223_372_036_854_775_807n;

function readText(value: unknown): string {
  if (typeof value !== 'string' || value.includes('\u0000') || !value.isWellFormed()) {
    throw new BadOperand('is invalid');
  }
  if (value.length > maximumLength) throw new BadOperand('is too long');
  return value;
}

/** A number in plain notation; the types of operands bound how long it is. */
function readDecimal(value: unknown): string {
  const text = typeof value === 'number' ? new Decimal(value).toFixed() : readText(value).trim();
  if (!/^[+-]?\d+(\.\d+)?$/.test(text)) throw new BadOperand('is not a number');
  return text;
}

function readWhole(value: unknown): string {
  const [whole = '', fraction = ''] = readDecimal(value).split('.');
  if (/[1-9]/.test(fraction)) throw new BadOperand('is not a number');
  const integer = BigInt(whole);
  if (integer > bigintMaximum || integer < -bigintMaximum) throw new BadOperand('is out of range');
  return String(integer);
}

function readId(value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : String(value);
  if (!/^\d+$/.test(text)) throw new BadOperand('is not a number');
  return readWhole(text);
}

function readMoney(value: unknown, currency: string): string {
  const text = readDecimal(value);
  const places = decimalsOf(currency);
  const [, fraction = ''] = text.split('.');
  if (/[1-9]/.test(fraction.slice(places))) throw new BadOperand(words.decimals(places));
  return text;
}

function readTime(value: unknown): string {
  const time = parseTime(value);
  if (!time.ok || !time.value) throw new BadOperand('is not a valid date');
  return time.value.toISOString();
}

function readFlag(value: unknown): string {
  if (typeof value !== 'boolean') throw new BadOperand('is not true or false');
  return String(value);
}

/** How a value of each type is read; no raw value reaches the database. */
const operands: Readonly<Record<Kind, OperandRow>> = {
  text: { type: 'text', read: readText },
  longText: { type: 'text', read: readText },
  state: { type: 'text', read: readText },
  word: { type: 'text', read: (value) => readText(value).trim().toLowerCase() },
  number: { type: 'numeric', read: readDecimal },
  whole: { type: 'bigint', read: readWhole },
  money: { type: 'numeric', read: readMoney },
  time: { type: 'timestamptz', read: readTime },
  id: { type: 'bigint', read: readId },
  ref: { type: 'bigint', read: readId },
  flag: { type: 'boolean', read: readFlag },
};

export const typeOf = (kind: Kind): SqlType => operands[kind].type;

/**
 * The operand as the text that the database casts, e.g. `12` for a bigint; amounts are in `currency`.
 * Throws BadOperand.
 */
export const readOperand = (kind: Kind, value: unknown, currency: string): string =>
  operands[kind].read(value, currency);

/** Shorter lists are read again, in less time than it takes to collect what is kept (Q63). */
const worthKeeping = 20;

/** The texts of longer lists that were read, by kind and currency. */
const readLists = new WeakMap<readonly unknown[], Map<string, readonly string[]>>();

/** The same for each value of a list; a list is read once, because a variable may be that of many conditions. */
export function readOperands(
  kind: Kind,
  values: readonly unknown[],
  currency: string,
): readonly string[] {
  if (values.length < worthKeeping)
    return values.map((value) => readOperand(kind, value, currency));
  const known = readLists.get(values) ?? new Map<string, readonly string[]>();
  readLists.set(values, known);
  const how = `${kind} ${currency}`;
  const texts = known.get(how) ?? values.map((value) => readOperand(kind, value, currency));
  known.set(how, texts);
  return texts;
}

const patternLength = 100;
const maximumWildcards = 4;

/** A text that a predicate makes a pattern of; `%` and `_` are counted if they are wildcards. */
export function readPattern(value: unknown, isLive: boolean): string {
  const text = readText(value);
  if (text.length > patternLength) throw new BadOperand('is too long');
  const live = isLive ? text.replace(/\\./gs, '').match(/[%_]/g) : null;
  if (live && live.length > maximumWildcards) throw new BadOperand('has too many wildcards');
  return text;
}

type Fold = Attribute['fold'];

/** A value without its case. The database folds both sides, because it folds some letters in its own way, such as Σ. */
export const foldedSql = (value: Prisma.Sql, fold: Fold): Prisma.Sql =>
  fold === 'lower' ? Prisma.sql`lower(${value})` : value;

/** Numbers are stored in capitals, which are made in the same way. */
const foldText = (text: string, fold: Fold): string =>
  fold === 'upper' ? text.toUpperCase() : text;

export const operandSql = (kind: Kind, text: string, fold?: Fold): Prisma.Sql =>
  foldedSql(Prisma.sql`${foldText(text, fold)}::${Prisma.raw(typeOf(kind))}`, fold);

/** ASCII is folded alike everywhere. */
export const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

export function operandListSql(kind: Kind, texts: readonly string[], fold?: Fold): Prisma.Sql {
  const listOf = (values: readonly string[]): Prisma.Sql =>
    Prisma.sql`${[...values]}::${Prisma.raw(typeOf(kind))}[]`;
  if (fold !== 'lower') return listOf(texts.map((text) => foldText(text, fold)));
  // a list that is there when a search is planned is looked up by hash
  if (texts.every(isAscii)) return listOf(texts.map((text) => text.toLowerCase()));
  return Prisma.sql`ARRAY(SELECT ${foldedSql(Prisma.sql`x`, fold)} FROM unnest(${listOf(texts)}) x)`;
}
