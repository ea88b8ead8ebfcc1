import { accept, type Reading, refuse, words } from './messages.ts';
import { isBlank } from './text.ts';

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:([Zz])|([+-])(\d{2}):?(\d{2}))?)?$/u;

/**
 * Reads a time from ISO 8601 text: a date, or a date with a time to minutes, seconds or fractions (cut to
 * milliseconds), with `Z`, an offset, or neither, which means UTC. A blank is null.
 * Decision: C1, R4
 */
export function parseTime(value: unknown): Reading<Date | null> {
  if (isBlank(value)) return accept(null);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? refuse(words.notDate) : accept(value);
  }
  const match = typeof value === 'string' ? isoTime.exec(value.trim()) : null;
  if (match === null) return refuse(words.notDate);
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part));
  const instant = readInstant(
    [year ?? 0, month ?? 0, day ?? 0, orZero(hour), orZero(minute), orZero(second)],
    Number((match[7] ?? '').padEnd(3, '0').slice(0, 3)),
    readOffset(match[9], match[10], match[11]),
  );
  return instant === null ? refuse(words.notDate) : accept(instant);
}

/** A time without fractions of a second, as precise as the older format prints it. Decision: C1, R4 */
export const cutToSeconds = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / 1_000) * 1_000);

function orZero(part: number | undefined): number {
  return part === undefined || Number.isNaN(part) ? 0 : part;
}

/** Minutes east of UTC; null if more than a day. */
function readOffset(sign = '+', hours = '00', minutes = '00'): number | null {
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const offset = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -offset : offset;
}

type Fields = readonly [number, number, number, number, number, number];

function readInstant(fields: Fields, milliseconds: number, offset: number | null): Date | null {
  const [year, month, day, hour, minute, second] = fields;
  if (offset === null || year < 1 || hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  // not Date.UTC, which reads the years 1 to 99 as 1901 to 1999
  date.setUTCFullYear(year, month - 1, day);
  // a day that does not exist would have rolled over to the next month
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  date.setUTCHours(hour, minute - offset, second, milliseconds);
  // an offset may move the time out of the years with four digits
  const utcYear = date.getUTCFullYear();
  return utcYear < 1 || utcYear > 9_999 ? null : date;
}
