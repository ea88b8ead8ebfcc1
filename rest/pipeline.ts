import { answerBody, answerFailure, answerUnlessKnown } from './answer.ts';
import type { Answer } from './answer.ts';
import { readAttributes } from './attributes.ts';
import { coerceVariables } from './coerce.ts';
import { namesCurrent, readIfMatch } from './conditions.ts';
import { createFailure, invalidFailure, toFailure } from './failures.ts';
import type { Failure } from './failures.ts';
import type { Form } from './forms/form.ts';
import type { FieldMessages } from './naming.ts';
import { NarrowOperations } from './narrow.ts';
import { Caller } from './operations/caller.ts';
import { readOrigin } from './origin.ts';
import { pageHeaders } from './pages.ts';
import type { Ended, RestContext, RestParts } from './parts.ts';
import { spellReferences } from './references.ts';
import { fromKept, readKeyedRequest, toKept } from './repetition.ts';
import type { KeyedRequest } from './repetition.ts';
import type { RestRequest } from './request.ts';
import type { Call, Probe, Route, Shown } from './route.ts';
import { hiddenIn, readRouteSearch } from './route-search.ts';

/** A request and the route that serves it. */
export interface Visit {
  readonly ctx: RestContext;
  readonly route: Route;
  readonly request: RestRequest;
  readonly form: Form;
}

/** An operation's data, or why there are none. */
type Outcome = { readonly data: unknown } | { readonly failure: Failure };

/** Whether a failure is told although the record is not the one that the client knows. Decision: A24. */
const isToldBeforeTag = ({ kind }: Failure): boolean =>
  !['invalid', 'refused', 'conflict'].includes(kind);

const isToldFirst = ({ kind }: Failure): boolean => kind !== 'invalid' && kind !== 'refused';

/**
 * Serves requests: reads attributes and search, makes the variables fit, runs the one operation
 * of the route and shows what came of it. Which failure is told first: A24.
 * Decision: F17, A24.
 */
export class Pipeline {
  private readonly parts: RestParts;
  /** By a route that changes a record the one that shows it. */
  private readonly records: ReadonlyMap<Route, Route>;
  private readonly operations: NarrowOperations;

  constructor(parts: RestParts, records: ReadonlyMap<Route, Route>) {
    this.parts = parts;
    this.operations = new NarrowOperations(parts.schema);
    this.records = records;
  }

  async serve(visit: Visit): Promise<Answer> {
    const { unreadable } = visit.request;
    if (unreadable) {
      const refusal = await this.refuseCaller(visit);
      return answerFailure(refusal ?? createFailure(unreadable.kind), visit.form);
    }
    const { ctx, route, request } = visit;
    const ifMatch = readIfMatch(route, ctx.headers['if-match']);
    const once = readKeyedRequest(request, ctx.path);
    if (ifMatch === undefined && once === null) return this.answer(visit, new Set());
    return this.guard(visit, ifMatch, once);
  }

  /** Answers a write that is to be carried out once, or only on the record that the client knows. */
  private async guard(
    visit: Visit,
    ifMatch: string | undefined,
    once: KeyedRequest | null,
  ): Promise<Answer> {
    const repeatable = ifMatch !== undefined;
    const result = await this.parts.inUnit(visit.ctx, { once, repeatable }, () =>
      this.carryOut(visit, ifMatch),
    );
    return 'errors' in result
      ? answerFailure(toFailure(result.errors), visit.form, visit.route.invalid)
      : fromKept(result.answer, result.replayed);
  }

  /**
   * The steps of a guarded write. Where the record is another than the client knows, the write is
   * tried and taken back, because missing rights and records are told first.
   * Decision: A24, L9.
   */
  private async carryOut(visit: Visit, ifMatch: string | undefined): Promise<Ended> {
    const { route, form } = visit;
    const isCurrent = ifMatch === undefined || namesCurrent(ifMatch, await this.tagOf(visit));
    const call = this.callOf(visit);
    const outcome = await this.operate(visit, call);
    const failure = 'failure' in outcome ? outcome.failure : undefined;
    if (!isCurrent) {
      const told = failure && isToldBeforeTag(failure);
      const answer = answerFailure(told ? failure : createFailure('preconditionFailed'), form);
      return { answer: toKept(answer), ending: 'undone' };
    }
    if ('failure' in outcome) {
      const answer = answerFailure(outcome.failure, form, route.invalid);
      return { answer: toKept(answer), ending: 'refused' };
    }
    const answer = this.show(visit, route.show(outcome.data, call), {});
    return { answer: toKept(answer), ending: 'done' };
  }

  /** The ETag that the caller would now get for the record; undefined where he would get none. */
  private async tagOf(visit: Visit): Promise<string | undefined> {
    const route = this.records.get(visit.route);
    if (!route) return undefined;
    const call = this.callOf(visit);
    const outcome = await this.run({ ...visit, route }, route, call);
    if ('failure' in outcome) return undefined;
    const { body, stamp } = route.show(outcome.data, call);
    return answerBody(200, body, {}, stamp).headers.ETag;
  }

