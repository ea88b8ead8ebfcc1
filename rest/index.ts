import { GraphQLError, type GraphQLSchema, validate } from 'graphql';
import type { Middleware } from 'koa';
import { sendAnswer, tagged } from './answer/answer.ts';
import { readAtOnce } from './answer/list-in-parts.ts';
import { LongBody } from './answer/long-list.ts';
import { createEntry } from './entry.ts';
import type { RestParts, RestState } from './parts.ts';
import { routes } from './routes.ts';

export { PartFailed } from './answer/list-in-parts.ts';
export { oneATurn } from './answer/long-list.ts';
export { keep } from './keep.ts';
export { isLoopback } from './answer/origin.ts';
export { hashOf } from './answer/repetition.ts';
export { preferredType } from './request/accept.ts';
export { GatheringMessage, isInTooManyPieces } from './request/sent-bytes.ts';
export { readJsonBody } from './request/body.ts';
export { tellFailure } from './forms/fixed-failures.ts';
export { responseHeaders } from './reference/headers.ts';
export { readJsonObject } from './request/json.ts';
export { isObject } from './words/texts.ts';
export type { RestParts, RestState } from './parts.ts';
export { readIdempotencyKey } from './request/request.ts';
export { RequestFailure } from './request/request-failure.ts';

/** Paths of the lists without parameters, by what follows `/api/`. */
export const collections: Readonly<Record<string, string>> = Object.fromEntries(
  routes.flatMap(({ method, path }) => {
    const [, name] = /^\/api\/([^:]+)$/.exec(path) ?? [];
    return method === 'GET' && name !== undefined ? [[name, path]] : [];
  }),
);

/** Throws for the first operation that does not fit the schema, so that the program does not start. */
function requireFit(schema: GraphQLSchema): void {
  for (const operation of new Set(routes.map((route) => route.operation))) {
    const errors = validate(schema, operation);
    if (errors.length > 0) {
      throw new GraphQLError(`REST does not fit the schema: ${errors.join('; ')}`);
    }
  }
}

/**
 * Creates the REST layer: a middleware that answers all remaining paths, in the older or the newer format, by
 * operations of the schema. Throws if one of them does not fit the schema. Contract: Endpoints.
 */
export function createRest(parts: RestParts): Middleware<RestState> {
  requireFit(parts.schema);
  const answerRequest = createEntry(parts);
  return async function rest(ctx) {
    const answer = await tagged(await answerRequest(ctx));
    sendAnswer(ctx, answer);
    // what it is written from stays until it is sent
    if (ctx.body != null && answer.body instanceof LongBody) ctx.state.hold?.(readAtOnce(ctx));
  };
}
