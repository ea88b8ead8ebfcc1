import type { IncomingMessage } from 'node:http';
import { readBody } from './body.ts';
import { readBrackets, readPairs } from './brackets.ts';
import type { Pair } from './brackets.ts';
import type { FormName } from './form-name.ts';
import { prefersStrict } from './prefer.ts';
import { RequestFailure } from './request-failure.ts';
import type { Address } from './suffix.ts';

/** A request as routes read it. */
export interface RestRequest {
  readonly method: string;
  /** Without trailing slashes and suffix. */
  readonly path: string;
  /** Whether the path ended in `.json`. */
  readonly suffix: boolean;
  readonly form: FormName;
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The query with its brackets parsed. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The query as sent, for searches, where a repeated name may be a list. */
  readonly queryPairs: readonly Pair[];
  /** Undefined if there is none, and for methods without one. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** The name of the event as sent, `e` of the query before `e` of the body; of any type. */
  readonly event: unknown;
  /** Whether the client prefers a refusal to having parts of a search ignored. Decision: O9. */
  readonly prefersStrict: boolean;
  /** The Idempotency-Key of a write, so that it runs once only; undefined for reads. */
  readonly idempotencyKey: string | undefined;
  /** Why query, body or Idempotency-Key could not be read; the unread part is empty. */
  readonly unreadable: RequestFailure | undefined;
}

/** The parts of Koa's context that a request is read from. */
interface RequestSource {
  readonly method: string;
  readonly querystring: string;
  readonly req: IncomingMessage;
}

type Parameters = Readonly<Record<string, unknown>>;

/** A result, or the RequestFailure that was thrown. */
async function attempt<Result>(
  read: () => Result | Promise<Result>,
): Promise<Result | RequestFailure> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof RequestFailure) return error;
    throw error;
  }
}

const isBodiless = (method: string): boolean => ['GET', 'HEAD', 'DELETE'].includes(method);

/** Whether a text can be an Idempotency-Key: 1 to 255 printable characters. Decision: L3. */
const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7E]{1,255}$/.test(text);

/**
 * The key of a write; reads have none, because repeating them changes nothing.
 * Throws RequestFailure.
 */
export function readIdempotencyKey({
  method,
  req,
}: Pick<RequestSource, 'method' | 'req'>): string | undefined {
  const sent = req.headers['idempotency-key'];
  if (sent === undefined || method === 'GET' || method === 'HEAD') return undefined;
  const key = String(sent);
  if (!isIdempotencyKey(key)) throw new RequestFailure('malformedKey');
  return key;
}

/** U+0000 names no event in any case; replaced, it passes the validation of texts. */
const readEvent = (query: Parameters, body: Parameters | undefined): unknown => {
  const event = query.e ?? body?.e;
  return typeof event === 'string' ? event.replaceAll('\0', '\uFFFD') : event;
};

/**
 * Reads a request of a known caller, whose path is already parsed. Never throws: a query or body that cannot be
 * read is reported in `unreadable`. The body of a GET, HEAD or DELETE is not read.
 * Decision: F6, F7, F8, F13, A24, T1.
 */
export async function readRequest(
  source: RequestSource,
  address: Address,
  form: FormName,
  params: Readonly<Record<string, string>>,
): Promise<RestRequest> {
  const pairs = await attempt(() => readPairs(source.querystring));
  const query = pairs instanceof RequestFailure ? pairs : await attempt(() => readBrackets(pairs));
  const sent = isBodiless(source.method) ? undefined : await attempt(() => readBody(source.req));
  const key = await attempt(() => readIdempotencyKey(source));
  const readQuery = query instanceof RequestFailure ? {} : query;
  const body = sent instanceof RequestFailure ? undefined : sent;
  return {
    method: source.method,
    path: address.path,
    suffix: address.suffix === 'json',
    form,
    params,
    query: readQuery,
    queryPairs: pairs instanceof RequestFailure ? [] : pairs,
    body,
    event: readEvent(readQuery, body),
    prefersStrict: prefersStrict(source.req.headers.prefer),
    idempotencyKey: key instanceof RequestFailure ? undefined : key,
    unreadable: [sent, query, key].find((part) => part instanceof RequestFailure),
  };
}
