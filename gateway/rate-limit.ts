import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { Viewer } from '../schema/index.ts';
import { networkOf } from './client-address.ts';
import { viewerOf } from './identify.ts';
import type { OpenPointStore } from './point-stores.ts';
import type { LimitName, Quota, RateLimits } from './rate-limit-setting.ts';
import { refusals, refuse } from './refusals.ts';
import type {
  Credentials,
  GatewayContext,
  GatewayMiddleware,
  RequestState,
} from './request-state.ts';
import { ReservedPoints } from './reserved-points.ts';
import type { Standing } from './reserved-points.ts';

/** What the limits work with. */
export interface RateLimitParts {
  readonly limits: RateLimits;
  readonly openStore: OpenPointStore;
  readonly loadViewer: (credentials: Credentials) => Promise<Viewer>;
  /** Told the limit of each refusal. */
  readonly onRefused?: ((limit: LimitName) => void) | undefined;
}

/** Keys that this process has seen to be good, by their hash. */
const goodKeysKept = 10_000;

/**
 * Counts every request: for its user when the key is good, else for its address; and counts failed
 * attempts with keys and order tokens for the address. Tells the standing in `RateLimit` headers; beyond a
 * limit the answer is 429 in the shape of REST or of GraphQL. An address with too many failed attempts
 * gets it before its key is looked at, unless that key was good before.
 * Decision: A24, A44, P30, P31, P34.
 */
export function rateLimit(parts: RateLimitParts): GatewayMiddleware {
  const { limits, openStore, loadViewer, onRefused = () => undefined } = parts;
  const pointsOf = (name: LimitName): ReservedPoints =>
    new ReservedPoints(openStore(name, limits[name]), limits[name]);
  const points = {
    key: pointsOf('key'),
    address: pointsOf('address'),
    failures: pointsOf('failures'),
  };
  const goodKeys = new GoodKeys();

  const stop = (ctx: GatewayContext, name: LimitName, standing: Standing): void => {
    onRefused(name);
    tellStanding(ctx, name, limits[name], standing);
    refuseRequest(ctx, standing.resetSeconds);
  };

  return async function rateLimit(ctx, next) {
    const { state } = ctx;
    const { key } = state.credentials;
    const network = networkOf(state.address ?? '');
    const blocked = points.failures.refusalOf(network);
    if (blocked && !(key !== null && goodKeys.has(key))) {
      if (isAttempt(state)) {
        stop(ctx, 'failures', blocked);
        return;
      }
      // a body that is not read yet may bring a token
      state.blockedSeconds = blocked.resetSeconds;
    }
    const user = await userOf(state, loadViewer);
    if (user !== null && key !== null) goodKeys.add(key);
    const [name, caller] =
      user === null ? (['address', network] as const) : (['key', user] as const);
    const standing = await points[name].take(caller);
    if (!standing.admitted) {
      stop(ctx, name, standing);
      return;
    }
    tellStanding(ctx, name, limits[name], standing);
    await next();
    if (user !== null || state.denied !== true || !isAttempt(state)) return;
    const failed = await points.failures.take(network);
    // what the holder of a token asked for beside it may have been done, and is told
    const mayHoldData = ctx.path === '/graphql' && state.credentials.orderToken !== null;
    if (!failed.admitted && !mayHoldData) stop(ctx, 'failures', failed);
  };
}

/** Whether anything was presented that could be guessed. */
function isAttempt({ credentials: { key, orderToken } }: RequestState): boolean {
  return key !== null || orderToken !== null;
}

/** The user of a good key. A look-up that fails is told by whoever needs the viewer. */
async function userOf(
  state: RequestState,
  loadViewer: RateLimitParts['loadViewer'],
): Promise<string | null> {
  try {
    const { user } = await viewerOf(state, loadViewer);
    return user && String(user.id);
  } catch {
    return null;
  }
}

/** As the draft of the HTTP working group spells them. Decision: A44. */
function tellStanding(
  ctx: GatewayContext,
  name: LimitName,
  { points, seconds }: Quota,
  { remaining, resetSeconds }: Standing,
): void {
  ctx.res.setHeader('RateLimit-Policy', `"${name}";q=${String(points)};w=${String(seconds)}`);
  ctx.res.setHeader('RateLimit', `"${name}";r=${String(remaining)};t=${String(resetSeconds)}`);
}

function refuseRequest(ctx: GatewayContext, retryAfter: number): void {
  ctx.remove('WWW-Authenticate');
  refuse(ctx, 429, { 'Retry-After': String(retryAfter) });
  if (ctx.path !== '/graphql') return;
  const { requestId } = ctx.state;
  const extensions = { code: 'RATE_LIMITED', retryAfter, requestId };
  ctx.body = { errors: [new GraphQLError(refusals[429], { extensions })] };
}

class GoodKeys {
  private readonly hashes = new Set<string>();

  has(key: string): boolean {
    return this.hashes.has(hash('sha256', key, 'base64'));
  }

  add(key: string): void {
    const name = hash('sha256', key, 'base64');
    if (this.hashes.has(name)) return;
    const [oldest] = this.hashes;
    if (this.hashes.size >= goodKeysKept && oldest !== undefined) this.hashes.delete(oldest);
    this.hashes.add(name);
  }
}
