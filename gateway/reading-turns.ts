import { FairQueue } from '../prisma/shares/fair-queue.ts';

/** Reads of one caller that run at once while others ask too, and where nobody else does. */
const readsAtOnce = { shared: 1, alone: 16 } as const;

/** For how long a caller counts as asking after a request began, in milliseconds. */
const asksForMs = 1_000;

interface Asked {
  readonly caller: string;
  readonly at: number;
}

const nobody: Asked = { caller: '', at: Number.NEGATIVE_INFINITY };

/**
 * Lets one read of a caller run at a time while others use the process too: what runs at once makes the
 * turns of the event loop long, and takes the processors of the database. Whoever is alone has no bound
 * but that of running requests. Writes have turns of their own (N42).
 * Decision: N46.
 */
export class ReadingTurns {
  /** The two callers who asked last. */
  private last = nobody;
  private other = nobody;
  readonly queue = new FairQueue({
    width: Number.POSITIVE_INFINITY,
    share: (caller) => (this.isAlone(caller) ? readsAtOnce.alone : readsAtOnce.shared),
    stallMs: 10_000,
    patienceMs: 25_000,
  });

  /** Notes that a caller asks for something. */
  note(caller: string): void {
    if (caller !== this.last.caller) this.other = this.last;
    this.last = { caller, at: performance.now() };
  }

  /** Whether nobody else asked lately. */
  isAlone(caller: string): boolean {
    const { at } = this.last.caller === caller ? this.other : this.last;
    return performance.now() - at > asksForMs;
  }

  /** The turn of one request; one that `holds` keeps it until its answer is made. */
  turnOf(caller: string, holds: boolean): ReadingTurn {
    return new ReadingTurn(this, caller, holds);
  }
}

/** A read that takes longer, in milliseconds, is followed by a pause as long, of this most. */
const pauses = { after: 20, most: 250 } as const;

/** A request's turn to read: taken by its first read. */
export class ReadingTurn {
  private readonly turns: ReadingTurns;
  private readonly caller: string;
  private holds: boolean;
  private taken: Promise<void> | undefined;
  private since = 0;

  constructor(turns: ReadingTurns, caller: string, holds: boolean) {
    this.turns = turns;
    this.caller = caller;
    this.holds = holds;
  }

  /** Runs a read when the turn has come. Throws SentAway. */
  async run<Result>(read: () => PromiseLike<Result> | Result): Promise<Result> {
    if (this.holds) {
      this.taken ??= this.take();
      await this.taken;
      return await read();
    }
    await this.take();
    try {
      return await read();
    } finally {
      this.give();
    }
  }

  /** Gives the turn back where it was held: the answer is made. What is read later takes its own. */
  end(): void {
    this.holds = false;
    // who was sent away was told so by `run`, and has no place
    this.taken?.then(
      () => {
        this.give();
      },
      () => undefined,
    );
  }

  private async take(): Promise<void> {
    await this.turns.queue.enter(this.caller);
    this.since = performance.now();
  }

  /** After the event loop has turned, and a pause where others wait for what a long read used. */
  private give(): void {
    const took = performance.now() - this.since;
    const leave = (): void => {
      this.turns.queue.leave(this.caller);
    };
    if (took < pauses.after || this.turns.isAlone(this.caller)) setImmediate(leave);
    else setTimeout(leave, Math.min(took, pauses.most));
  }
}
