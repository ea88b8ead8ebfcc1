import { SentAway, type WaitingRoom } from './waiting-room.ts';

/** Maximum wait in a queue that moves, in milliseconds. Decision: A41. */
export const patienceMs = 25_000;

/** Limits of a queue. Times in milliseconds. */
export interface QueueRules {
  /** How many run at once, of all callers. */
  readonly width: number;
  /** How many run at once for one caller; a function if that varies. */
  readonly share: number | ((caller: string) => number);
  /** If nothing of a caller finished for this long, all its waiting entries are refused. Default 10 s. */
  readonly stallMs?: number;
  /** Maximum wait in a queue that moves. Default `patienceMs`. */
  readonly patienceMs?: number;
  /** Counts the waiting entries of all queues that share this room. Without it they are not bounded. */
  readonly room?: WaitingRoom;
}

export interface QueueFigures {
  readonly running: number;
  readonly waiting: number;
}

/**
 * How an entry leaves.
 * - `through`  the work was done, or failed by its own fault
 * - `failed`   it failed because of something else, such as the database: the queue has not moved
 * - `back`     the work was not tried to its end
 */
export type Leaving = 'through' | 'failed' | 'back';

interface Waiting {
  readonly since: number;
  readonly turn: number;
  readonly begin: () => void;
  readonly refuse: (error: SentAway) => void;
}

/** Waiting and running entries of one caller. */
interface Line {
  readonly caller: string;
  running: number;
  waiting: Waiting[];
  /** The turn of the entry that began last. */
  turn: number;
  /** The last turn that each part of the caller was given, from `turn` on. */
  readonly given: Map<string, number>;
  /** When an entry of the caller last started or finished, or the first began to wait. */
  movedAt: number;
}

/** The turn of a new entry: after its part's others, and after those that began. */
function nextTurn({ turn, given }: Line, part: string): number {
  const next = Math.max(turn, (given.get(part) ?? -1) + 1);
  given.set(part, next);
  return next;
}

function takeTurn(line: Line, turn: number): void {
  if (turn === line.turn) return;
  line.turn = turn;
  for (const [part, last] of line.given) if (last < turn) line.given.delete(part);
}

/**
 * Round-robin queue: each caller has its share of the slots and its own first-in, first-out queue; free slots go to the
 * callers in turn. With n callers waiting, the first entry of each starts after at most n - 1 others, however many they
 * queue. Parts of a caller take turns within its queue in the same way. Decision: N40.
 */
export class FairQueue {
  private readonly rules: QueueRules & Required<Pick<QueueRules, 'stallMs' | 'patienceMs'>>;
  private readonly lines = new Map<string, Line>();
  /** The callers whose first entry may start, in the order of their turns. */
  private readonly turns = new Set<Line>();
  private readonly count = { running: 0, waiting: 0 };
  private movedAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(rules: QueueRules) {
    this.rules = { stallMs: 10_000, patienceMs, ...rules };
  }

  get figures(): QueueFigures {
    return this.count;
  }

  /** Starts an entry if it need not wait; returns whether it did. */
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
   * Resolves when it is the caller's turn; undefined if that is at once. An entry that was running and had to step back
   * passes the time since when, and goes before the caller's others. `part` says for whom of the caller it is. Every
   * entry must end with `leave`. Throws SentAway if the waiting room is full.
   */
  enter(caller: string, since?: number, part = ''): Promise<void> | undefined {
    if (this.enterNow(caller)) return undefined;
    this.rules.room?.take(caller);
    const line = this.lineOf(caller);
    if (line.waiting.length === 0) line.movedAt = performance.now();
    this.count.waiting += 1;
    return new Promise((begin, refuse) => {
      const turn = since === undefined ? nextTurn(line, part) : line.turn;
      const place = { since: since ?? performance.now(), turn, begin, refuse };
      const before = line.waiting.findLastIndex((other) => other.turn <= turn);
      line.waiting.splice(since === undefined ? before + 1 : 0, 0, place);
      if (line.running < this.shareOf(line)) this.turns.add(line);
      this.admit();
      this.watch();
    });
  }

  /** Releases the slot. */
  leave(caller: string, how: Leaving = 'through'): void {
    const line = this.lineOf(caller);
    line.running -= 1;
    this.count.running -= 1;
    const now = performance.now();
    if (how === 'through') line.movedAt = this.movedAt = now;
    // entries that would start now only to fail like the one before are refused at once
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
      line = { caller, running: 0, waiting: [], turn: 0, given: new Map(), movedAt: 0 };
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
      takeTurn(line, next.turn);
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

  /** When to give up on a caller's first entry: nothing of its caller, or of anybody, moves. */
  private endOf(line: Line, { since }: Waiting): number {
    const { stallMs, patienceMs } = this.rules;
    const movedAt =
      line.running < this.shareOf(line) ? Math.max(line.movedAt, this.movedAt) : line.movedAt;
    return Math.min(movedAt + stallMs, since + patienceMs);
  }

  /** While anything waits, checks whether waiting still makes sense. */
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
    // waiting entries have a socket, which keeps the process alive
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
