import type { WaitingRoom } from './waiting-room.ts';
import { SentAway } from './waiting-room.ts';

/** How a queue moves. Times in milliseconds. */
export interface QueueRules {
  /** How many run at once, of all callers. */
  readonly width: number;
  /** How many run at once of one caller; a function where that changes. */
  readonly share: number | ((caller: string) => number);
  /** A caller of whom nobody came through for so long has all who wait sent away. */
  readonly stallMs: number;
  /** The longest anybody waits in a queue that moves. */
  readonly patienceMs: number;
  /** Counts who waits, here and in other queues with the same room; without it nobody is counted. */
  readonly room?: WaitingRoom;
}

/** How many of a queue run and how many wait. */
export interface QueueFigures {
  readonly running: number;
  readonly waiting: number;
}

/**
 * How somebody leaves a place.
 * - `through`  what was to be done is done, or refused by itself
 * - `failed`   trouble of others kept it from its end: the queue does not move by it
 * - `back`     nothing was tried to its end
 */
export type Leaving = 'through' | 'failed' | 'back';

interface Waiting {
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (error: SentAway) => void;
}

/** Who waits and runs of one caller. */
interface Line {
  readonly caller: string;
  running: number;
  waiting: Waiting[];
  /** When one of the caller was last let in or came through, or the first began to wait. */
  movedAt: number;
}

/**
 * Lets callers in by turns: each has a share of the places and a line of its own, first come, first
 * served; free places go round the lines. So with n callers who wait, the first in a line is let in
 * after at most n - 1 others, however many of theirs wait.
 * Decision: N40.
 */
export class FairQueue {
  private readonly rules: QueueRules;
  private readonly lines = new Map<string, Line>();
  /** The lines whose first may be let in, in the order of their turns. */
  private readonly turns = new Set<Line>();
  private readonly count = { running: 0, waiting: 0 };
  private movedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(rules: QueueRules) {
    this.rules = rules;
  }

  get figures(): QueueFigures {
    return this.count;
  }

  /** Lets a caller in where nobody need wait; says whether it did. */
  enterNow(caller: string): boolean {
    const line = this.lineOf(caller);
    const isFree =
      this.count.running < this.rules.width &&
      line.running < this.shareOf(line) &&
      line.waiting.length === 0;
    if (isFree) {
      line.running += 1;
      this.count.running += 1;
    } else this.forgetEmpty(line);
    return isFree;
  }

  /**
   * Resolves when the caller's turn has come; undefined where it has come at once. Who was in before
   * and had to step back passes the moment since when, and waits before the caller's others. Every
   * entry ends with `leave`. Throws SentAway where the waiting room is full.
   */
  enter(caller: string, since?: number): Promise<void> | undefined {
    if (this.enterNow(caller)) return undefined;
    this.rules.room?.take(caller);
    const line = this.lineOf(caller);
    if (line.waiting.length === 0) line.movedAt = performance.now();
    this.count.waiting += 1;
    return new Promise((begin, refuse) => {
      const place = { since: since ?? performance.now(), begin, refuse };
      if (since === undefined) line.waiting.push(place);
      else line.waiting.unshift(place);
      if (line.running < this.shareOf(line)) this.turns.add(line);
      this.admit();
      this.watch();
    });
  }

  /** Gives the place back. */
  leave(caller: string, how: Leaving = 'through'): void {
    const line = this.lineOf(caller);
    line.running -= 1;
    this.count.running -= 1;
    const now = performance.now();
    if (how === 'through') line.movedAt = this.movedAt = now;
    // who would be let in now to fail like the one before is refused at once
    if (how === 'failed') this.sendAwayWhoWaitInVain(now + this.rules.stallMs / 8);
    if (line.waiting.length > 0 && line.running < this.shareOf(line)) this.turns.add(line);
    this.admit();
    this.forgetEmpty(line);
  }

  private shareOf({ caller }: Line): number {
    const { share } = this.rules;
    return typeof share === 'number' ? share : share(caller);
  }

  private lineOf(caller: string): Line {
    let line = this.lines.get(caller);
    if (line === undefined) {
      line = { caller, running: 0, waiting: [], movedAt: 0 };
      this.lines.set(caller, line);
    }
    return line;
  }

  private forgetEmpty(line: Line): void {
    if (line.running > 0 || line.waiting.length > 0) return;
    this.lines.delete(line.caller);
    this.turns.delete(line);
  }

  private admit(): void {
    while (this.count.running < this.rules.width) {
      const [line] = this.turns;
      if (line === undefined) break;
      this.turns.delete(line);
      const next = line.waiting.shift();
      if (next === undefined) continue;
      this.free(line);
      line.running += 1;
      this.count.running += 1;
      line.movedAt = performance.now();
      if (line.waiting.length > 0 && line.running < this.shareOf(line)) this.turns.add(line);
      next.begin();
    }
    if (this.count.waiting === 0) {
      clearTimeout(this.timer);
      this.timer = undefined;
    }
  }

  private free({ caller }: Line): void {
    this.count.waiting -= 1;
    this.rules.room?.free(caller);
  }

  /** When the first of a line waits in vain: its own do not move, or nobody's do. */
  private endOf(line: Line, { since }: Waiting): number {
    const { stallMs, patienceMs } = this.rules;
    const movedAt =
      line.running < this.shareOf(line) ? Math.max(line.movedAt, this.movedAt) : line.movedAt;
    return Math.min(movedAt + stallMs, since + patienceMs);
  }

  /** Looks, while anybody waits, for the moment at which waiting has no point any more. */
  private watch(): void {
    if (this.timer !== undefined || this.count.waiting === 0) return;
    let end = Number.POSITIVE_INFINITY;
    for (const line of this.lines.values()) {
      const [first] = line.waiting;
      if (first) end = Math.min(end, this.endOf(line, first));
    }
    this.timer = setTimeout(
      () => {
        this.timer = undefined;
        this.sendAwayWhoWaitInVain(performance.now());
        this.watch();
      },
      Math.max(0, end - performance.now()) + 1,
    );
    // whoever waits has a socket, which keeps the process alive
    this.timer.unref();
  }

  private sendAwayWhoWaitInVain(now: number): void {
    for (const line of this.lines.values()) {
      const staying: Waiting[] = [];
      for (const waiting of line.waiting) {
        if (now < this.endOf(line, waiting)) staying.push(waiting);
        else {
          this.free(line);
          waiting.refuse(new SentAway('The queue does not move.'));
        }
      }
      line.waiting = staying;
      if (staying.length === 0) this.turns.delete(line);
      this.forgetEmpty(line);
    }
  }
}