  /** `hidden` names what the caller may neither search nor sort by. Decision: S20. */
  private async answer(visit: Visit, hidden: ReadonlySet<string>): Promise<Answer> {
    const { route, request, form } = visit;
    const search = readRouteSearch(this.parts.schema, route, request, form, hidden);
    const call = { ...this.callOf(visit), search: search.variables };
    const outcome = search.failure
      ? { failure: (await this.fail(visit, route, call)) ?? search.failure }
      : await this.operate(visit, call);
    if (!('failure' in outcome)) {
      return this.show(visit, route.show(outcome.data, call), search.headers);
    }
    const found = hiddenIn(outcome.failure).filter((name) => !hidden.has(name));
    if (route.list && found.length > 0) return this.answer(visit, new Set([...hidden, ...found]));
    return answerFailure(outcome.failure, form, route.invalid);
  }

  /** 401 for a caller without a good key, unless an order token may let him in. Decision: A24. */
  private async refuseCaller(visit: Visit): Promise<Failure | undefined> {
    const namesOrder = ['order', 'shipment', 'inventory_unit'].some(
      (part) => part in visit.request.params,
    );
    if (namesOrder && visit.request.orderToken !== undefined) return undefined;
    return this.fail(visit, { operation: Caller, variables: () => ({}) }, this.callOf(visit));
  }

  private callOf({ request, form }: Visit): Call {
    const { params, query, event } = request;
    return {
      params,
      query,
      event: typeof event === 'string' ? event.toWellFormed() : null,
      attributes: {},
      search: {},
      form,
    };
  }

  /** Why an operation fails that is asked only for that; undefined when it does not. */
  private async fail(visit: Visit, probe: Probe, call: Call): Promise<Failure | undefined> {
    const outcome = await this.run(visit, probe, call);
    return 'failure' in outcome && isToldFirst(outcome.failure) ? outcome.failure : undefined;
  }

  private async operate(visit: Visit, call: Call): Promise<Outcome> {
    const { route, request } = visit;
    const { writes } = route;
    if (!writes) return this.run(visit, route, call);
    const read = readAttributes(request, writes.resource, writes.beside);
    const attributes = spellReferences(writes.resource, read.attributes);
    const outcome = await this.run(visit, route, { ...call, attributes }, read.problems);
    if (!('problems' in outcome)) return outcome;
    const probe: Probe = writes.rights === 'itself' ? route : writes.rights;
    const named = writes.rights === 'itself' ? call : { ...call, attributes };
    const probed = await this.run(visit, probe, named);
    const failure = 'failure' in probed ? probed.failure : undefined;
    const ignored = failure?.kind === 'unauthorized' && writes.unheard === 'ignored';
    const unread = 'data' in probed && probe.unread?.(probed.data) === true;
    if (ignored || unread) return this.run(visit, route, call);
    return { failure: failure && isToldFirst(failure) ? failure : outcome.failure };
  }

  private async run(
    { ctx, route, form }: Visit,
    probe: Probe,
    call: Call,
    known: FieldMessages = {},
  ): Promise<Outcome | { readonly problems: FieldMessages; readonly failure: Failure }> {
    const operation = probe === route ? this.operations.of(route, form) : probe.operation;
    const coerced = coerceVariables(
      this.parts.schema,
      operation,
      probe.variables(call),
      form.timeZone,
    );
    const problems = { ...known, ...coerced.problems };
    if (Object.keys(problems).length > 0) {
      // Without attributes what does not fit is a name in the address, and such a name is missing.
      const failure = route.writes ? invalidFailure(problems) : createFailure('notFound');
      return { problems, failure };
    }
    const { data, errors } = await this.parts.execute(ctx, operation, coerced.variables);
    return errors && errors.length > 0 ? { failure: toFailure(errors) } : { data };
  }

  private show(
    { ctx, route, request }: Visit,
    { body, stamp, page, location }: Shown,
    searchHeaders: Readonly<Record<string, string>>,
  ): Answer {
    if (route.status === 204) return { status: 204, headers: {} };
    const origin = readOrigin(ctx, this.parts.publicUrl);
    const headers = {
      ...searchHeaders,
      // Not the target as sent: a client behind a proxy names the whole address there.
      ...(page &&
        pageHeaders(origin, `${ctx.path}${ctx.search}`, { ...page, page: page.currentPage })),
      ...(location !== undefined && {
        Location: `${origin}${location}${request.suffix ? '.json' : ''}`,
      }),
    };
    const answer = answerBody(route.status, body, headers, stamp);
    return route.method === 'GET' ? answerUnlessKnown(answer, ctx.get('If-None-Match')) : answer;
  }
}
