const hour = 3_600_000;

/** A time in the sample, written as UTC to the minute: `2025-03-04 10:15`. */
export const timeAt = (text: string): Date => new Date(`${text.replace(' ', 'T')}:00.000Z`);

/** The time so many hours later. */
export const hoursAfter = (time: Date, hours: number): Date =>
  new Date(time.getTime() + hours * hour);
