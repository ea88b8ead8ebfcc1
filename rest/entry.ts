import { acceptsJson } from './request/accept.ts';
import { type Answer, answerFailure, answerUnlessKnown } from './answer/answer.ts';
import { createFailure, type FailureKind, toFailure } from './failures.ts';
import { chooseFormName, type FormName } from './request/form-name.ts';
import type { Form } from './forms/form.ts';
import { opensByToken, type Places, routeFor } from './request/path-match.ts';
import type { Visit } from './operate.ts';
import type { RestContext, RestParts } from './parts.ts';
import type { referencePages } from './reference/pages.ts';
import { readRequest } from './request/request.ts';
import { type Address, readAddress } from './request/suffix.ts';

/** What every request needs. */
export interface Entry {
  readonly admit: RestParts['admit'];
  readonly places: Places;
  readonly forms: Readonly<Record<FormName, Form>>;
  readonly serve: (visit: Visit) => Promise<Answer>;
  /** Finds a page that describes the endpoints. */
  readonly findPage: ReturnType<typeof referencePages>;
}

/** The suffix is checked before `Accept`. Decision: F3, F4. */
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
  return answerUnlessKnown(await page(), ctx.get('If-None-Match'));
}

/**
 * Answers a request: selects format and route, authenticates the caller, then reads the request and runs the
 * pipeline. A path without a route is 404.
 * Decision: F1, F3, F4, F12, A24, N5.
 */
export async function answerRequest(
  { admit, places, forms, serve, findPage }: Entry,
  ctx: RestContext,
): Promise<Answer> {
  const address = readAddress(ctx.path);
  const form = forms[chooseFormName(ctx.headers, address?.suffix ?? 'none')];
  const fail: Fail = (kind, headers = {}) => answerFailure(createFailure(kind, { headers }), form);
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
  const refusal = await admit(ctx, opensByToken(params));
  if (refusal.length > 0) return answerFailure(toFailure(refusal), form);
  const request = await readRequest(ctx, address, form.name, params);
  return serve({ ctx, route, request, form });
}
