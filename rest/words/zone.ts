/** Zones change their offset on whole quarters of an hour. */
const quarterMs = 900_000;
const minuteMs = 60_000;
const maximumCached = 10_000;

const pad = (value: number): string => String(value).padStart(2, '0');

/** Milliseconds ahead of UTC, from the `GMT-05:00` that Intl writes; times before standard time have offsets with seconds. */
function readOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d{2}):(\d{2})(?::(\d{2}))?/.exec(text) ?? [];
  const distance = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  return (sign === '-' ? -1000 : 1000) * distance;
}

/**
 * The offset of an IANA zone from UTC at a time, both in milliseconds.
 * Throws RangeError for an unknown zone.
 */
export function offsetsOf(timeZone: string): (instant: number) => number {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  return (instant) => {
    const parts = zone.formatToParts(instant);
    return readOffset(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
  };
}

const milliseconds = '.000Z';

/** In whole minutes, and as it is written behind a time. */
interface Offset {
  readonly minutes: number;
  readonly shown: string;
}

const showOffset = (minutes: number): string => {
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
};

/**
 * Formats times in an IANA zone: whole seconds, cut, with the offset in force at that time, never `Z`; in UTC where the
 * zone has the year 10000 already. Takes UTC with milliseconds.
 * Throws RangeError for an unknown zone.
 * Decision: R4.
 */
export function clockOf(timeZone: string): (iso: string) => string {
  const readOffsetAt = offsetsOf(timeZone);
  const offsets = new Map<number, Offset>();

  const offsetAt = (instant: number): Offset => {
    const quarter = Math.floor(instant / quarterMs);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const minutes = Math.trunc(readOffsetAt(instant) / minuteMs);
    const offset = { minutes, shown: showOffset(minutes) };
    if (offsets.size >= maximumCached) offsets.clear();
    offsets.set(quarter, offset);
    return offset;
  };

  return (iso) => {
    const instant = Date.parse(iso);
    const { minutes, shown } = offsetAt(instant);
    const local = minutes === 0 ? iso : new Date(instant + minutes * minuteMs).toISOString();
    // the year 10000 would not be read again
    if (local.length > iso.length) return iso.slice(0, -milliseconds.length) + showOffset(0);
    return local.slice(0, -milliseconds.length) + shown;
  };
}
