import { answerBody, answerFailure, answerUnlessKnown, wholeText } from './answer/answer.ts';
import type { Answer } from './answer/answer.ts';
import { readAttributes } from './variables/attributes.ts';
import { coerceVariables } from './variables/coerce.ts';
import { namesCurrent, readIfMatch } from './conditions.ts';
import {
  createFailure,
  failureIn,
  invalidFailure,
  listTooLong,
  refusedBefore,
  toFailure,
} from './failures.ts';
import type { Failure } from './failures.ts';
import type { Form, Page } from './forms/form.ts';
import type { FieldMessages } from './words/naming.ts';
import { PartFailed, idsIn, streamList, withNodes } from './answer/list-in-parts.ts';
import { NarrowOperations } from './narrow.ts';
import { readOrigin } from './answer/origin.ts';
import { countHeader, pageHeaders } from './answer/pages.ts';
import type { Places } from './request/path-match.ts';
import type { Ended, RestContext, RestParts } from './parts.ts';
import { spellReferences } from './variables/references.ts';
import { fromKept, readKeyedRequest, toKept } from './answer/repetition.ts';
import type { KeptAnswer, KeyedRequest } from './answer/repetition.ts';
import type { RestRequest } from './request/request.ts';
import type { Call, Probe, Route, Shown } from './route.ts';
import {
  firstOf,
  hiddenIn,
  isLongPage,
  partSizes,
  readRouteSearch,
} from './variables/route-search.ts';
import type { RouteSearch } from './variables/route-search.ts';

export interface Visit {
  readonly ctx: RestContext;
  readonly route: Route;
  readonly request: RestRequest;
  readonly form: Form;
}

/** An operation's data, or why there are none. */
type Outcome = { readonly data: unknown } | { readonly failure: Failure };

/** Whether an error is reported although the record has changed since the client read it. Decision: A24. */
const isToldBeforeTag = ({ kind }: Failure): boolean =>
  !['invalid', 'refused', 'conflict'].includes(kind);

const isToldFirst = ({ kind }: Failure): boolean => kind !== 'invalid' && kind !== 'refused';

/**
 * Runs requests: reads attributes and search, converts the variables, runs the one operation of the route and
 * presents the result. The order of errors: A24.
 * Decision: F17, A24.
 */
export class Pipeline {
  private readonly parts: RestParts;
  /** By a route that writes, the one that reads the record. */
  private readonly records: ReadonlyMap<Route, Route>;
  private readonly places: Places;
  private readonly operations: NarrowOperations;

  constructor(parts: RestParts, records: ReadonlyMap<Route, Route>, places: Places) {
    this.places = places;
    this.parts = parts;
    this.operations = new NarrowOperations(parts.olderListLimit + 1);
    this.records = records;
  }

  async serve(visit: Visit): Promise<Answer> {
    const { unreadable } = visit.request;
    if (unreadable) return answerFailure(createFailure(unreadable.kind), visit.form);
    const { ctx, route, request } = visit;
    const ifMatch = readIfMatch(route, ctx.headers['if-match']);
    const once = readKeyedRequest(request, ctx.path);
    if (ifMatch === undefined && once === null) return this.answer(visit, new Set());
    return this.guard(visit, ifMatch, once);
  }

