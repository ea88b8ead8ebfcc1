import { createHash } from 'node:crypto';
import { type Answer, wholeText } from './answer.ts';
import { LongBody } from './long-list.ts';
import type { RestRequest } from '../request/request.ts';
import { isObject } from '../words/texts.ts';

/** A request that the client may retry without it running again. */
export interface KeyedRequest {
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Hash of everything else that identifies the request. */
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** A response that can be stored. */
export interface GivenAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether there is a body that is too long to be stored. */
  readonly bodyLeftOut?: boolean;
}

/** A stored response; a body that was too large, or one of too many, is left out. */
export interface KeptAnswer extends GivenAnswer {
  readonly bodyLeftOut: boolean;
}

/** An object with its keys in one order, whatever order they were sent in; for JSON.stringify. */
const inKeyOrder = (_key: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** A hash of what tells requests apart, whatever the order of keys in its objects. */
export const hashOf = (parts: readonly unknown[]): KeyedRequest['hash'] =>
  new Uint8Array(createHash('sha256').update(JSON.stringify(parts, inKeyOrder)).digest());

/**
 * A request with its Idempotency-Key; null if it has none. Two requests are equal if method, path, query, body
 * and format are; neither the layout of JSON nor the order of keys matters.
 */
export function readKeyedRequest(request: RestRequest, path: string): KeyedRequest | null {
  const { idempotencyKey: key, method, form, queryPairs, body } = request;
  if (key === undefined) return null;
  return { key, method, path, hash: hashOf([form, queryPairs, body ?? null]) };
}

/** Stored beside the headers of a response, and never sent: where its record is read. */
const keptPath = 'kept-path';

/** A response as it is stored: the body of a write is a text or absent, that of a long record left out. */
export const toKept = ({ status, headers, body }: Answer, path?: string): GivenAnswer => ({
  status,
  headers: { ...headers, ...(path !== undefined && { [keptPath]: path }) },
  ...(body instanceof LongBody
    ? { body: null, bodyLeftOut: true }
    : { body: body === undefined ? null : wholeText(body) }),
});

/** The path of the record of a stored response; undefined if it is that of the request. */
export const pathOfKept = ({ headers }: KeptAnswer): string | undefined =>
  headers[keptPath] ?? headers['Location'];

export function fromKept({ status, headers, body }: KeptAnswer): Answer {
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => name !== keptPath));
  return {
    status,
    headers: { ...sent, 'Idempotency-Replayed': 'true' },
    ...(body !== null && { body }),
  };
}
