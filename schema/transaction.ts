import { setTimeout as pause } from 'node:timers/promises';
import { Prisma } from '../prisma/generated/client/client.ts';
import type { Leaving } from '../prisma/shares/fair-queue.ts';
import { nameRecord } from '../prisma/shares/records.ts';
import { timeoutOfReads, turnOfWrite } from '../prisma/shares/shares.ts';
import { SentAway } from '../prisma/shares/waiting-room.ts';
import type { WriteTurn } from '../prisma/shares/write-turn.ts';
import { NeedsRecords } from '../prisma/shares/write-turn.ts';
import type { Context, Db, Locks, Transaction } from './context.ts';
import { classifyDatabaseError, constraintOf } from '../prisma/database-errors.ts';
import { Unavailable } from './errors.ts';
import { RightsTaken, viewerOfWrite } from './access/standing.ts';

/** A write needs locks that it does not hold; it starts over with them. */
export class NeedsOrders extends Error {
  readonly orderIds: readonly bigint[];
  constructor(orderIds: readonly bigint[]) {
    super('The write needs locks on more orders.');
    this.orderIds = orderIds;
  }
}

/** A write was not given a lock that it does not wait for; it starts over. */
export class StartsOver extends Error {}

const attempts = 5;

/** Each wait adds records, so the loop ends by itself; this bound is far above what a write needs. */
const mostWaits = 20;

/**
 * Unique values that are looked up before they are written: random numbers, permalinks, SKUs, stock items. If another write
 * was first, the lookup is repeated: it generates another value, or finds that it is taken.
 */
const soughtValues =
  /orders_number|shipments_number|orders_token|products_live_permalink|variants_live_sku|stock_items_variant/;

const isRetried = (error: unknown): boolean => {
  if (error instanceof RightsTaken || error instanceof StartsOver) return true;
  const trouble = classifyDatabaseError(error);
  return trouble === 'retry' || (trouble === 'unique' && soughtValues.test(constraintOf(error)));
};

/** Whether the database or the queue of writes prevented a write, and not the work itself. */
export const isTrouble = (error: unknown): boolean =>
  error instanceof Unavailable || classifyDatabaseError(error) === 'unavailable';

/**
 * The isolation level. The default is READ COMMITTED; with REPEATABLE READ every read sees one snapshot, and
 * writing a row that has changed since starts over.
 */
export type Isolation = 'default' | 'repeatable';

/**
 * To be taken before the snapshot, which begins with the first statement that reads: which locations are active stays as
 * the snapshot has it, since it changes only with orders locked against this. Only such a change waits for it.
 */
const keepLocations = Prisma.sql`LOCK TABLE orders IN ROW SHARE MODE`;

/** The context is that of the caller, with the rights at the beginning of the attempt. */
type Work<T> = (tx: Transaction, locks: Locks, context: Context) => Promise<T>;

/**
 * Runs work as one transaction when it is the caller's turn. Runs all of it again after a deadlock, a serialization
 * failure, a collision of unique values, missing locks on orders, if rights were taken from the caller, or if other
 * writes of this process hold its records, which it waits for without a connection. After five attempts, not counting waits
 * for records, or more waits than any write needs, Unavailable. Anything else that the work throws rolls back. A caller whose key ends while the write
 * waits for its turn or its records gets Unauthenticated. Decision: A8, A34, C37, L40, N42, T53.
 */
export async function inTransaction<T>(
  context: Context,
  isolation: Isolation,
  work: Work<T>,
): Promise<T> {
  const turn = turnOfWrite(context.db);
  let how: Leaving = 'through';
  try {
    await turn.begin();
    return await attempt(context, isolation, turn, work);
  } catch (error) {
    if (isTrouble(error)) how = 'failed';
    throw error instanceof SentAway ? new Unavailable() : error;
  } finally {
    turn.end(how);
  }
}

async function attempt<T>(
  context: Context,
  isolation: Isolation,
  turn: WriteTurn,
  work: Work<T>,
): Promise<T> {
  const foreseen = new Set<bigint>();
  const claim: Locks['claim'] = (table, ids) => {
    turn.claim(ids.map((id) => nameRecord(table, id)));
  };
  const isRepeatable = isolation === 'repeatable';
  const options = isRepeatable ? ({ isolationLevel: 'RepeatableRead' } as const) : {};
  let waits = 0;
  for (let number = 1; ; number += 1) {
    try {
      const viewer = await viewerOfWrite(context);
      const current = { ...context, viewer };
      const locks = { foreseen, claim, begunAt: performance.now() };
      return await context.db.$transaction(async (tx) => {
        if (isRepeatable) await tx.$executeRaw(keepLocations);
        return work(tx, locks, current);
      }, options);
    } catch (error) {
      if (error instanceof NeedsRecords) {
        if (waits === mostWaits) throw new Unavailable();
        waits += 1;
        number -= 1;
        await turn.startOver(error.names);
        continue;
      }
      if (error instanceof NeedsOrders) for (const id of error.orderIds) foreseen.add(id);
      else if (!isRetried(error)) throw error;
      if (number === attempts) throw new Unavailable();
      await pause(Math.random() * 10 * 2 ** number);
    }
  }
}

/** Reads from one snapshot: for reads that must agree with each other. All together take as long as one read may. */
export const inSnapshot = <T>(db: Db, read: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.$transaction(read, { isolationLevel: 'RepeatableRead', ...timeoutOfReads(db) });

/** How long work of a start may take, which slow machines need, in milliseconds. */
const startMs = 60_000;

/**
 * Runs what the program does before it serves as one transaction, in nobody's turn. It waits for locks as long as it may
 * take, and a little less, so that its error tells of the lock: who holds one for seconds does not end the start.
 */
export const atStart = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.$transaction(
    async (tx) => {
      await tx.$executeRaw(
        Prisma.sql`SET LOCAL lock_timeout = ${Prisma.raw(String(startMs - 5_000))}`,
      );
      return work(tx);
    },
    { timeout: startMs },
  );