  /** Answers a write that must run once only, or only on the version of the record that the client knows. */
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
      : this.recall(visit, result.answer, result.replayed);
  }

  /**
   * A new or stored response. If its body was too large to store, the record is read as it is now; if the
   * caller may not read it, that is reported. A refusal is then told without its reasons.
   * Decision: L4, L5, N62.
   */
  private async recall(visit: Visit, kept: KeptAnswer, replayed: boolean): Promise<Answer> {
    const given = fromKept(kept, replayed);
    if (!kept.bodyLeftOut) return given;
    if (kept.status >= 400) {
      const { headers, ...told } = answerFailure(refusedBefore, visit.form);
      return { ...told, headers: { ...given.headers, ...headers } };
    }
    const read = this.readOf(visit, kept.headers['Location']);
    if (!read)
      throw new TypeError('A large response was stored for a route that returns no record.');
    const { status, headers, body } = await this.answer(read, new Set());
    if (status !== 200) return { status, headers, ...(body !== undefined && { body }) };
    return {
      status: given.status,
      headers: { ...given.headers, ...headers },
      ...(body !== undefined && { body }),
    };
  }

  /** The request for the record that a write returned: the created one, else the one it changed. */
  private readOf(visit: Visit, location: string | undefined): Visit | undefined {
    const { request } = visit;
    const readRequest = (params: RestRequest['params']): RestRequest => ({
      ...request,
      method: 'GET',
      params,
      query: {},
      queryPairs: [],
      body: undefined,
    });
    if (location === undefined) {
      const route = this.records.get(visit.route);
      return route && { ...visit, route, request: readRequest(request.params) };
    }
    const { pathname } = new URL(location, 'http://store.invalid');
    const match = this.places.match(pathname.replace(/\.json$/, ''));
    const route = match?.place.routes.get('GET');
    return match && route && { ...visit, route, request: readRequest(match.params) };
  }

  /**
   * The steps of a guarded write. If the record has changed since the client read it, the write is tried and
   * rolled back, because missing permissions and records are reported first.
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
    const answer = await this.show(visit, route.show(outcome.data, call), {});
    return { answer: toKept(answer), ending: 'done' };
  }

  /** The ETag that the caller would now get for the record; undefined if there is none. */
  private async tagOf(visit: Visit): Promise<string | undefined> {
    const route = this.records.get(visit.route);
    if (!route) return undefined;
    const call = this.callOf(visit);
    const outcome = await this.run({ ...visit, route }, route, call);
    if ('failure' in outcome) return undefined;
    const { body, stamp } = route.show(outcome.data, call);
    const answer = await answerBody(200, body, {}, stamp);
    return answer.headers.ETag;
  }

  /** `hidden` names what the caller may neither search nor sort by. Decision: S20. */
  private async answer(visit: Visit, hidden: ReadonlySet<string>): Promise<Answer> {
    const { ctx, route, request, form } = visit;
    const search = readRouteSearch(this.parts, route, request, form, hidden);
    const call = { ...this.callOf(visit), search: search.variables };
    const isInParts = ctx.state.isShared === true && isLongPage(search);
    const outcome = search.failure
      ? { failure: (await this.fail(visit, route, call)) ?? search.failure }
      : await this.operate(visit, isInParts ? { ...call, search: firstOf(search) } : call);
    if (!('failure' in outcome)) {
      if (isInParts) return this.answerInParts(visit, call, search, { partSize: partSizes.long });
      const shown = route.show(outcome.data, call);
      const { page } = shown;
      if (!search.isWhole || !page) return this.show(visit, shown, search.headers);
      if (page.totalCount > page.count) {
        const parts = { partSize: partSizes.long, firstPage: page };
        return this.answerInParts(visit, call, search, parts);
      }
      return this.showWhole(visit, shown, search.headers, page.totalCount);
    }
    if (route.list && outcome.failure.kind === 'answerTooLarge') {
      const partSize = search.isWhole ? partSizes.long : partSizes.large;
      return this.answerInParts(visit, call, search, { partSize });
    }
    const found = hiddenIn(outcome.failure).filter((name) => !hidden.has(name));
    if (route.list && found.length > 0) return this.answer(visit, new Set([...hidden, ...found]));
    return answerFailure(outcome.failure, form, route.invalid);
  }

  /**
   * A list that is longer than its first page, which was read, or a page that is too large or, while others use
   * the store, too long to be read at once. Errors are reported before anything is sent.
   * Decision: N24, N46, O1, O2, O3.
   */
  private async answerInParts(
    visit: Visit,
    call: Call,
    { headers, isWhole }: RouteSearch,
    { partSize, firstPage }: { readonly partSize: number; readonly firstPage?: Page<unknown> },
  ): Promise<Answer> {
    const { ctx, route, form } = visit;
    const most = this.parts.olderListLimit;
    if (firstPage && firstPage.totalCount > most) return answerFailure(listTooLong(most), form);
    const operations = this.operations.inParts(route, form, isWhole);
    const found = await this.run(visit, { ...route, operation: operations.ids }, call);
    if ('failure' in found) return answerFailure(found.failure, form);
    const ids = idsIn(found.data);
    if (isWhole && ids.length > most) return answerFailure(listTooLong(most), form);
    const refusal = await ctx.state.payAhead?.(firstPage ? ids.length / firstPage.count : 0);
    if (refusal) return answerFailure(toFailure([refusal]), form);
    const shown = route.show(withNodes(found.data, []), call);
    const empty = await (isWhole
      ? this.showWhole(visit, shown, headers, ids.length)
      : this.show(visit, shown, headers));
    try {
      const body = await streamList({
        ids,
        around: wholeText(empty.body ?? ''),
        partSize,
        read: (part) => {
          const search = { filter: { id: { in: part } }, page: 1, perPage: part.length };
          return this.run(visit, { ...route, operation: operations.records }, { ...call, search });
        },
        show: (data) => route.show(data, call).body,
      });
      return { ...empty, body };
    } catch (error) {
      if (!(error instanceof PartFailed)) throw error;
      return answerFailure(error.failure, form);
    }
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

  /** The error of an operation that is run only for that; undefined if it succeeds. */
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
      // Without attributes, a value that does not fit is a name in the URL: no such record exists.
      const failure = route.writes ? invalidFailure(problems) : createFailure('notFound');
      return { problems, failure };
    }
    const result = await this.parts.execute(ctx, operation, coerced.variables);
    const failure = failureIn(result);
    return failure ? { failure } : { data: result.data };
  }

  /** A list without pages: its length is returned, and there is nothing to link to. Decision: O1. */
  private showWhole(
    visit: Visit,
    shown: Shown,
    searchHeaders: Readonly<Record<string, string>>,
    length: number,
  ): Promise<Answer> {
    const headers = { ...searchHeaders, ...countHeader(length) };
    return this.show(visit, { ...shown, page: undefined }, headers);
  }

  private async show(
    { ctx, route, request }: Visit,
    { body, stamp, page, location }: Shown,
    searchHeaders: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    if (route.status === 204) return { status: 204, headers: {} };
    const origin = readOrigin(ctx, this.parts.publicUrl);
    const headers = {
      ...searchHeaders,
      // Not the target as sent: behind a proxy it may be a whole URL.
      ...(page &&
        pageHeaders(origin, `${ctx.path}${ctx.search}`, { ...page, page: page.currentPage ?? 1 })),
      ...(location !== undefined && {
        Location: `${origin}${location}${request.suffix ? '.json' : ''}`,
      }),
    };
    const answer = await answerBody(route.status, body, headers, stamp);
    return route.method === 'GET' ? answerUnlessKnown(answer, ctx.get('If-None-Match')) : answer;
  }
}
