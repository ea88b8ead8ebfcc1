import { offsetsOf } from '../words/zone.ts';

const day = 86_400_000;

/** The time at which a clock in UTC shows this; undefined if none does. */
function utcOf(iso: string): number | undefined {
  const utc = Date.parse(iso);
  // Date.parse reads the 30th of February as the 2nd of March.
  return !Number.isNaN(utc) && new Date(utc).toISOString() === iso ? utc : undefined;
}

const zones = new Map<string, (instant: number) => number>();

/** The offset of a zone from UTC at a time, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  const offsets = zones.get(zone) ?? offsetsOf(zone);
  zones.set(zone, offsets);
  return offsets(instant);
}

/** The time at which a clock in a zone shows what one in UTC shows at `utc`: of two the earlier; in a gap as much later. */
function instantOf(utc: number, zone: string): number {
  const before = offsetAt(utc - day, zone);
  const candidates = [before, offsetAt(utc + day, zone)]
    .map((offset) => utc - offset)
    .filter((instant) => utc - instant === offsetAt(instant, zone));
  return candidates.length > 0 ? Math.min(...candidates) : utc - before;
}

const pattern =
  /^(\d{4}([-/])\d{2}\2\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(?:[.,](\d+))?)?(Z|[-+ ]\d{2}(?::?\d{2})?)?)?$/i;

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
 */
export function readTime(text: string, zone: string): string | undefined {
  const match = pattern.exec(text.trim());
  if (!match) return undefined;
  const [, date = '', , time = '00:00', second = '00', fraction = '', written] = match;
  const milliseconds = fraction.padEnd(3, '0').slice(0, 3);
  const utc = utcOf(`${date.replaceAll('/', '-')}T${time}:${second}.${milliseconds}Z`);
  const offset = written === undefined ? 0 : readZone(written);
  if (utc === undefined || offset === undefined) return undefined;
  const instant = new Date(written === undefined ? instantOf(utc, zone) : utc - offset);
  const utcYear = instant.getUTCFullYear();
  return utcYear < 1 || utcYear > 9999 ? undefined : instant.toISOString();
}
