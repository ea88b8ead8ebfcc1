import { FairQueue } from '../../prisma/shares/fair-queue.ts';
import { SentAway, WaitingRoom } from '../../prisma/shares/waiting-room.ts';
import type { Viewer } from '../../schema/index.ts';
import { networkOf } from '../passage/client-address.ts';
import { hasEnded } from './intake.ts';
import type { LookUps } from './look-ups.ts';
import { ownTurn } from './loop-turns.ts';
import type { OnRefused } from './point-stores.ts';
import { refuseRequest } from './rate-limit.ts';
import { readingTurn, ReadingTurns } from './reading-turns.ts';
import type { GatewayMiddleware, RequestState } from '../passage/request-state.ts';

/** How many requests of one caller run at once, and how many wait, of one and of all. Decision: N43. */
export const requestBounds = { runningOfOne: 16, waitingOfOne: 500, waiting: 10_000 } as const;

/** The queue of requests, one for each caller: nobody waits for the requests of others. */
export const queueOfRequests = (): FairQueue =>
  new FairQueue({
    width: Number.POSITIVE_INFINITY,
    share: requestBounds.runningOfOne,
    room: new WaitingRoom({
      length: requestBounds.waiting,
      lengthOfOne: requestBounds.waitingOfOne,
    }),
  });

/**
 * Whose share a request takes: of the user of a valid key, else of the client's network, whatever tokens it
 * sends. Never a value that a client can choose, or collect: one key makes many orders, each with a token.
 */
export const callerOf = (viewer: Viewer | null, { address = '' }: RequestState): string =>
  viewer?.user ? `user:${String(viewer.user.id)}` : `network:${networkOf(address)}`;

interface RunningRequestsParts {
  readonly requests: FairQueue;
  readonly lookUps: LookUps;
  readonly isKnownToken: (token: string) => boolean;
  readonly onRefused?: OnRefused | undefined;
}

/**
 * Determines whose share a request takes, and runs at most so many of one caller at once; the caller's others
 * wait, before their bodies are read, those of an address by turns of the orders whose tokens they bear. If too many
 * wait, or the queue does not move, the response is 429.
 */
export function runningRequests(parts: RunningRequestsParts): GatewayMiddleware {
  const { requests, lookUps, isKnownToken, onRefused } = parts;
  const turns = new ReadingTurns();
  return async function runningRequests(ctx, next) {
    const viewer = await lookUps.find(ctx.state);
    if (viewer === 'too-many') {
      await refuseRequest(ctx);
      return;
    }
    const { orderToken } = ctx.state.credentials;
    const token = orderToken !== null && isKnownToken(orderToken) ? orderToken : undefined;
    const caller = callerOf(viewer, ctx.state);
    ctx.state.caller = caller;
    // callers with neither key nor token must not limit others
    const isKnown = Boolean(viewer?.user) || token !== undefined;
    if (isKnown) turns.note(caller);
    // nor holders of tokens at their address
    const line = isKnown ? caller : `strangers of ${caller}`;
    const holds = ctx.path === '/graphql' || ctx.method === 'GET' || ctx.method === 'HEAD';
    const turn = readingTurn(turns, caller, holds);
    ctx.state.readInTurn = turn.run;
    ctx.state.isShared = !turns.isAlone(caller);
    ctx.state.ownTurn = () => turn.apart(() => ownTurn(caller, !turns.isAlone(caller)));
    try {
      await requests.enter(line, undefined, viewer?.user ? undefined : token);
    } catch (error) {
      if (!(error instanceof SentAway)) throw error;
      onRefused?.('requests');
      await refuseRequest(ctx);
      return;
    }
    try {
      // nobody is there for what was sent over a connection that ended while its request waited
      if (!hasEnded(ctx.req.socket)) await next();
    } finally {
      turn.end();
      requests.leave(line);
    }
  };
}
