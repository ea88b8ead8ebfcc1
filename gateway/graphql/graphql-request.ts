import { readJsonBody, readJsonObject, RequestFailure, tellFailure } from '../../rest/index.ts';
import { refusals } from '../passage/refusals.ts';
import type { RefusalStatus } from '../passage/refusals.ts';
import type { GatewayContext } from '../passage/request-state.ts';

/** How many bytes are read of unknown callers: enough for a probe. Decision: N5. */
const probeBytes = 1_024;

/** A request to /graphql that cannot be read. Decision: A28. */
export class Unreadable extends Error {
  readonly status: RefusalStatus;
  constructor(status: RefusalStatus, text: string = refusals[status]) {
    super(text);
    this.status = status;
  }
}

/** The error for several GraphQL requests in one body. Decision: O6. */
const noBatches = 'Batches are not supported. Send one GraphQL request at a time.';

/** The members of a GraphQL request, as sent: Yoga checks their types. */
export type GraphQLRequest = Readonly<Record<string, unknown>>;

/**
 * Reads a GraphQL request: the JSON object in the body of a POST, or the query parameters of a GET. Bodies have
 * the same limits as in REST.
 * Throws Unreadable.
 * Decision: A28, A35, A38.
 */
export async function readGraphQLRequest(
  { method, req, query }: Pick<GatewayContext, 'method' | 'req' | 'query'>,
  mostBytes?: number,
): Promise<GraphQLRequest> {
  try {
    return method === 'POST' ? await readJsonBody(req, mostBytes) : readQuery(query);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { status, text } = tellFailure(error.kind);
    throw new Unreadable(status, error.kind === 'listBody' ? noBatches : text);
  }
}

function readQuery(query: GatewayContext['query']): GraphQLRequest {
  const { query: document, operationName, variables, extensions } = query;
  const object = (value: string | string[] | undefined) =>
    typeof value === 'string' && value !== '' ? readObject(value) : value;
  return {
    ...(document !== undefined && { query: document }),
    ...(operationName !== undefined && operationName !== '' && { operationName }),
    ...(variables !== undefined && { variables: object(variables) }),
    ...(extensions !== undefined && { extensions: object(extensions) }),
  };
}

function readObject(text: string): GraphQLRequest {
  try {
    return readJsonObject(text);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    throw new Unreadable(400);
  }
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
    if (!(error instanceof Unreadable)) throw error;
    return false;
  }
}

/** `{ __typename }`, with or without `query` and a name before it. */
const asksForTypename = (query: string): boolean =>
  /^(?:query(?: \w+)? ?)?\{ ?__typename ?\}$/.test(query.replaceAll(/[\s,]+/g, ' ').trim());
