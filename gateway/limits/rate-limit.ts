import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { SeenSecrets } from '../../schema/index.ts';
import { networkOf } from '../passage/client-address.ts';
import type { LookUps } from './look-ups.ts';
import type { LimitName, OnRefused, OpenPointStore, RateLimits } from './point-stores.ts';
import { refuse, soon } from '../passage/refusals.ts';
import { costOf, pointsOf } from './points.ts';
import type { RequestCost } from '../passage/request-cost.ts';
import type { GatewayContext, GatewayMiddleware, RequestState } from '../passage/request-state.ts';
import { reservedPoints, type Standing } from './reserved-points.ts';

export interface RateLimitParts {
  readonly limits: RateLimits;
  readonly openStore: OpenPointStore;
  readonly lookUps: LookUps;
  /** Whether this process has found that some order has this token. */
  readonly isKnownToken: (token: string) => boolean;
  readonly onRefused?: OnRefused | undefined;
}

/**
 * Counts every request by its cost: for its user if the key is valid, else for its address; and counts failed attempts
 * with keys, sessions and order tokens for the address. One point is taken at once, the others before each operation
 * runs; the difference to the actual cost is settled when the response is complete or, if it is streamed, at its end.
 * Returns what is left in `RateLimit` headers; beyond a limit the response is 429 in the shape of REST or of GraphQL.
 * An address with too many failed attempts gets it before its key or session is looked up, unless that, or an order
 * token alone, was valid before; so does one with too many look-ups at once, which pays a point for each.
 * Decision: P30, P34.
 */
export function rateLimit(parts: RateLimitParts): GatewayMiddleware {
  const { limits, openStore, lookUps, isKnownToken, onRefused = () => undefined } = parts;
  const openPoints = (name: LimitName) => {
    const { points, seconds } = limits[name];
    const policy = `"${name}";q=${String(points)};w=${String(seconds)}`;
    return { policy, ...reservedPoints(openStore(name, limits[name]), limits[name]) };
  };
  const points = {
    key: openPoints('key'),
    address: openPoints('address'),
    failures: openPoints('failures'),
  };

  /** As in the draft of the HTTP working group. */
  const tellStanding = (
    { res }: GatewayContext,
    name: LimitName,
    { remaining, resetSeconds }: Standing,
  ): void => {
    res.setHeader('RateLimit-Policy', points[name].policy);
    res.setHeader('RateLimit', `"${name}";r=${String(remaining)};t=${String(resetSeconds)}`);
  };

  const stop = async (ctx: GatewayContext, name: LimitName, standing: Standing): Promise<void> => {
    onRefused(name);
    tellStanding(ctx, name, standing);
    await refuseRequest(ctx, standing.resetSeconds);
  };

  /** The bad keys and sessions of this window, by address. */
  const guesses = new LRUCache<string, true>({ max: 10_000, ttl: limits.failures.seconds * 1_000 });
  const isNew = (network: string, { credentials: { key, session } }: RequestState): boolean => {
    const guess = SeenSecrets.digestOf(JSON.stringify([network, key, session]));
    if (guesses.has(guess)) return false;
    guesses.set(guess, true);
    return true;
  };

  const wasGood = ({ credentials }: RequestState): boolean => {
    const { key, orderToken, session = null } = credentials;
    if (key !== null || session !== null) return lookUps.isGood(credentials);
    return orderToken !== null && isKnownToken(orderToken);
  };

  return async function rateLimit(ctx, next) {
    const { state } = ctx;
    const network = networkOf(state.address ?? '');
    const blocked = points.failures.refusalOf(network);
    if (blocked && isAttempt(state) && !wasGood(state)) {
      await stop(ctx, 'failures', blocked);
      return;
    }
    const found = await lookUps.find(state);
    const viewer = found === 'too-many' ? null : found;
    const isGuess = viewer?.key === 'bad' && isNew(network, state);
    if (isGuess) {
      // at once and whatever is asked for: the headers of a page for everybody tell as well that a key is bad
      const failed = await points.failures.take(network);
      if (!failed.admitted) {
        await stop(ctx, 'failures', failed);
        return;
      }
    }
    const user = viewer?.user ? String(viewer.user.id) : null;
    const [name, caller] =
      user === null ? (['address', network] as const) : (['key', user] as const);
    const standing = await points[name].take(caller);
    if (!standing.admitted) {
      await stop(ctx, name, standing);
      return;
    }
    tellStanding(ctx, name, standing);
    if (found === 'too-many') {
      await refuseRequest(ctx);
      return;
    }
    let paid = 1;
    state.pay = async (cost) => {
      // a request larger than the quota takes a whole window, else it could never run
      const due = Math.min(pointsOf(cost), limits[name].points) - paid;
      if (due <= 0) return undefined;
      const further = await points[name].take(caller, due);
      if (further.admitted) paid += due;
      else onRefused(name);
      tellStanding(ctx, name, further);
      return further.admitted ? undefined : further.resetSeconds;
    };
    const settle = ({ total }: RequestCost): Standing | undefined =>
      points[name].settle(caller, paid - pointsOf(total.actual), standing);
    try {
      await next();
    } finally {
      const cost = state.cost ?? (state.bodySize ? costOf(state) : undefined);
      if (cost?.goesOn === true && !ctx.res.closed) ctx.res.once('close', () => settle(cost));
      else if (cost && !ctx.headerSent) {
        const settled = settle(cost);
        if (settled) tellStanding(ctx, name, settled);
      }
    }
    const isAgain = viewer?.key === 'bad' && !isGuess;
    const isToken = viewer?.key === 'none' && state.credentials.orderToken !== null;
    if (!(isAgain || isToken) || state.denied !== true) return;
    const failed = await points.failures.take(network);
    // the response to a token holder may contain data of fields that succeeded, so it is not replaced
    if (!failed.admitted && ctx.path !== '/graphql') await stop(ctx, 'failures', failed);
  };
}

/** Whether any credential was presented that could be guessed. */
function isAttempt({ credentials: { key, orderToken, session = null } }: RequestState): boolean {
  return key !== null || orderToken !== null || session !== null;
}

/** How long a 429 is held, in milliseconds: who asks again at once is slowed down, and nobody else. */
const heldMs = 200;

/** Answers 429, not at once; `retryAfter` is in seconds. Decision: P30. */
export async function refuseRequest(ctx: GatewayContext, retryAfter = soon): Promise<void> {
  await pause(heldMs);
  ctx.remove('WWW-Authenticate');
  refuse(ctx, 429, { 'Retry-After': String(retryAfter) });
}
