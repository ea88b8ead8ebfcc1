import type { Worker } from 'node:cluster';

/** What the first process asks a worker, and what the worker answers as soon as it gets a turn. */
interface BeatAsked {
  readonly beatAsked: true;
}
interface BeatTold {
  readonly beatTold: true;
}

/** How often a worker is asked, in milliseconds, and after how many in vain it has stopped answering. */
const beats = { everyMs: 2_000, inVain: 5 } as const;

/**
 * Asks a worker again and again whether its event loop turns, and reports once when it has not answered for
 * ten seconds. What was asked is counted rather than the time: a first process that stood still itself
 * blames nobody.
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
    // one that cannot be reached is about to end, and does not answer
    if (worker.isConnected()) worker.send(question, () => undefined);
  }, everyMs);
  worker.once('exit', () => {
    clearInterval(asking);
  });
}

/** Answers the first process in a worker. */
export function answerHeartbeat(): void {
  process.on('message', ({ beatAsked }: Partial<BeatAsked>) => {
    const answer: BeatTold = { beatTold: true };
    if (beatAsked) process.send?.(answer);
  });
}
