import { addSize, readBody } from './body.ts';
import type { BodySource } from './body-bytes.ts';
import { type Pair, readBrackets, readPairs } from './brackets.ts';
import type { FormName } from './form-name.ts';
import type { PathEntry, PathMatch } from './path-match.ts';
import { prefersStrict } from './prefer.ts';
import { RequestFailure } from './request-failure.ts';
import type { Address } from './suffix.ts';

export interface RestRequest {
  readonly method: string;
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
  /** The name of the event, `e` of the query before `e` of the body; null unless it is a single text. */
  readonly event: string | null;
  /** Whether the client prefers a refusal to having parts of a search ignored. */
  readonly prefersStrict: boolean;
  /** The Idempotency-Key of a write, so that it runs once only; undefined for reads. */
  readonly idempotencyKey: string | undefined;
  /** Why query, body or Idempotency-Key could not be read; the unread part is empty. */
  readonly unreadable: RequestFailure | undefined;
}

/** The parts of Koa's context that a request is read from. */
interface RequestSource extends BodySource {
  readonly method: string;
  readonly querystring: string;
}

/** So many parameters of a query cost nothing; more cost as much as values of a body. Decision: N33. */
const freePairs = 100;

type Parameters = Readonly<Record<string, unknown>>;

const isBodiless = (method: string): boolean => ['GET', 'HEAD', 'DELETE'].includes(method);

/**
 * The Idempotency-Key of a write, 1 to 255 printable characters; reads have none, because repeating them changes
 * nothing. Throws RequestFailure.
 */
export function readIdempotencyKey({
  method,
  req,
}: Pick<RequestSource, 'method' | 'req'>): string | undefined {
  const sent = req.headers['idempotency-key'];
  if (sent === undefined || method === 'GET' || method === 'HEAD') return undefined;
  const key = String(sent);
  if (!/^[\x20-\x7E]{1,255}$/.test(key)) throw new RequestFailure('malformedKey');
  return key;
}

/** What cannot be stored names no event in any case; replaced, it passes the validation of texts. */
const readEvent = (query: Parameters, body: Parameters | undefined): string | null => {
  const event = query.e ?? body?.e;
  return typeof event === 'string' ? event.replaceAll('\0', '\uFFFD').toWellFormed() : null;
};

/**
 * Reads a request of a known caller, whose path is already parsed. Never throws: a query or body that cannot be
 * read is reported in `unreadable`. The body of a GET, HEAD or DELETE is not read.
 */
export async function readRequest(
  source: RequestSource,
  address: Address,
  form: FormName,
  { place, params }: Pick<PathMatch, 'params'> & { readonly place: Pick<PathEntry, 'path'> },
): Promise<RestRequest> {
  let unreadable: RequestFailure | undefined;
  const note = (error: unknown): undefined => {
    if (!(error instanceof RequestFailure)) throw error;
    unreadable ??= error;
  };
  /** What is read, or undefined if it cannot be read. */
  function attempt<Read>(read: () => Read): Read | undefined {
    try {
      return read();
    } catch (error) {
      note(error);
      return undefined;
    }
  }

  const { method, querystring, req } = source;
  const firesEvent = place.path.endsWith('/event');
  const body = isBodiless(method) ? undefined : await readBody(source, firesEvent).catch(note);
  const queryPairs = attempt(() => readPairs(querystring)) ?? [];
  if (queryPairs.length > freePairs) addSize(source, queryPairs.length);
  const query = attempt(() => readBrackets(queryPairs)) ?? {};
  return {
    method,
    suffix: address.suffix === 'json',
    form,
    params,
    query,
    queryPairs,
    body,
    event: readEvent(query, body),
    prefersStrict: prefersStrict(req.headers.prefer),
    idempotencyKey: attempt(() => readIdempotencyKey(source)),
    unreadable,
  };
}
