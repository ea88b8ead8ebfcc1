import { accept, type Reading, refuse, words } from './messages.ts';
import { isBlank } from './text.ts';

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?:[Zz]|([+-])(\d{2}):?(\d{2}))?)?$/u;

/**
 * Reads a time from ISO 8601 text: a date, or a date with a time to minutes, seconds or fractions (cut to
 * milliseconds), with `Z`, an offset, or neither, which means UTC. A blank is null.
 */
export function parseTime(value: unknown): Reading<Date | null> {
  if (isBlank(value)) return accept(null);
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? refuse(words.notDate) : accept(value);
  }
  const match = typeof value === 'string' ? isoTime.exec(value.trim()) : null;
  const instant = match && readInstant(match);
  return instant ? accept(instant) : refuse(words.notDate);
}

/** A time without fractions of a second, as precise as the older format prints it. */
export const cutToSeconds = (time: Date): Date =>
  new Date(Math.floor(time.getTime() / 1_000) * 1_000);

function readInstant([, ...parts]: RegExpExecArray): Date | null {
  const [date, hour = '00', minute = '00', second = '00', fraction = '', ...offset] = parts;
  const [sign, hours = '00', minutes = '00'] = offset;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const text = `${date ?? ''}T${hour}:${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
  const time = new Date(text);
  // a day or an hour that does not exist is refused, or rolls over to the next
  if (Number.isNaN(time.getTime()) || time.toISOString() !== text) return null;
  const east = Number(hours) * 60 + Number(minutes);
  time.setUTCMinutes(time.getUTCMinutes() + (sign === '-' ? east : -east));
  // there is no year 0, and an offset may move the time out of the years with four digits
  const year = time.getUTCFullYear();
  return text.startsWith('0000') || year < 1 || year > 9_999 ? null : time;
}

const dayMs = 86_400_000;
const mostDays = 4_096;

/** Dates formatted before, by their number of days since 1970. */
const dates = new Map<number, string>();

const padded = (figures: number, length: number): readonly string[] =>
  Array.from({ length }, (_, number) => String(number).padStart(figures, '0'));

const two = padded(2, 60);
const three = padded(3, 1_000);

/**
 * A time in UTC with milliseconds: `2024-02-06T15:04:05.120Z`, as `toISOString` writes it, in an eighth of the
 * time: a page of orders contains two thousand.
 * Throws a RangeError for an invalid Date.
 */
export function formatTime(time: Date): string {
  const ms = time.getTime();
  const day = Math.floor(ms / dayMs);
  const date = dates.get(day) ?? dateOf(day, time);
  const rest = ms - day * dayMs;
  const seconds = Math.floor(rest / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hour = two[Math.floor(minutes / 60)] ?? '';
  return `${date}T${hour}:${two[minutes % 60] ?? ''}:${two[seconds % 60] ?? ''}.${three[rest % 1_000] ?? ''}Z`;
}

function dateOf(day: number, time: Date): string {
  const text = time.toISOString();
  const date = text.slice(0, text.indexOf('T'));
  if (dates.size >= mostDays) dates.clear();
  dates.set(day, date);
  return date;
}
