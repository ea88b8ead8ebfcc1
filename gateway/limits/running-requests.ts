import { FairQueue } from '../../prisma/shares/fair-queue.ts';
import { SentAway, WaitingRoom } from '../../prisma/shares/waiting-room.ts';
import type { Viewer } from '../../schema/index.ts';
import { callerOf, isKnown } from './caller.ts';
import { refuseRequest, viewerOrNull } from './rate-limit.ts';
import type { ReadingTurns } from './reading-turns.ts';
import type { Credentials, GatewayMiddleware } from '../passage/request-state.ts';

/** How many requests of one caller run at once. */
const runningOfOne = 16;

/** Seconds after which a refused caller may retry. */
const retryAfter = 1;

/** The queue of requests, one for each caller: nobody waits for the requests of others. */
export const queueOfRequests = (): FairQueue =>
  new FairQueue({
    width: Number.POSITIVE_INFINITY,
    share: runningOfOne,
    stallMs: 10_000,
    patienceMs: 25_000,
    room: new WaitingRoom({ length: 10_000, lengthOfOne: 500 }),
  });

interface RunningRequestsParts {
  readonly requests: FairQueue;
  readonly loadViewer: (credentials: Credentials) => Promise<Viewer>;
  readonly isKnownToken: (token: string) => boolean;
  readonly turns: ReadingTurns;
}

/**
 * Determines whose share a request takes, and runs at most so many of one caller at once; the caller's others
 * wait, before their bodies are read. If too many wait, or the queue does not move, the response is 429.
 * Decision: N43, N46.
 */
export function runningRequests(parts: RunningRequestsParts): GatewayMiddleware {
  const { requests, loadViewer, isKnownToken, turns } = parts;
  return async function runningRequests(ctx, next) {
    const viewer = await viewerOrNull(ctx.state, loadViewer);
    const caller = callerOf(viewer, ctx.state, isKnownToken);
    ctx.state.caller = caller;
    // callers with neither key nor token must not limit others
    if (isKnown(caller)) turns.note(caller);
    const holds = ctx.path === '/graphql' || ctx.method === 'GET' || ctx.method === 'HEAD';
    const turn = turns.turnOf(caller, holds);
    ctx.state.readInTurn = (read) => turn.run(read);
    ctx.state.isShared = !turns.isAlone(caller);
    try {
      await requests.enter(caller);
    } catch (error) {
      if (!(error instanceof SentAway)) throw error;
      refuseRequest(ctx, retryAfter);
      return;
    }
    try {
      await next();
    } finally {
      turn.end();
      requests.leave(caller);
    }
  };
}
