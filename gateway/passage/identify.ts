import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import type { Viewer } from '../../schema/index.ts';
import type { GatewayMiddleware, RequestState } from './request-state.ts';

/** A key that nobody can have: keys are printable ASCII. Used for Basic credentials that cannot be decoded. */
const undecodable = '\uFFFD';

/**
 * Reads the caller's key: X-ServiceAPIKey takes precedence if it is not blank, then the user name of HTTP Basic, whose
 * password is ignored, in whatever encoding. A blank is absent; Basic that cannot be decoded gives a key that matches
 * nobody. Contract: Authentication 3. Decision: A3.
 */
export function readKey(headers: IncomingHttpHeaders): string | null {
  const header = headers['x-serviceapikey'];
  const key = (Array.isArray(header) ? header.join(', ') : header)?.trim();
  return key ? key : readBasic(headers.authorization);
}

function readBasic(authorization: string | undefined): string | null {
  const sent = authorization?.trim() ?? '';
  if (!/^basic(?:\s|$)/i.test(sent)) return null;
  const bytes = decodeBase64(sent.slice('basic'.length).trim());
  if (bytes === undefined) return undecodable;
  const end = bytes.indexOf(':');
  const userName = end < 0 ? bytes : bytes.subarray(0, end);
  if (!isUtf8(userName)) return undecodable;
  const key = userName.toString('utf8');
  return key.trim() === '' ? null : key;
}

/** Node's decoder skips invalid characters, so alphabet and length are checked first. */
function decodeBase64(encoded: string): Buffer | undefined {
  const digits = encoded.replace(/={0,2}$/, '');
  if (!/^[A-Za-z0-9+/]*$/.test(digits) || digits.length % 4 === 1) return undefined;
  return Buffer.from(digits, 'base64');
}

/**
 * Reads the order token from the header X-ServiceOrderToken, else the parameter `order_token` of the query string
 * as sent, of which the last counts. A blank one is absent. It is never read from a body, because bodies are read for
 * known callers only. `ctx.query` is not used: its time grows with the square of the parameters.
 */
export function readOrderToken(headers: IncomingHttpHeaders, querystring: string): string | null {
  const named = querystring && new URLSearchParams(querystring).getAll('order_token').at(-1);
  const sent = [headers['x-serviceordertoken'], named];
  const token = sent.find((value) => typeof value === 'string' && value.trim() !== '');
  return typeof token === 'string' ? token : null;
}

/** Stores the caller's credentials in `ctx.state.credentials`. Nothing is looked up yet. */
export const identify: GatewayMiddleware = function identify(ctx, next) {
  ctx.state.credentials = {
    key: readKey(ctx.headers),
    orderToken: readOrderToken(ctx.headers, ctx.querystring),
  };
  return next();
};

/** How long a caller counts as identified since the key was looked up, in milliseconds. */
const identifiedMs = 1_000;

/**
 * The caller: looked up by the first who asks, and by the next who asks a second after a user was found, because the
 * request may have waited for its body or in a queue while the key was revoked. What failed or found nobody stays so.
 */
export async function viewerOf(
  state: RequestState,
  load: (credentials: RequestState['credentials']) => Promise<Viewer>,
): Promise<Viewer> {
  if (performance.now() - (state.identifiedAt ?? Infinity) > identifiedMs) {
    delete state.viewer;
    delete state.identifiedAt;
  }
  state.viewer ??= load(state.credentials);
  const viewer = await state.viewer;
  if (viewer.user) {
    state.userId = String(viewer.user.id);
    // it may have been looked up for an earlier request
    state.identifiedAt ??= viewer.knownAt ?? performance.now();
  }
  return viewer;
}
