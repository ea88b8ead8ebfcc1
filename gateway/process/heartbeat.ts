import type { Worker } from 'node:cluster';

/** The primary process's ping, and the worker's reply from its event loop. */
interface BeatAsked {
  readonly beatAsked: true;
}
interface BeatTold {
  readonly beatTold: true;
}

/** Interval of pings in milliseconds, and after how many without a reply a worker counts as hung. */
const beats = { everyMs: 2_000, inVain: 5 } as const;

/**
 * Pings a worker regularly to check that its event loop runs, and reports once if it has not replied for ten
 * seconds. Pings are counted rather than time, so that a primary process that was paused itself blames nobody.
 * Decision: N22.
 */
export function watchHeartbeat(
  worker: Worker,
  onSilent: () => void,
  { everyMs, inVain }: { readonly everyMs: number; readonly inVain: number } = beats,
): void {
  let unanswered = 0;
  worker.on('message', ({ beatTold }: Partial<BeatTold>) => {
    if (beatTold) unanswered = 0;
  });
  const asking = setInterval(() => {
    if (unanswered >= inVain) {
      clearInterval(asking);
      onSilent();
      return;
    }
    unanswered += 1;
    const question: BeatAsked = { beatAsked: true };
    // a worker that cannot be reached is about to end, and does not reply
    if (worker.isConnected()) worker.send(question, () => undefined);
  }, everyMs);
  worker.once('exit', () => {
    clearInterval(asking);
  });
}

/** Replies to the primary process, in a worker. */
export function answerHeartbeat(): void {
  process.on('message', ({ beatAsked }: Partial<BeatAsked>) => {
    const answer: BeatTold = { beatTold: true };
    if (beatAsked) process.send?.(answer);
  });
}
