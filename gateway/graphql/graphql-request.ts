import { setTimeout as pause } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import {
  readIdempotencyKey,
  readJsonBody,
  readJsonObject,
  RequestFailure,
  tellFailure,
} from '../../rest/index.ts';
import type { GatewayContext } from '../passage/request-state.ts';

/** How many bytes are read of unknown callers: enough for a probe. */
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
  contentCoding: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    text: 'Send the body uncompressed, or compressed with gzip, deflate or br.',
  },
  tooLarge: { code: 'BODY_TOO_LARGE' },
};

function unreadable(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  if (!(error instanceof RequestFailure)) throw error;
  const { code = 'BAD_USER_INPUT', text = tellFailure(error.kind) } = failures[error.kind] ?? {};
  return new GraphQLError(text, { extensions: { code } });
}

const badInput = (text: string): GraphQLError =>
  new GraphQLError(text, { extensions: { code: 'BAD_USER_INPUT' } });

type RequestSource = Pick<GatewayContext, 'method' | 'req' | 'querystring' | 'state'>;

/** Refuses a condition that nothing here would compare. Throws a GraphQLError. Decision: L9. */
function refuseCondition({ headers }: RequestSource['req']): void {
  if (headers['if-match'] === undefined) return;
  throw badInput(
    'If-Match is not compared here: send the lockVersion that you read as ifVersion, an argument of the mutation.',
  );
}

/** The members of a GraphQL request, as sent: Yoga checks the types of the others than the name. */
export type GraphQLRequest = Readonly<Record<string, unknown>>;

/**
 * Reads a GraphQL request: the JSON object in the body of a POST, or the query parameters of a GET. Bodies have the
 * same limits as in REST. Throws a GraphQLError, also for a POST with If-Match.
 */
export async function readGraphQLRequest(
  { method, req, querystring, state }: RequestSource,
  mostBytes?: number,
): Promise<GraphQLRequest> {
  try {
    if (method !== 'POST') return readQuery(querystring);
    const request = named(await readJsonBody({ req, state }, mostBytes));
    refuseCondition(req);
    return request;
  } catch (error) {
    throw unreadable(error);
  }
}

/** The Idempotency-Key of a POST. Throws a GraphQLError. */
export function readKey(ctx: Pick<GatewayContext, 'method' | 'req'>): string | undefined {
  try {
    return readIdempotencyKey(ctx);
  } catch (error) {
    throw unreadable(error);
  }
}

/** A request whose operation has a name or none. Throws a GraphQLError. */
function named(request: GraphQLRequest): GraphQLRequest {
  const { operationName } = request;
  if (operationName == null || typeof operationName === 'string') return request;
  throw badInput('operationName must be a text.');
}

/** The JSON object in a query parameter; undefined if it is absent, empty or null. Throws a GraphQLError. */
function readParameter(name: string, value: string | string[] | undefined): unknown {
  if (typeof value !== 'string') return value;
  if (['', 'null'].includes(value.trim())) return undefined;
  try {
    return readJsonObject(value);
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const text = tellFailure(error.kind);
    throw badInput(text.replace('request body', `query parameter ${name}`));
  }
}

/**
 * The members, undefined unless they are sent: what is empty counts as absent, what is repeated is a list. Koa's own
 * `ctx.query` is not used: its time grows with the square of the parameters. Throws a GraphQLError.
 */
function readQuery(querystring: string): GraphQLRequest {
  const sent = new URLSearchParams(querystring);
  const valueOf = (name: string): string | string[] | undefined => {
    const values = sent.getAll(name);
    return values.length > 1 ? values : values[0];
  };
  return named({
    query: valueOf('query'),
    operationName: valueOf('operationName') || undefined,
    variables: readParameter('variables', valueOf('variables')),
    extensions: readParameter('extensions', valueOf('extensions')),
  });
}

/** The only document that unknown callers may send, in exactly this spelling. */
export const probe: GraphQLRequest = { query: '{ __typename }' };

const nothing: GraphQLRequest = {};

/** How long the body of an unknown caller is waited for, in milliseconds: others of the address may wait for it. */
const probeMs = 250;

/**
 * Whether the request of an unknown caller is nothing but `{ __typename }`, as health probes send it. Reads at most a
 * kibibyte that is there soon, and asks for nothing. Decision: A48.
 */
export async function isProbe(ctx: RequestSource): Promise<boolean> {
  if (ctx.state.askForBody) return false;
  const reading = readGraphQLRequest(ctx, probeBytes);
  // what comes too late is of no interest, nor how it ends
  reading.catch(() => undefined);
  try {
    const { query } = await Promise.race([reading, pause(probeMs, nothing, { ref: false })]);
    return typeof query === 'string' && query.length <= probeBytes && asksForTypename(query);
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return false;
  }
}

/** `{ __typename }`, with or without `query` and a name before it. */
const asksForTypename = (query: string): boolean =>
  /^(?:query(?: \w+)? ?)?\{ ?__typename ?\}$/.test(query.replaceAll(/[\s,]+/g, ' ').trim());
