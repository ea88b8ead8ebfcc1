import { setImmediate as aTurn } from 'node:timers/promises';
import type { PrismaClient } from './generated/client/client.ts';

/** How a line moves. Times in milliseconds. */
export interface LineRules {
  /** Writes that run at once; the others wait. */
  readonly width: number;
  /** When no write has come through for so long, everybody who waits is sent away. */
  readonly stallMs: number;
  /** The longest anybody waits in a line that moves. */
  readonly patienceMs: number;
  /** The most who wait; the next is sent away at once. */
  readonly length: number;
  /** Whether the event loop turns before each write: for a database that works in this thread. */
  readonly yields?: boolean;
}

/** Thrown to a write that was sent away before it began: nothing of it has happened. */
export class SentAway extends Error {}

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
  readonly sendAway: () => void;
}

/**
 * A line before the database: first come, first served. Many writes at once would wait for
 * connections and locks, whose limits are short because there a wait means trouble; in the line they
 * wait without holding anything, and the connections left over serve reads.
 * Decision: L40.
 */
export class WriteLine {
  private readonly rules: LineRules;
  private readonly waiting: Waiting[] = [];
  private running = 0;
  private lastProgress = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(rules: LineRules) {
    this.rules = rules;
  }

  /**
   * Runs work when its turn comes. `isTrouble` tells of an error whether the database was the cause:
   * such a write has not come through. Throws SentAway, or what the work throws.
   */
  async pass<Result>(
    work: () => Promise<Result>,
    isTrouble: (error: unknown) => boolean,
  ): Promise<Result> {
    await this.turn();
    let cameThrough = true;
    try {
      return await work();
    } catch (error) {
      cameThrough = !isTrouble(error);
      throw error;
    } finally {
      if (cameThrough) this.lastProgress = performance.now();
      this.running -= 1;
      this.admit();
    }
  }

  private turn(): Promise<void> | undefined {
    if (this.running < this.rules.width) {
      this.running += 1;
      return this.rules.yields ? aTurn() : undefined;
    }
    if (this.waiting.length >= this.rules.length) throw new SentAway('The line is full.');
    if (this.waiting.length === 0) this.lastProgress = performance.now();
    return new Promise((resolve, reject) => {
      this.waiting.push({
        since: performance.now(),
        begin: resolve,
        sendAway: () => {
          reject(new SentAway('The line does not move.'));
        },
      });
      this.watch();
    });
  }

  private admit(): void {
    while (this.running < this.rules.width) {
      const next = this.waiting.shift();
      if (next === undefined) break;
      this.running += 1;
      // what has arrived meanwhile is read first: probes, signals, and who waits to be let in
      if (this.rules.yields) setImmediate(next.begin);
      else next.begin();
    }
    if (this.waiting.length === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
  }

  /** Looks, while anybody waits, for the moment at which waiting has no point any more. */
  private watch(): void {
    const [first] = this.waiting;
    if (first === undefined || this.timer !== undefined) return;
    const { stallMs, patienceMs } = this.rules;
    const end = Math.min(this.lastProgress + stallMs, first.since + patienceMs);
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.sendAwayWhoWaitsInVain();
        this.watch();
      },
      Math.max(0, end - performance.now()) + 1,
    );
  }

  private sendAwayWhoWaitsInVain(): void {
    const now = performance.now();
    const { stallMs, patienceMs } = this.rules;
    const stalls = now >= this.lastProgress + stallMs;
    const leaving = this.waiting.filter(({ since }) => stalls || now >= since + patienceMs);
    this.waiting.splice(0, leaving.length);
    for (const { sendAway } of leaving) sendAway();
  }
}

const lines = new WeakMap<PrismaClient, WriteLine>();

/** Gives the client of an opened database its line. */
export function formLine(
  client: PrismaClient,
  rules: Pick<LineRules, 'width' | 'stallMs' | 'yields'>,
): void {
  lines.set(client, new WriteLine({ patienceMs: 25_000, length: 1_000, ...rules }));
}

/** The line before a client's database. */
export function lineOf(client: PrismaClient): WriteLine {
  const line = lines.get(client);
  if (line === undefined) throw new Error('The client was not opened by openDatabase.');
  return line;
}
