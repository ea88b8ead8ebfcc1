const inJson = /^(\d{4,6})(-\d\d-\d\dT.*?)( BC)?$/;

/**
 * Parses a time as PostgreSQL writes it to JSON in a UTC session: ISO 8601, except for years after 9999 and
 * before 1. Nearly all look like `2026-02-03T15:15:00.12+00:00`; their digits are read one by one, in half the
 * time of a general parser. Microseconds are cut off.
 */
export function timeOfJson(text: string): Date {
  if (!isOrdinary(text)) return readOddTime(text);
  return new Date(
    Date.UTC(
      twoDigits(text, 0) * 100 + twoDigits(text, 2),
      twoDigits(text, 5) - 1,
      twoDigits(text, 8),
      twoDigits(text, 11),
      twoDigits(text, 14),
      twoDigits(text, 17),
      milliseconds(text),
    ),
  );
}

const zero = '0'.charCodeAt(0);
const dash = '-'.charCodeAt(0);
const utc = '+00:00';

/** A year of four digits without a leading zero, and no offset. */
function isOrdinary(text: string): boolean {
  return text.charCodeAt(0) > zero && text.charCodeAt(4) === dash && text.endsWith(utc);
}

function twoDigits(text: string, at: number): number {
  return (text.charCodeAt(at) - zero) * 10 + text.charCodeAt(at + 1) - zero;
}

/** Of a fraction with zero to six digits, which follows `2026-02-03T15:15:00.`. */
function milliseconds(text: string): number {
  const end = text.length - utc.length;
  let sum = 0;
  for (let at = 20, weight = 100; at < end && weight >= 1; at += 1, weight /= 10) {
    sum += (text.charCodeAt(at) - zero) * weight;
  }
  return sum;
}

function readOddTime(text: string): Date {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time;
  const [, year = '', rest = '', before] = inJson.exec(text) ?? [];
  const signed = before === undefined ? `+${year.padStart(6, '0')}` : bcYear(Number(year));
  return new Date(`${signed}${rest}`);
}

/** The year before year 1 is year 0 in ISO 8601. */
function bcYear(year: number): string {
  return year === 1 ? '0000' : `-${String(year - 1).padStart(6, '0')}`;
}
