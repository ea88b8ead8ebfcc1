import { setTimeout } from 'node:timers/promises';
import {
  type Db,
  fillNext,
  forgetExpiredKeys,
  forgetOldEntries,
  forgetOldEvents,
  forgetOldSessions,
  isExpected,
  oldCarts,
  type Settings,
  writeKeyUses,
} from '../../schema/index.ts';
import { forgetCounts } from '../limits/point-stores.ts';
import { describeError, type Log } from '../passage/request-log.ts';
import type { Config } from '../settings/config.ts';

/** Work that is repeated while the program serves, a little at a time. */
interface Chore {
  readonly name: string;
  /** Pause when nothing is left to do, in milliseconds. */
  readonly everyMs: number;
  /** Does a small part; returns whether there may be more. */
  readonly doPart: () => Promise<boolean>;
  /** Whether it runs once more when the program stops, because only this process has the data. */
  readonly atStop?: boolean;
}

/** Number of rows in one part, so that nobody waits for it. */
const partRows = 500;

const hourMs = 3_600_000;

/** A chore that forgets at most so many rows in one part; there may be more if it found as many. */
const forgetting = (
  name: string,
  everyMs: number,
  forget: (most: number) => Promise<number>,
): Chore => ({ name, everyMs, doPart: async () => (await forget(partRows)) === partRows });

/** Deletes carts that nobody has touched for so many days. */
function endingCarts(db: Db, days: number): Chore {
  const forgetSome = oldCarts(db, days);
  const name = 'end carts that nobody touched';
  return { name, everyMs: hourMs, doPart: () => forgetSome(partRows) };
}

/** The chores of a store; several processes on one database share them. */
export const choresOf = (
  db: Db,
  { auditDays, cartDays }: Pick<Config, 'auditDays' | 'cartDays'>,
  settings: Settings,
): readonly Chore[] => [
  {
    name: 'fill backorders that a write left',
    everyMs: 2_000,
    doPart: () => fillNext(db, settings),
  },
  ...(cartDays === 0 ? [] : [endingCarts(db, cartDays)]),
  forgetting('forget expired idempotency keys', 600_000, (most) => forgetExpiredKeys(db, most)),
  forgetting('forget old entries of the audit log', hourMs, (most) =>
    forgetOldEntries(db, auditDays, most),
  ),
  forgetting('forget old rows of the outbox', hourMs, (most) => forgetOldEvents(db, most)),
  forgetting('forget counts of rate limits that are over', 600_000, (most) =>
    forgetCounts(db, most),
  ),
  forgetting('forget sessions that are over', hourMs, (most) => forgetOldSessions(db, most)),
  {
    name: 'store when keys were last used',
    everyMs: 5_000,
    atStop: true,
    doPart: async () => {
      await writeKeyUses(db);
      return false;
    },
  },
];

/** Maximum delay before a chore runs for the first time, in milliseconds. */
const firstMs = 60_000;

/**
 * Runs chores until it is stopped. Processes that were started together run them at different times. A chore
 * that fails is logged, told to `onFailed` by its name, and tried again at its next time: requests report database
 * trouble, and nothing here is urgent.
 */
export function keepHouse(
  chores: readonly Chore[],
  log: Log,
  onFailed: (chore: string) => void = () => undefined,
) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const doPart = partsOf(log, onFailed);
  const done = Promise.all(chores.map((chore) => repeat(chore, doPart, signal)));
  return {
    /** Starts no new parts except the final ones, and resolves when none is running. */
    stop: async (): Promise<void> => {
      stopping.abort();
      await done;
      await Promise.all(chores.filter(({ atStop }) => atStop).map(doPart));
    },
  };
}

type DoPart = (chore: Chore) => Promise<boolean>;

async function repeat(chore: Chore, doPart: DoPart, signal: AbortSignal): Promise<void> {
  await rest(Math.random() * Math.min(firstMs, chore.everyMs), signal);
  while (!signal.aborted) {
    const more = await doPart(chore);
    if (!more) await rest(chore.everyMs * (0.9 + Math.random() * 0.2), signal);
  }
}

const failed = 'a clean-up job failed';

/** Does a part; a failure that is no trouble of the database is a fault, logged with all that is known of it. */
const partsOf =
  (log: Log, onFailed: (chore: string) => void): DoPart =>
  async ({ name, doPart }) => {
    try {
      return await doPart();
    } catch (error) {
      const err = describeError(error);
      const { type, message } = err;
      if (isExpected(error)) log.warn({ chore: name, err: { type, message } }, failed);
      else log.error({ chore: name, err }, failed);
      onFailed(name);
      return false;
    }
  };

/** Resolves after a delay, or at once when stopped. */
async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, { signal });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
