import { Prisma } from '../prisma/generated/client/client.ts';
import { lineOf, SentAway } from '../prisma/write-line.ts';
import type { Context, Db, Settings, Transaction, Viewer } from './context.ts';
import { classifyDatabaseError, constraintOf } from './database-errors.ts';
import { Unavailable } from './errors.ts';

/** A write found out that it needs locks it does not hold; it starts over with them. Decision: T53. */
export class NeedsOrders extends Error {
  readonly orderIds: readonly bigint[];
  constructor(orderIds: readonly bigint[]) {
    super('The write needs further orders locked.');
    this.orderIds = orderIds;
  }
}

/**
 * One write: a transaction with what it has locked and touched so far. Locks are taken in one order
 * everywhere: order rows by id, then stock items by variant and location.
 * Decision: T53.
 */
export class Write {
  readonly tx: Transaction;
  readonly settings: Settings;
  readonly viewer: Viewer;
  readonly now: Date;
  /** Orders whose derived values must be computed anew before the write ends. */
  readonly touchedOrders = new Set<bigint>();
  /** Shipments of which this write filled a backordered unit. Decision: T29. */
  readonly filledShipments = new Set<bigint>();
  private readonly lockedOrders = new Set<bigint>();
  private readonly foreseen: ReadonlySet<bigint>;

  constructor(tx: Transaction, context: Context, now: Date, foreseen: ReadonlySet<bigint>) {
    this.tx = tx;
    this.settings = context.settings;
    this.viewer = context.viewer;
    this.now = now;
    this.foreseen = foreseen;
  }

  get userId(): bigint | null {
    return this.viewer.user?.id ?? null;
  }

  /** Locks these orders and those an earlier attempt asked for, by id. Called once, before any stock item. */
  async lockOrders(orderIds: readonly bigint[]): Promise<void> {
    const ids = [...new Set([...orderIds, ...this.foreseen])].filter(
      (id) => !this.lockedOrders.has(id),
    );
    if (ids.length === 0) return;
    await this.tx.$queryRaw(
      Prisma.sql`SELECT id FROM orders WHERE id = ANY(${ids.map(String)}::bigint[]) ORDER BY id FOR UPDATE`,
    );
    for (const id of ids) this.lockedOrders.add(id);
  }

  /** Marks orders as changed. Throws NeedsOrders when one is not locked. */
  touch(...orderIds: readonly bigint[]): void {
    const missing = orderIds.filter((id) => !this.lockedOrders.has(id));
    if (missing.length > 0) throw new NeedsOrders(missing);
    for (const id of orderIds) this.touchedOrders.add(id);
  }
}

const attempts = 5;

/**
 * Values that are looked for before they are written: numbers drawn at random, permalinks, skus. Who
 * was overtaken looks again, and draws anew or learns that the value is taken.
 * Decision: C3, C8, C37.
 */
const soughtValues =
  /orders_number|shipments_number|orders_token|products_live_permalink|variants_live_sku/;

const isRetried = (error: unknown): boolean => {
  const trouble = classifyDatabaseError(error);
  return trouble === 'retry' || (trouble === 'unique' && soughtValues.test(constraintOf(error)));
};

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The database kept the write from coming through; what the work refused by itself is no trouble. */
const isTrouble = (error: unknown): boolean =>
  error instanceof Unavailable || classifyDatabaseError(error) === 'unavailable';

/**
 * Runs a write as one transaction when its turn comes, and runs the whole decision again after a
 * deadlock, a serialization failure, a collision of sought values, or a lock that was found missing;
 * five attempts, then Unavailable. What the work throws otherwise rolls everything back.
 * Decision: A34, C37, L40, T53.
 */
export async function inWrite<T>(context: Context, work: (write: Write) => Promise<T>): Promise<T> {
  try {
    return await lineOf(context.db).pass(() => attempt(context, work), isTrouble);
  } catch (error) {
    throw error instanceof SentAway ? new Unavailable(2) : error;
  }
}

async function attempt<T>(context: Context, work: (write: Write) => Promise<T>): Promise<T> {
  const foreseen = new Set<bigint>();
  for (let number = 1; ; number += 1) {
    try {
      return await begin(context.db, async (tx) => {
        const write = new Write(tx, context, context.now(), foreseen);
        const answer = await work(write);
        if (write.touchedOrders.size > 0) throw new Error('A write left derived values behind.');
        return answer;
      });
    } catch (error) {
      if (error instanceof NeedsOrders) for (const id of error.orderIds) foreseen.add(id);
      else if (!isRetried(error)) throw error;
      if (number === attempts) throw new Unavailable(2);
      await pause(Math.random() * 10 * 2 ** number);
    }
  }
}

const begin = <T>(db: Db, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  db.$transaction(work);
