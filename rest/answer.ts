import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { Context } from 'koa';
import { namesKnown } from './conditions.ts';
import type { Failure } from './failures.ts';
import type { Form } from './forms/form.ts';
import { LongBody, bodyOf, textsOf } from './long-list.ts';

/** What is sent back. Without a body there is none, not even an empty one. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The media type of the body; JSON unless it is named. */
  readonly type?: string;
  /** A stream is written as the client takes it. */
  readonly body?: string | Buffer | LongBody | Readable;
}

const quoteTag = (hash: Hash): string => `"${hash.digest('base64url').slice(0, 27)}"`;

const entityTag = (body: string | Buffer, stamp = ''): string =>
  quoteTag(createHash('sha256').update(body).update(stamp));

/** The tag of a body of any length: between its parts others have their turn. */
async function longTag(body: LongBody, stamp: string): Promise<string> {
  const hash = createHash('sha256');
  for (const text of body.texts()) {
    hash.update(text);
    await turn();
  }
  return quoteTag(hash.update(stamp));
}

/**
 * A body, with its ETag where it is a record. `stamp` is the record's last change, empty where
 * nothing does, and is undefined for what is no record: a form may show neither all that clients write
 * nor more than the second of the change.
 * Decision: F14, L8.
 */
export function answerBody(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
  stamp: string | undefined,
): Answer | Promise<Answer> {
  const body = bodyOf(value);
  if (stamp === undefined) return { status, headers, body };
  const tagged = (tag: string): Answer => ({ status, headers: { ...headers, ETag: tag }, body });
  return typeof body === 'string'
    ? tagged(entityTag(body, stamp))
    : longTag(body, stamp).then(tagged);
}

/** Something that is no answer of a route and the same for everybody: it may be kept, and is checked by its ETag. */
export const answerPage = (
  type: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Answer => ({
  status: 200,
  headers: { 'Cache-Control': 'no-cache', ...headers, ETag: entityTag(body) },
  type,
  body,
});

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

/**
 * Writes an answer with the headers every REST answer has. Records hold tokens, addresses and e-mails:
 * nothing between the store and its client, and no browser, writes them down.
 * Decision: F5, F14, N21.
 */
export function sendAnswer(ctx: Context, { status, headers, type, body }: Answer): void {
  ctx.status = status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set(headers);
  ctx.set('Vary', 'Accept, Accept-Encoding, Authorization, X-ServiceAPIKey, X-ServiceOrderToken');
  if (body === undefined) {
    ctx.body = null;
    return;
  }
  ctx.type = type ?? 'application/json; charset=utf-8';
  // As bytes it is walked once; as text Koa counts its bytes and Node copies it behind the headers.
  ctx.body = sendable(body);
}

function sendable(body: NonNullable<Answer['body']>): Buffer | Readable {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof LongBody ? Readable.from(textsOf(body), { highWaterMark: 1 }) : body;
}

/** A body as one text, to be kept; a list that is read while it is sent has none. */
export function wholeText(body: NonNullable<Answer['body']>): string {
  if (body instanceof Readable)
    throw new Error('A streamed body has no text.');
  return typeof body === 'string' ? body : body.toString();
}
