import { FairQueue, type Leaving, type QueueFigures, type QueueRules } from './fair-queue.ts';

/** Tables whose records writes queue for. */
export type QueuedTable = keyof typeof widths;

/** A record that a write locks, such as `orders:55`. */
export type RecordName = `${QueuedTable}:${string}`;

/**
 * How many writes of one record may be at the database at once. Counts on hand are locked late and briefly, by
 * writes of different orders: while one has the lock, the next do what comes before it.
 */
const widths = { orders: 1, products: 1, stock: 3 } as const;

/** The name of a record by its id, or by its number where the id is not known yet. */
export const nameRecord = (table: QueuedTable, id: bigint | string): RecordName =>
  typeof id === 'string' ? `${table}:number ${id}` : `${table}:${String(id)}`;

/**
 * The queues of writes for the records they lock. A waiting write holds no connection, and a locked record
 * delays only its own writers.
 */
export class Records {
  private readonly rules: Pick<QueueRules, 'stallMs' | 'patienceMs' | 'room'>;
  private readonly queues = new Map<RecordName, FairQueue>();

  constructor(rules: Pick<QueueRules, 'stallMs' | 'patienceMs' | 'room'>) {
    this.rules = rules;
  }

  get figures(): QueueFigures {
    const all = [...this.queues.values()].map(({ figures }) => figures);
    return {
      running: all.reduce((sum, { running }) => sum + running, 0),
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  }

  /** Takes a record if it is free; returns whether it did. */
  takeNow(name: RecordName, caller: string): boolean {
    return this.queueOf(name).enterNow(caller);
  }

  /** Takes a record when it is the caller's turn. Throws SentAway. */
  async take(name: RecordName, caller: string): Promise<void> {
    await this.queueOf(name).enter(caller);
  }

  release(name: RecordName, caller: string, how: Leaving): void {
    const queue = this.queueOf(name);
    queue.leave(caller, how);
    if (queue.figures.running === 0) this.queues.delete(name);
  }

  private queueOf(name: RecordName): FairQueue {
    let queue = this.queues.get(name);
    if (queue === undefined) {
      const width = widths[name.split(':')[0] as QueuedTable];
      queue = new FairQueue({ ...this.rules, width, share: width });
      this.queues.set(name, queue);
    }
    return queue;
  }
}
