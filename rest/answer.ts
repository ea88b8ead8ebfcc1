import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { namesKnown } from './conditions.ts';
import type { Failure } from './failures.ts';
import type { Form } from './forms/form.ts';

/** What is sent back. Without a body there is none, not even an empty one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The media type of the body; JSON unless it is named. */
  readonly type?: string;
  readonly body?: string | Buffer;
}

const entityTag = (body: string | Buffer, stamp = ''): string =>
  `"${createHash('sha256').update(body).update(stamp).digest('base64url').slice(0, 27)}"`;

/**
 * A body, with its ETag where it is a record. `stamp` tells the record's last change, empty where
 * nothing does, and is undefined for what is no record: a form may show neither all that clients write
 * nor more than the second of the change.
 * Decision: F14, L8.
 */
export function answerBody(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
  stamp: string | undefined,
): Answer {
  const body = JSON.stringify(value);
  const tag = stamp === undefined ? {} : { ETag: entityTag(body, stamp) };
  return { status, headers: { ...headers, ...tag }, body };
}

/** Something that is no answer of a route, with its ETag. */
export const answerPage = (
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Answer => ({ status: 200, headers: { ...headers, ETag: entityTag(body) }, type, body });

/** A failure as the form words it; `invalid` is the status a route gives refused data. Decision: A28, A33. */
export function answerFailure(failure: Failure, form: Form, invalid?: number): Answer {
  const [status, show] = form.failures[failure.kind];
  return {
    status: failure.kind === 'invalid' ? (invalid ?? status) : status,
    headers: failure.headers,
    body: JSON.stringify(show(failure)),
  };
}

/** 304 instead of a record that the client has already. Decision: F15. */
export function answerUnlessKnown(answer: Answer, ifNoneMatch: string): Answer {
  const { ETag: tag } = answer.headers;
  const isKnown = answer.status === 200 && tag !== undefined && namesKnown(ifNoneMatch, tag);
  return isKnown ? { status: 304, headers: answer.headers } : answer;
}

const isFresh = (method: string, status: number): boolean =>
  (method === 'GET' || method === 'HEAD') && (status === 200 || status === 304);

/** Writes an answer with the headers every REST answer has. Decision: F5, F14. */
export function sendAnswer(ctx: Context, { status, headers, type, body }: Answer): void {
  ctx.status = status;
  ctx.set(headers);
  ctx.set('Vary', 'Accept, Authorization, X-ServiceAPIKey, X-ServiceOrderToken');
  ctx.set('Cache-Control', isFresh(ctx.method, status) ? 'private, no-cache' : 'no-store');
  if (body === undefined) {
    ctx.body = null;
    return;
  }
  ctx.type = type ?? 'application/json; charset=utf-8';
  // As bytes it is walked once; as text Koa counts its bytes and Node copies it behind the headers.
  ctx.body = typeof body === 'string' ? Buffer.from(body) : body;
}
