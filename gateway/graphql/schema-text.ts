import type { GraphQLSchema } from 'graphql';
import type { Admit } from '../operations/admission.ts';
import { printSdl } from '../../schema/index.ts';
import { answerUnlessKept, tagOf } from '../pages/page-files.ts';
import { type RefusalStatus, refuse, takesMethod } from '../passage/refusals.ts';
import type { GatewayContext, GatewayMiddleware } from '../passage/request-state.ts';
import { outcomeOf } from './graphql-outcome.ts';

const path = '/graphql/schema.graphql';
const methods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Serves the schema as text, for generators of code that do not send an introspection; to callers with a valid
 * key only, like an introspection. It is printed at its first request, and the same until the program ends.
 */
export function schemaText(schema: GraphQLSchema, admit: Admit): GatewayMiddleware {
  let printed: { readonly body: string; readonly ETag: string } | undefined;
  const print = () => {
    const body = printSdl(schema);
    return { body, ETag: tagOf(body) };
  };

  const serve = async (ctx: GatewayContext): Promise<void> => {
    ctx.state.route = path;
    if (!takesMethod(ctx, methods)) return;
    const errors = await admit(ctx, false);
    if (errors.length > 0) {
      const { status, headers } = outcomeOf({ errors });
      refuse(ctx, status as RefusalStatus, headers);
      return;
    }
    const { body, ETag } = (printed ??= print());
    ctx.set({ ETag, 'Cache-Control': 'private, no-cache' });
    ctx.vary('Accept-Encoding, Authorization, X-ServiceAPIKey');
    answerUnlessKept(ctx, 'text/plain; charset=utf-8', body);
  };

  return function schemaText(ctx, next) {
    return ctx.path === path ? serve(ctx) : next();
  };
}
