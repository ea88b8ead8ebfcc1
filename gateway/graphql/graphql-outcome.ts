import { type ExecutionResult, GraphQLError } from 'graphql';
import { isObject } from '../../rest/index.ts';
import { toldOf } from '../../schema/index.ts';

/** Statuses of codes at /graphql; 200 for those without a row. Decision: A45. */
export const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  QUERY_TOO_COMPLEX: 400,
  BATCHES_NOT_SUPPORTED: 400,
  PERSISTED_QUERY_NOT_IN_LIST: 400,
  IDEMPOTENCY_KEY_NOT_ALLOWED: 400,
  IDEMPOTENCY_KEY_IN_USE: 409,
  IDEMPOTENCY_KEY_REUSED: 422,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** Media types of results; the first one if the client has no preference. */
export const mediaTypes = ['application/json', 'application/graphql-response+json'] as const;

export type MediaType = (typeof mediaTypes)[number];

/** Yoga's own codes for requests that it refuses; A45 has one code for them. */
const badRequests = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/** An error of Yoga or graphql-js, with a code of A45 and without suggestions of names. */
export function inOurWords(error: GraphQLError): GraphQLError {
  const { http, code, ...extensions } = error.extensions;
  if (error.originalError && http === undefined) return error;
  return new GraphQLError(toldOf(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    ...(!error.nodes && error.source && { source: error.source, positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: {
      ...extensions,
      ...(code !== undefined && { code: badRequests.has(code) ? 'BAD_USER_INPUT' : code }),
    },
  });
}

export interface HttpOutcome {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Statuses of codes if nothing was executed; only these. */
export const statusesBefore: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  INTERNAL_SERVER_ERROR: 500,
};

/**
 * Status and headers of a result with errors; 200 if there are data as well, whatever failed, so that the
 * client sees what was done. `raw` may report a wrong method.
 */
export function outcomeOf(result: ExecutionResult, raw: readonly GraphQLError[] = []): HttpOutcome {
  const errors = result.errors ?? [];
  const wrongMethod = raw.some(({ extensions }) => httpStatus(extensions['http']) === 405);
  if (wrongMethod) return { status: 405, headers: { Allow: 'POST' } };
  if (result.data !== undefined && result.data !== null) return fitting;
  const known = 'data' in result ? statuses : { ...statuses, ...statusesBefore };
  const ofCode = (code: unknown): number => known[String(code)] ?? 200;
  const status = Math.max(...errors.map(({ extensions }) => ofCode(extensions['code'])));
  const deciding = errors.find(
    ({ extensions }) => ofCode(extensions['code']) === status,
  )?.extensions;
  const reason = textOr(deciding?.['reason'], 'missing_key');
  const retryAfter = textOr(deciding?.['retryAfter'], '5');
  return {
    status,
    headers: {
      ...(status === 401 && {
        'WWW-Authenticate': `ApiKey realm="Online Store API", error="${reason}"`,
      }),
      ...([409, 429, 503].includes(status) && { 'Retry-After': retryAfter }),
    },
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

const httpStatus = (http: unknown): number | undefined =>
  isObject(http) && 'status' in http ? Number(http['status']) : undefined;

/** Codes of documents or variables that do not fit the schema. */
const unfit = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Whether a well-formed request does not fit the schema: as plain JSON only the body says so, with status 200,
 * because clients of that media type treat other statuses as transport errors.
 */
export function isUnfit({ errors = [] }: ExecutionResult): boolean {
  return errors.every(
    ({ extensions: { code, http } }) =>
      unfit.has(code) && [undefined, 400].includes(httpStatus(http)),
  );
}

export const fitting: HttpOutcome = { status: 200, headers: {} };
