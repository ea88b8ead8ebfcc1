import { Prisma } from '../../prisma/generated/client/client.ts';
import { Invalid } from '../errors.ts';
import { bigintMaximum, type SqlType, typeOf } from './operands.ts';
import type { OrderKey } from './order.ts';

/** The values of a record's sort keys as texts, the id last; null where it has none. */
export type KeyValues = readonly (string | null)[];

/** More than the ten longest texts that a record can be sorted by. */
const longestCursor = 65_536;

/** Microseconds are kept: a shorter time would skip or repeat the records of the same moment. */
const timeFormat = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"';
const isTime = (text: string): boolean => {
  const [, seconds] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{6}Z$/.exec(text) ?? [];
  // PostgreSQL has no year 0
  if (seconds === undefined || seconds.startsWith('0000')) return false;
  const time = new Date(`${seconds}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(seconds);
};

const isText = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000');
const isDecimal = (text: string): boolean => /^-?\d{1,200}(?:\.\d{1,200})?$/.test(text);
const isInteger = (text: string): boolean => {
  if (!/^-?\d{1,19}$/.test(text)) return false;
  const value = BigInt(text);
  return value <= bigintMaximum && value >= -bigintMaximum;
};
const isFlag = (text: string): boolean => text === 'true' || text === 'false';

/** Whether the database can read a text as a value of each type. */
const isReadable: Readonly<Record<SqlType, (text: string) => boolean>> = {
  text: isText,
  numeric: isDecimal,
  bigint: isInteger,
  timestamptz: isTime,
  boolean: isFlag,
};

/** A SELECT expression for the key values of a row, as JSON. */
export function keyValuesSql(keys: readonly OrderKey[]): Prisma.Sql {
  const texts = keys.map(({ kind, value }) =>
    kind === 'time'
      ? Prisma.sql`to_char(${value} AT TIME ZONE 'UTC', ${Prisma.raw(`'${timeFormat}'`)})`
      : Prisma.sql`(${value})::text`,
  );
  return Prisma.sql`json_build_array(${Prisma.join(texts, ', ')})`;
}

/** What a cursor belongs to: a list, and an order of it. */
export const orderName = (list: string, keys: readonly OrderKey[]): string =>
  `${list} ${keys.map(({ field, direction }) => `${field} ${direction}`).join(', ')}`;

/** The cursor of a record: opaque to clients, and safe in URLs. */
export const writeCursor = (order: string, values: KeyValues): string =>
  Buffer.from(JSON.stringify([order, ...values])).toString('base64url');

/**
 * The key values in a cursor that a client sent as `argument`.
 * Throws Invalid naming the argument if it is no cursor, or that of another list or order.
 */
export function readCursor(
  argument: 'after' | 'before',
  cursor: string,
  order: string,
  keys: readonly OrderKey[],
): KeyValues {
  const refuse = (message: string): Invalid => new Invalid({ [argument]: [message] });
  const [of, ...values] = partsOf(cursor) ?? [];
  if (of === undefined) throw refuse('is not a cursor');
  if (of !== order) throw refuse('is a cursor of another list or sort order');
  const isRead = keys.every(({ kind, mayBeNull }, place) => {
    const value = values[place];
    return typeof value === 'string'
      ? isReadable[typeOf(kind)](value)
      : value === null && mayBeNull;
  });
  if (!isRead || values.length !== keys.length) throw refuse('is not a cursor');
  return values as KeyValues;
}

function partsOf(cursor: string): readonly unknown[] | undefined {
  if (cursor.length > longestCursor || !/^[\w-]+$/.test(cursor)) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(parts) ? parts : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
