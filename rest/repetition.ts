import { createHash } from 'node:crypto';
import { wholeText } from './answer.ts';
import type { Answer } from './answer.ts';
import type { RestRequest } from './request.ts';

/** A request that the client may send again without it being carried out again. */
export interface KeyedRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Hash of all else that makes it this request. */
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** An answer that can be kept. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** An answer that was kept; a body that was too large is left out. Decision: N62. */
export interface KeptAnswer extends GivenAnswer {
  readonly bodyLeftOut: boolean;
}

/** Whether a text can be an Idempotency-Key: 1 to 255 printable characters. Decision: L3. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7E]{1,255}$/.test(text);

/**
 * A request under its Idempotency-Key; null for one without. Two requests are the same when method,
 * path, query, body and form are: what a body means counts, not how its JSON is set.
 * Decision: L3.
 */
export function readKeyedRequest(request: RestRequest, path: string): KeyedRequest | null {
  const { idempotencyKey: key, method, form, queryPairs, body } = request;
  if (key === undefined) return null;
  const text = JSON.stringify([form, queryPairs, body ?? null]);
  const hash = new Uint8Array(createHash('sha256').update(text).digest());
  return { key, method, path, hash };
}

/** An answer in the form in which it is kept: whatever answers a write is a text or nothing. */
export const toKept = ({ status, headers, body }: Answer): GivenAnswer => ({
  status,
  headers,
  body: body === undefined ? null : wholeText(body),
});

/** A kept answer as it is given, or given again. Decision: L4. */
export const fromKept = ({ status, headers, body }: KeptAnswer, replayed: boolean): Answer => ({
  status,
  headers: replayed ? { ...headers, 'Idempotency-Replayed': 'true' } : headers,
  ...(body !== null && { body }),
});
