import { GraphQLError } from 'graphql';
import type { ExecutionResult } from 'graphql';
import { withoutHints } from './execute.ts';

/** Statuses of codes at /graphql; those without a row are 200. Decision: A45. */
const statuses: Readonly<Record<string, number>> = {
  UNAUTHENTICATED: 401,
  RATE_LIMITED: 429,
  UNAVAILABLE: 503,
  GRAPHQL_PARSE_FAILED: 400,
  GRAPHQL_VALIDATION_FAILED: 400,
  BAD_USER_INPUT: 400,
  QUERY_TOO_COMPLEX: 400,
};

/** Yoga's own codes that mean a request it could not take; A45 knows one word for them. */
const badRequests = new Set<unknown>(['BAD_REQUEST', 'OPERATION_RESOLUTION_FAILURE']);

/** An error that Yoga or graphql-js made, with a code of A45 and without hints of names. */
export function inOurWords(error: GraphQLError): GraphQLError {
  const { http, code, ...extensions } = error.extensions;
  if (error.originalError && http === undefined) return error;
  return new GraphQLError(withoutHints(error.message), {
    ...(error.nodes && { nodes: error.nodes }),
    ...(!error.nodes && error.source && { source: error.source, positions: error.positions }),
    ...(error.path && { path: error.path }),
    extensions: {
      ...extensions,
      ...(code !== undefined && { code: badRequests.has(code) ? 'BAD_USER_INPUT' : code }),
    },
  });
}

interface Outcome {
  readonly status: number;
  readonly headers: Record<string, string>;
}

/** Statuses of codes where nothing was executed, and of no others. */
const statusesBefore: Readonly<Record<string, number>> = {
  UNAUTHORIZED: 401,
  INTERNAL_SERVER_ERROR: 500,
};

/**
 * Status and headers of a result with errors; 200 where there are data beside them, whatever failed: the
 * client is to see what was done. `raw` may report a method that does not fit.
 * Decision: A9, A45, N8.
 */
export function outcomeOf(result: ExecutionResult, raw: readonly GraphQLError[] = []): Outcome {
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
      ...((status === 429 || status === 503) && { 'Retry-After': retryAfter }),
    },
  };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

function httpStatus(http: unknown): number | undefined {
  const isNoted = typeof http === 'object' && http !== null && 'status' in http;
  return isNoted ? Number(http.status) : undefined;
}

/** Codes of a document or variables that the schema has no use for. */
const unfit = new Set<unknown>([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
]);

/**
 * Whether a well-formed request does not fit the schema: as plain JSON that is told by the body alone, with
 * 200, because clients of that media type take other statuses for trouble on the way.
 * Decision: P43.
 */
export function isUnfit({ errors = [] }: ExecutionResult): boolean {
  return errors.every(
    ({ extensions: { code, http } }) =>
      unfit.has(code) && [undefined, 400].includes(httpStatus(http)),
  );
}

export const fitting: Outcome = { status: 200, headers: {} };
