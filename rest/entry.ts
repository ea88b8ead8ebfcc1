import { acceptsJson } from './request/accept.ts';
import { type Answer, answerFailure } from './answer/answer.ts';
import { recordsOf } from './conditions.ts';
import { createFailure, type FailureKind, toFailure } from './failures.ts';
import { newer } from './forms/newer.ts';
import { createOlder } from './forms/older.ts';
import { chooseFormName } from './request/form-name.ts';
import { opensByToken, Places, routeFor } from './request/path-match.ts';
import type { RestContext, RestParts } from './parts.ts';
import { createPipeline } from './pipeline.ts';
import { referencePages } from './reference/pages.ts';
import { createReference } from './reference/reference.ts';
import { readRequest } from './request/request.ts';
import { routes } from './routes.ts';
import { type Address, readAddress } from './request/suffix.ts';

/** The suffix is checked before `Accept`. Decision: F3. */
const isAcceptable = ({ suffix }: Address, accept: string | undefined): boolean =>
  suffix === 'json' || (suffix === 'none' && acceptsJson(accept));

type Fail = (kind: FailureKind, headers?: Record<string, string>) => Answer;

/** The pages of the reference need no key and accept no methods that write. */
async function answerPageRequest(
  ctx: RestContext,
  page: () => Promise<Answer>,
  fail: Fail,
): Promise<Answer> {
  const allow = { Allow: 'GET, HEAD, OPTIONS' };
  if (ctx.method === 'OPTIONS') return { status: 204, headers: allow };
  if (ctx.method !== 'GET' && ctx.method !== 'HEAD') return fail('methodNotAllowed', allow);
  ctx.state.isFile = true;
  return page();
}

/**
 * Creates the function that answers a request: it selects format and route, authenticates the caller, then reads the
 * request, authenticates once more, and runs the pipeline. A path without a route is 404. Decision: A8.
 */
export function createEntry(parts: RestParts) {
  const forms = { newer, older: createOlder(parts.timeZone) };
  const places = new Places(routes);
  const serve = createPipeline(parts, recordsOf(routes), places);
  const findPage = referencePages((name) =>
    createReference(routes, parts.schema, forms[name], parts.version, parts.publicUrl),
  );

  return async function answerRequest(ctx: RestContext): Promise<Answer> {
    const address = readAddress(ctx.path);
    const form = forms[chooseFormName(ctx.headers, address?.suffix ?? 'none')];
    const fail: Fail = (kind, headers = {}) =>
      answerFailure(createFailure(kind, { headers }), form);
    const page = findPage(ctx.path);
    if (page) {
      ctx.state.route = page.path;
      return answerPageRequest(ctx, page.answer, fail);
    }
    if (!address) return fail('malformedRequest');
    const match = places.match(address.path);
    if (!match) return fail('notFound');
    const { place, params } = match;
    ctx.state.route = place.path;
    if (ctx.method === 'OPTIONS') return { status: 204, headers: { Allow: place.allow } };
    const route = routeFor(place, ctx.method);
    if (!route) return fail('methodNotAllowed', { Allow: place.allow });
    if (!isAcceptable(address, ctx.headers.accept)) return fail('notAcceptable');
    const refuse = (errors: Awaited<ReturnType<typeof parts.admit>>): Answer =>
      answerFailure(toFailure(errors), form);
    const refusal = await parts.admit(ctx, opensByToken(params));
    if (refusal.length > 0) return refuse(refusal);
    const request = await readRequest(ctx, address, form.name, match);
    // again, because the key may have ended while the body arrived
    const ended = await parts.admit(ctx, opensByToken(params));
    if (ended.length > 0) return refuse(ended);
    return serve({ ctx, route, request, form });
  };
}
