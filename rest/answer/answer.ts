import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { namesKnown } from '../conditions.ts';
import type { Failure } from '../failures.ts';
import type { Form } from '../forms/form.ts';
import { LongBody, bodyOf, oneATurn } from './long-list.ts';
import { longRecordTag, recordTag } from './record-tag.ts';

/** A response. Without a body nothing is sent, not even an empty text. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Media type of the body; JSON by default. */
  readonly type?: string;
  /** A stream is written as fast as the client reads it. */
  readonly body?: string | Buffer | LongBody | Readable;
  /** The stamp of a long record, whose ETag is still to be made. */
  readonly stamp?: string;
}

/**
 * A body, with its ETag if it is a record. `stamp` is the record's last change, empty for records that never
 * change, and undefined for what is no record. The stamp is part of the ETag, because a format may not show
 * everything that clients write, and shows whole seconds only. A long record gets its ETag by `tagged`.
 */
export function answerBody(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
  stamp: string | undefined,
): Answer {
  const body = bodyOf(value);
  if (stamp === undefined) return { status, headers, body };
  if (typeof body !== 'string') return { status, headers, body, stamp };
  return { status, headers: { ...headers, ETag: recordTag(body, stamp) }, body };
}

/** A response with the ETag of its long record, which is written out for it, other work in between. */
export async function tagged(answer: Answer): Promise<Answer> {
  const { body, stamp, headers } = answer;
  if (stamp === undefined || !(body instanceof LongBody)) return answer;
  return { ...answer, headers: { ...headers, ETag: await longRecordTag(body, stamp) } };
}

/** An error in the format's words; `invalid` is the route's status for invalid data. */
export function answerFailure(failure: Failure, form: Form, invalid?: number): Answer {
  const [status, show] = form.failures[failure.kind];
  return {
    status: failure.kind === 'invalid' ? (invalid ?? status) : status,
    headers: failure.headers,
    body: JSON.stringify(show(failure)),
  };
}

/** Whether the client that reads has already what it would get. */
const isKnown = (ctx: Context, { status, headers: { ETag: tag } }: Answer): boolean =>
  ['GET', 'HEAD'].includes(ctx.method) &&
  status === 200 &&
  tag !== undefined &&
  namesKnown(ctx.get('If-None-Match'), tag);

/**
 * Writes a response with the headers of every REST response. Records contain tokens, addresses and e-mails, so
 * neither proxies nor browsers may store them.
 */
export function sendAnswer(ctx: Context, answer: Answer): void {
  const { status, headers, type, body } = answer;
  const isLeftOut = body === undefined || isKnown(ctx, answer);
  ctx.status = body !== undefined && isLeftOut ? 304 : status;
  ctx.set('Cache-Control', 'no-store');
  ctx.set(headers);
  ctx.set('Vary', 'Accept, Accept-Encoding, Authorization, X-ServiceAPIKey, X-ServiceOrderToken');
  if (isLeftOut) {
    ctx.body = null;
    return;
  }
  ctx.type = type ?? 'application/json; charset=utf-8';
  // A buffer is read once; for a text Koa counts the bytes and Node copies it behind the headers.
  ctx.body = sendable(body);
}

function sendable(body: NonNullable<Answer['body']>): Buffer | Readable {
  if (typeof body === 'string') return Buffer.from(body);
  return body instanceof LongBody
    ? Readable.from(oneATurn(body.texts()), { highWaterMark: 1 })
    : body;
}

/** A body as one text, to be stored; what is written in parts has none. */
export function wholeText(body: NonNullable<Answer['body']>): string {
  if (body instanceof Readable || body instanceof LongBody) {
    throw new Error('A body that is written in parts has no text.');
  }
  return body.toString();
}
