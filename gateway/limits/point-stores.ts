import { RateLimiterMemory, RateLimiterPostgres, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Session } from '../../prisma/database.ts';
import type { Db } from '../../schema/index.ts';
import type { PointStore, Quota } from './reserved-points.ts';

export interface RateLimits {
  /** Points of one user, whichever of their keys is used: one for each 1,000 of cost, at least one per request. */
  readonly key: Quota;
  /** Points of one address without a valid key. */
  readonly address: Quota;
  /** Failed attempts with keys, sessions and order tokens from one address. */
  readonly failures: Quota;
}

export type LimitName = keyof RateLimits;

/** Is told of each 429: the limit of points, or what too many of a caller wait for. */
export type OnRefused = (limit: LimitName | 'lookUps' | 'requests') => void;

export type OpenPointStore = (name: LimitName, quota: Quota) => PointStore;

/** Timeout of the shared table before this process counts by itself, in milliseconds. */
export const patienceMs = 250;

/** How much later than the clock of this process says a window may end: those of machines differ. */
const clocksDifferMs = 60_000;

/** A statement of the library; its first value is the key of the caller. */
interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
}

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
    const query = async ({ text, values = [] }: Statement) => {
      // the library does arithmetic with the time at which points expire, and this project reads BIGINT as bigint
      const ask = async () =>
        (await database.query(text, values)).map((row) => ({
          ...row,
          expire: Number(row['expire']),
        }));
      const latest = Date.now() + quota.seconds * 1_000 + clocksDifferMs;
      let rows = await ask();
      if (rows.some(({ expire }) => expire > latest)) {
        // written while the clock of a machine was ahead: the caller would be refused until then
        await database.query('DELETE FROM rate_limits WHERE key = $1 AND expire > $2', [
          values[0],
          latest,
        ]);
        rows = await ask();
      }
      return { rows, rowCount: rows.length };
    };
    const options = optionsOf(name, quota);
    const table = new RateLimiterPostgres({
      ...options,
      storeClient: { query },
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      // see forgetCounts
      clearExpiredByTimeout: false,
    });
    return new RLWrapperTimeouts({
      limiter: table,
      timeoutMs,
      insuranceLimiter: new RateLimiterMemory(options),
    });
  };
}

/** Deletes counts whose window has been over for an hour, up to a limit; returns how many. Processes share the work. */
export const forgetCounts = (db: Db, most: number): Promise<number> =>
  db.$executeRaw`
    DELETE FROM rate_limits WHERE key IN (
      SELECT key FROM rate_limits WHERE expire < ((extract(epoch FROM now()) - 3600) * 1000)::bigint
      ORDER BY expire LIMIT ${most}::integer FOR UPDATE SKIP LOCKED)`;
