import type { FairQueue, Leaving } from './fair-queue.ts';
import type { RecordName, Records } from './records.ts';

/** A write met records that other writes of this process hold; it starts over when it has them. */
export class NeedsRecords extends Error {
  readonly names: readonly RecordName[];
  constructor(names: readonly RecordName[]) {
    super('The write needs records that others are writing.');
    this.names = names;
  }
}

/**
 * The turn of one write: a place among the writes of its caller, and the records it locks. With a place
 * it never waits for a record: it gives both back, waits for all its records in one order, and only
 * then for its place. So writes never wait for each other in a circle.
 * Decision: L40, N42.
 */
export class WriteTurn {
  private readonly writes: FairQueue;
  private readonly records: Records;
  private readonly caller: string;
  private readonly since = performance.now();
  private held: RecordName[] = [];
  private hasPlace = false;

  constructor(writes: FairQueue, records: Records, caller: string) {
    this.writes = writes;
    this.records = records;
    this.caller = caller;
  }

  /** Waits for a place. Throws SentAway. */
  async begin(): Promise<void> {
    await this.writes.enter(this.caller);
    this.hasPlace = true;
  }

  /** Takes records before they are locked. Throws NeedsRecords where others write one of them. */
  claim(names: readonly RecordName[]): void {
    const fresh = names.filter((name) => !this.held.includes(name));
    for (const name of fresh) {
      if (!this.records.takeNow(name, this.caller)) throw new NeedsRecords(fresh);
      this.held.push(name);
    }
  }

  /** Waits for these records beside those it had, then for its place before others of the caller. Throws SentAway. */
  async startOver(names: readonly RecordName[]): Promise<void> {
    const wanted = [...new Set([...this.held, ...names])].sort();
    this.end('back');
    for (const name of wanted) {
      await this.records.take(name, this.caller);
      this.held.push(name);
    }
    await this.writes.enter(this.caller, this.since);
    this.hasPlace = true;
  }

  /** Gives back what it has. */
  end(how: Leaving): void {
    if (this.hasPlace) this.writes.leave(this.caller, how);
    this.hasPlace = false;
    for (const name of this.held) this.records.release(name, this.caller, how);
    this.held = [];
  }
}
