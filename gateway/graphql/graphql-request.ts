import { GraphQLError } from 'graphql';
import {
  readIdempotencyKey,
  readJsonBody,
  readJsonObject,
  RequestFailure,
  tellFailure,
} from '../../rest/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';

/** How many bytes are read of unknown callers: enough for a probe. Decision: N5. */
const probeBytes = 1_024;

/** Codes and texts at /graphql of what cannot be read; the others are BAD_USER_INPUT with REST's text. */
const failures: Readonly<
  Partial<Record<string, { readonly code: string; readonly text?: string }>>
> = {
  listBody: {
    code: 'BATCHES_NOT_SUPPORTED',
    text: 'Batches are not supported. Send one operation per request.',
  },
  mediaType: { code: 'UNSUPPORTED_MEDIA_TYPE' },
  tooLarge: { code: 'BODY_TOO_LARGE' },
};

/** The error for a request to /graphql that cannot be read. Decision: A28, A45. */
function unreadable(error: unknown): GraphQLError {
  if (!(error instanceof RequestFailure)) throw error;
  const { code = 'BAD_USER_INPUT', text = tellFailure(error.kind).text } =
    failures[error.kind] ?? {};
  return new GraphQLError(text, { extensions: { code } });
}

/** The members of a GraphQL request, as sent: Yoga checks their types. */
export type GraphQLRequest = Readonly<Record<string, unknown>>;

/**
 * Reads a GraphQL request: the JSON object in the body of a POST, or the query parameters of a GET. Bodies have
 * the same limits as in REST.
 * Throws a GraphQLError.
 * Decision: A28, A35, A38.
 */
export async function readGraphQLRequest(
  { method, req, query }: Pick<GatewayContext, 'method' | 'req' | 'query'>,
  mostBytes?: number,
): Promise<GraphQLRequest> {
  try {
    return method === 'POST' ? await readJsonBody(req, mostBytes) : readQuery(query);
  } catch (error) {
    throw unreadable(error);
  }
}

/** The Idempotency-Key of a POST. Throws a GraphQLError. Decision: L2, L3. */
export function readKey(ctx: Pick<GatewayContext, 'method' | 'req'>): string | undefined {
  try {
    return readIdempotencyKey(ctx);
  } catch (error) {
    throw unreadable(error);
  }
}

function readQuery(query: GatewayContext['query']): GraphQLRequest {
  const { query: document, operationName, variables, extensions } = query;
  const object = (value: string | string[] | undefined) =>
    typeof value === 'string' && value !== '' ? readJsonObject(value) : value;
  return {
    ...(document !== undefined && { query: document }),
    ...(operationName !== undefined && operationName !== '' && { operationName }),
    ...(variables !== undefined && { variables: object(variables) }),
    ...(extensions !== undefined && { extensions: object(extensions) }),
  };
}

/** The only document that unknown callers may send, in exactly this spelling. */
export const probe: GraphQLRequest = { query: '{ __typename }' };

/**
 * Whether the request of an unknown caller is nothing but `{ __typename }`, as health probes send it. Reads at
 * most a kibibyte.
 * Decision: A48, N5.
 */
export async function isProbe(
  ctx: Pick<GatewayContext, 'method' | 'req' | 'query'>,
): Promise<boolean> {
  try {
    const { query } = await readGraphQLRequest(ctx, probeBytes);
    return typeof query === 'string' && query.length <= probeBytes && asksForTypename(query);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return false;
  }
}

/** `{ __typename }`, with or without `query` and a name before it. */
const asksForTypename = (query: string): boolean =>
  /^(?:query(?: \w+)? ?)?\{ ?__typename ?\}$/.test(query.replaceAll(/[\s,]+/g, ' ').trim());
