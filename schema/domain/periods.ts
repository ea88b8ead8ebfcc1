export const periodLengths = {
  day: 'From midnight to midnight.',
  week: 'From Monday to Monday.',
  month: 'From the first of a month to that of the next.',
} as const;

export type PeriodLength = keyof typeof periodLengths;

/** A stretch of time: its start belongs to it, its end does not. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

/** When the period after that of a time begins: at midnight UTC, weeks on Monday, months on the first. */
const nextStart: Readonly<Record<PeriodLength, (time: Date) => Date>> = {
  day: (time) => midnight(time, time.getUTCMonth(), time.getUTCDate() + 1),
  week: (time) =>
    midnight(time, time.getUTCMonth(), time.getUTCDate() + 7 - ((time.getUTCDay() + 6) % 7)),
  month: (time) => midnight(time, time.getUTCMonth() + 1, 1),
};

/** Midnight of a day in the year of a time; months and days beyond their end go over to the next. */
function midnight(time: Date, month: number, day: number): Date {
  const start = new Date(0);
  // not Date.UTC, which reads the years 1 to 99 as 1901 to 1999
  start.setUTCFullYear(time.getUTCFullYear(), month, day);
  return start;
}

/**
 * The days, weeks or months in UTC from a time up to another, which is after it. The first and the last one are cut
 * where the times cut them. Undefined if there are more than `most`.
 */
export function periodsBetween(
  { start, end }: Period,
  length: PeriodLength,
  most: number,
): readonly Period[] | undefined {
  const periods: Period[] = [];
  for (let at = start; at < end;) {
    if (periods.length === most) return undefined;
    const next = nextStart[length](at);
    const until = next < end ? next : end;
    periods.push({ start: at, end: until });
    at = until;
  }
  return periods;
}
