/** Zones change their offset on whole quarters of an hour. */
const quarterMs = 900_000;
const minuteMs = 60_000;
const maximumCached = 10_000;

const pad = (value: number): string => String(value).padStart(2, '0');

/** Minutes ahead of UTC, from the `GMT-05:00` that Intl writes; `GMT` alone is 0. */
function readOffset(text: string): number {
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const showOffset = (minutes: number): string => {
  const distance = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${pad(Math.floor(distance / 60))}:${pad(distance % 60)}`;
};

/**
 * Formats times in an IANA zone: whole seconds, cut, with the offset in force at that time, never `Z`. Takes
 * UTC with milliseconds.
 * Throws RangeError for an unknown zone.
 * Decision: R4.
 */
export function clockOf(timeZone: string): (iso: string) => string {
  const zone = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const offsets = new Map<number, number>();

  const offsetAt = (instant: number): number => {
    const quarter = Math.floor(instant / quarterMs);
    const known = offsets.get(quarter);
    if (known !== undefined) return known;
    const parts = zone.formatToParts(instant);
    const offset = readOffset(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '');
    if (offsets.size >= maximumCached) offsets.clear();
    offsets.set(quarter, offset);
    return offset;
  };

  return (iso) => {
    const instant = Date.parse(iso);
    const offset = offsetAt(instant);
    const local = new Date(instant + offset * minuteMs).toISOString();
    return local.replace(/\.\d{3}Z$/, showOffset(offset));
  };
}
