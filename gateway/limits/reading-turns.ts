import { FairQueue } from '../../prisma/shares/fair-queue.ts';

/**
 * How many reads of one caller run at once while others are active, and when nobody else is; few while they take long,
 * because whoever comes next waits for those that run.
 */
const readsAtOnce = { shared: 1, alone: 16, long: 4 } as const;

/** A read that takes longer is a long one, in milliseconds. */
const longMs = 100;

/** How long a caller counts as active after a request began, in milliseconds. */
const asksForMs = 1_000;

const nobody = { caller: '', at: Number.NEGATIVE_INFINITY };

/**
 * Runs one read of a caller at a time while others use the process too: concurrent reads make the turns of the
 * event loop long, and use up the database's processors. A caller who is alone is limited only by the number of
 * running requests, and to a few at once while they take long. Writes have their own turns (N42).
 */
export class ReadingTurns {
  /** The two callers who were active last. */
  private last = nobody;
  private other = nobody;
  /** How long the read took that ended last. */
  lastTook = 0;
  readonly queue = new FairQueue({
    width: Number.POSITIVE_INFINITY,
    share: (caller) => {
      if (!this.isAlone(caller)) return readsAtOnce.shared;
      return this.lastTook > longMs ? readsAtOnce.long : readsAtOnce.alone;
    },
  });

  /** Records that a caller is active. */
  note(caller: string): void {
    if (caller !== this.last.caller) this.other = this.last;
    this.last = { caller, at: performance.now() };
  }

  /** Whether nobody else was active lately. */
  isAlone(caller: string): boolean {
    const { at } = this.last.caller === caller ? this.other : this.last;
    return performance.now() - at > asksForMs;
  }
}

/** A read that takes so long is followed by a pause, in milliseconds. */
const pausedAfterMs = 20;

/** A pause is twice as long as what it follows, in milliseconds at most. */
const longestPauseMs = 250;

/** For how long who took so long makes room for others, if it was `least` or more; milliseconds. */
export const pauseAfter = (took: number, least: number): number =>
  took < least ? 0 : Math.min(2 * took, longestPauseMs);

/** A request's turn to read: taken by its first read; one that `holds` keeps it until its response is complete. */
export function readingTurn(turns: ReadingTurns, caller: string, holds: boolean) {
  let taken: Promise<void> | undefined;
  let since = 0;

  async function take(): Promise<void> {
    await turns.queue.enter(caller);
    since = performance.now();
  }

  /** After the event loop has turned, and a pause if others wait for the time that a long read used. */
  function give(): void {
    const took = performance.now() - since;
    turns.lastTook = took;
    const leave = (): void => {
      turns.queue.leave(caller);
    };
    const wait = turns.isAlone(caller) ? 0 : pauseAfter(took, pausedAfterMs);
    if (wait === 0) setImmediate(leave);
    else setTimeout(leave, wait);
  }

  /** Runs a read when it is the request's turn. Throws SentAway. */
  async function run<Result>(read: () => PromiseLike<Result> | Result): Promise<Result> {
    if (holds) {
      taken ??= take();
      await taken;
      return await read();
    }
    await take();
    try {
      return await read();
    } finally {
      give();
    }
  }

  /** Waits for something else, which does not count as time of the read. */
  async function apart(wait: () => Promise<void>): Promise<void> {
    const from = performance.now();
    await wait();
    since += performance.now() - from;
  }

  /** Releases the turn if it was held: the response is complete. Later reads take their own. */
  function end(): void {
    holds = false;
    // a refused request was told so by `run`, and has no turn
    taken?.then(give, () => undefined);
  }

  return { run, apart, end };
}
