import { RateLimiterMemory, RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Session } from '../../prisma/database.ts';
import type { LimitName, Quota } from './rate-limits.ts';
import type { PointStore } from './reserved-points.ts';

/** Creates the store in which the points of a limit are counted. */
export type OpenPointStore = (name: LimitName, quota: Quota) => PointStore;

/** Timeout of the shared table before this process counts by itself, in milliseconds. */
const patienceMs = 250;

const optionsOf = (name: LimitName, { points, seconds }: Quota) => ({
  keyPrefix: name,
  points,
  duration: seconds,
});

/** Counts in this process: for the embedded database, which has only one. */
export const inMemory: OpenPointStore = (name, quota) =>
  new RateLimiterMemory(optionsOf(name, quota));

/**
 * Counts in the table `rate_limits`, exactly for all processes on one database. While that does not respond in
 * time each process counts by itself: limits never delay a request or refuse it because of database trouble.
 */
export function inDatabase(
  database: Pick<Session, 'query'>,
  timeoutMs = patienceMs,
): OpenPointStore {
  return (name, quota) => {
    const options = optionsOf(name, quota);
    const table = new RateLimiterPostgres({
      ...options,
      storeClient: { query: (statement: Statement) => runStatement(database, statement) },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
    });
    return new RLWrapperTimeouts({
      limiter: table,
      timeoutMs,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  };
}

interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** The library does arithmetic with the time at which points expire, and this project reads BIGINT as bigint. */
async function runStatement(database: Pick<Session, 'query'>, { text, values }: Statement) {
  const found = await database.query(text, values);
  const rows = found.map((row) => ({ ...row, expire: Number(row['expire']) }));
  return { rows, rowCount: rows.length };
}
