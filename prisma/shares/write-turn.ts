import type { FairQueue, Leaving } from './fair-queue.ts';
import type { RecordName, Records } from './records.ts';

/** A write needs records that other writes of this process hold; it starts over when it has them. */
export class NeedsRecords extends Error {
  readonly names: readonly RecordName[];
  constructor(names: readonly RecordName[]) {
    super('The write needs records that other requests are writing.');
    this.names = names;
  }
}

/**
 * The turn of one write: a slot among the writes of its caller, and the records it locks. It never waits for a
 * record while it has a slot: it releases both, waits for all its records in a fixed order, and only then for
 * its slot. So writes cannot deadlock.
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

  /** Waits for a slot. Throws SentAway. */
  async begin(): Promise<void> {
    await this.writes.enter(this.caller);
    this.hasPlace = true;
  }

  /** Takes records before they are locked. Throws NeedsRecords if others write one of them. */
  claim(names: readonly RecordName[]): void {
    const fresh = names.filter((name) => !this.held.includes(name));
    for (const name of fresh) {
      if (!this.records.takeNow(name, this.caller)) throw new NeedsRecords(fresh);
      this.held.push(name);
    }
  }

  /** Waits for these records and those it had, then for a slot before the caller's others. Throws SentAway. */
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

  /** Releases its slot and records. */
  end(how: Leaving): void {
    if (this.hasPlace) this.writes.leave(this.caller, how);
    this.hasPlace = false;
    for (const name of this.held) this.records.release(name, this.caller, how);
    this.held = [];
  }
}
