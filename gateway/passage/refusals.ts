import { GraphQLError } from 'graphql';
import { tellFailure } from '../../rest/index.ts';
import { type GatewayContext, noteCodes } from './request-state.ts';

/** The texts of errors that do not depend on the store. */
export const refusals = {
  400: tellFailure('malformedRequest'),
  401: tellFailure('unauthorized'),
  403: tellFailure('foreignOrigin'),
  404: tellFailure('notFound'),
  405: tellFailure('methodNotAllowed'),
  406: tellFailure('notAcceptable'),
  408: 'The request took too long to arrive.',
  413: tellFailure('tooLarge'),
  415: tellFailure('mediaType'),
  429: tellFailure('rateLimited'),
  431: 'The request headers are too large.',
  500: tellFailure('unexpected'),
  503: tellFailure('unavailable'),
} as const;

export type RefusalStatus = keyof typeof refusals;

/** The codes of these errors at /graphql. */
const codes: Partial<Readonly<Record<RefusalStatus, string>>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  406: 'NOT_ACCEPTABLE',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'UNAVAILABLE',
};

/** Seconds after which a caller who was refused for what runs or waits now may retry. */
export const soon = 1;

/** A 429 as an error: too few points for an operation, or too many look-ups; `retryAfter` is in seconds. */
export class RateLimited extends GraphQLError {
  constructor(retryAfter = soon) {
    super(refusals[429], { extensions: { code: codes[429], retryAfter } });
  }
}

/** An error as clients of /graphql know it. */
function resultOf(
  { state }: GatewayContext,
  status: RefusalStatus,
  message: string,
  wait?: string,
) {
  const code = codes[status] ?? 'BAD_USER_INPUT';
  noteCodes(state, [code]);
  const retryAfter = wait === undefined ? {} : { retryAfter: Number(wait) };
  return { errors: [{ message, extensions: { code, ...retryAfter, requestId: state.requestId } }] };
}

const isGraphql = (path: string): boolean => path === '/graphql' || path === '/graphql/';

/** Headers of a response that a refusal takes the place of. */
const ofResponse = [
  ...['Content-Encoding', 'Content-Length', 'ETag', 'Link', 'Location'],
  ...['Preference-Applied', 'X-Search-Ignored', 'X-Total-Count'],
];

/** Answers with a status and its JSON body, in the form of REST or of GraphQL. */
export function refuse(
  ctx: GatewayContext,
  status: RefusalStatus,
  headers: Readonly<Record<string, string>> = status === 503 ? { 'Retry-After': '5' } : {},
  text: string = refusals[status],
): void {
  ctx.status = status;
  for (const name of ofResponse) ctx.remove(name);
  ctx.set(headers);
  ctx.set('Cache-Control', 'no-store');
  ctx.body = isGraphql(ctx.path)
    ? resultOf(ctx, status, text, headers['Retry-After'])
    : { error: text };
}

/**
 * Whether the handler must answer this request. If not, it is answered here: an OPTIONS that the path has by 204
 * with `Allow`, a method that the path does not have by 405.
 */
export function takesMethod(ctx: GatewayContext, methods: readonly string[]): boolean {
  if (!methods.includes(ctx.method)) refuse(ctx, 405, { Allow: methods.join(', ') });
  else if (ctx.method === 'OPTIONS') {
    ctx.status = 204;
    ctx.set('Allow', methods.join(', '));
  } else return true;
  return false;
}
