/** A local date and time. */
interface WallTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
}

const day = 86_400_000;

/** The time at which a clock in UTC shows this, in milliseconds. */
function utcOf(wall: WallTime): number {
  const date = new Date(0);
  date.setUTCFullYear(wall.year, wall.month - 1, wall.day);
  return date.setUTCHours(wall.hour, wall.minute, wall.second, wall.millisecond);
}

function exists(wall: WallTime): boolean {
  const date = new Date(utcOf(wall));
  return (
    date.getUTCMonth() === wall.month - 1 &&
    date.getUTCDate() === wall.day &&
    wall.hour < 24 &&
    wall.minute < 60 &&
    wall.second < 60
  );
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(zone: string): Intl.DateTimeFormat {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  clocks.set(zone, clock);
  return clock;
}

/** The offset of a zone from UTC at a time, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 0, day: date = 0, hour = 0, minute = 0, second = 0 } = parts;
  const wall = { year, month, day: date, hour, minute, second, millisecond: 0 };
  return utcOf(wall) - Math.floor(instant / 1000) * 1000;
}

/** The time of a local date and time in a zone: of two the earlier; in a gap as much later. */
function instantOf(wall: WallTime, zone: string): number {
  const utc = utcOf(wall);
  const before = offsetAt(utc - day, zone);
  const candidates = [before, offsetAt(utc + day, zone)]
    .map((offset) => utc - offset)
    .filter((instant) => utc - instant === offsetAt(instant, zone));
  return candidates.length > 0 ? Math.min(...candidates) : utc - before;
}

const pattern =
  /^(\d{4})([-/])(\d{2})\2(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[-+ ]\d{2}(?::?\d{2})?)?)?$/i;

/** The offset of a written zone in milliseconds, undefined for an impossible one. */
function readZone(text: string): number | undefined {
  if (text.toUpperCase() === 'Z') return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = Number(text.slice(3).replace(':', ''));
  if (hours > 23 || minutes > 59) return undefined;
  // A blank is an unencoded plus.
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/**
 * The time of an ISO 8601 date, or date and time, in UTC with milliseconds, as the schema takes it; undefined
 * for anything else, for dates that do not exist and for years outside 1 to 9999. A date means its midnight; a
 * time without zone is read in `zone`, an IANA name.
 * Decision: S18.
 */
export function readTime(text: string, zone: string): string | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, year, , month, date, hour = 0, minute = 0, second = 0, fraction = '', written] = match;
  const wall = {
    year: Number(year),
    month: Number(month),
    day: Number(date),
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    millisecond: Number(fraction.padEnd(3, '0').slice(0, 3)),
  };
  const offset = written === undefined ? 0 : readZone(written);
  if (offset === undefined || !exists(wall)) return undefined;
  const instant = new Date(written === undefined ? instantOf(wall, zone) : utcOf(wall) - offset);
  const utcYear = instant.getUTCFullYear();
  return utcYear < 1 || utcYear > 9999 ? undefined : instant.toISOString();
}
