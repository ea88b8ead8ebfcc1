import { type Answer, answerBody, answerFailure, tagged, wholeText } from './answer/answer.ts';
import { namesCurrent, readIfMatch } from './conditions.ts';
import { createFailure, type Failure, listTooLong, refusedBefore, toFailure } from './failures.ts';
import type { Page } from './forms/form.ts';
import {
  PartFailed,
  bytesOfId,
  idsIn,
  mostAtOnce,
  readAtOnce,
  streamList,
  withNodes,
} from './answer/list-in-parts.ts';
import { callOf, createOperator, toldFirst, type Visit } from './operate.ts';
import { readOrigin } from './answer/origin.ts';
import { countHeader, pageHeaders } from './answer/pages.ts';
import type { PathMatch, Places } from './request/path-match.ts';
import type { Ended, RestContext, RestParts } from './parts.ts';
import {
  fromKept,
  type KeptAnswer,
  pathOfKept,
  readKeyedRequest,
  toKept,
} from './answer/repetition.ts';
import type { Call, Route, Shown } from './route.ts';
import {
  hiddenIn,
  isLongPage,
  noSearch,
  partSizes,
  readRouteSearch,
  type RouteSearch,
} from './variables/route-search.ts';

/** Whether what was read last is so long that a list of it is presented in parts. */
const isTooLong = ({ state: { readCharacters = 0 } }: RestContext): boolean =>
  readCharacters > mostAtOnce;

/** Whether an error is reported although the record has changed since the client read it. Decision: A24. */
const isToldBeforeTag = ({ kind }: Failure): boolean =>
  !['invalid', 'refused', 'conflict'].includes(kind);

/** How a guarded write ended, with its response: what is long of that is written when the transaction has ended. */
interface Guarded extends Ended {
  readonly given: Answer;
}

const ended = (ending: Ended['ending'], given: Answer, path?: string): Guarded => ({
  ending,
  given,
  answer: toKept(given, path),
});

/**
 * Runs requests: reads attributes and search, converts the variables, runs the one operation of the route and
 * presents the result. `records` has, by a route that writes, the one that reads the record. The order of errors: A24.
 */
export function createPipeline(
  parts: RestParts,
  records: ReadonlyMap<Route, Route>,
  places: Places,
) {
  const { inParts, operate, run } = createOperator(parts);

  async function serve(visit: Visit): Promise<Answer> {
    const { ctx, route, request, form } = visit;
    if (request.unreadable) return answerFailure(createFailure(request.unreadable.kind), form);
    const ifMatch = readIfMatch(route, ctx.headers['if-match']);
    const once = readKeyedRequest(request, ctx.path);
    if (ifMatch === undefined && once === null) return answer(visit, new Set());
    // It must run once only, or only on the version of the record that the client knows.
    const unit = { once, repeatable: ifMatch !== undefined };
    const result = await parts.inUnit(ctx, unit, () => runGuarded(visit, ifMatch));
    if ('errors' in result) return answerFailure(toFailure(result.errors), form, route.invalid);
    return 'kept' in result ? recall(visit, result.kept) : result.ended.given;
  }

  /**
   * A stored response. If its body was not stored, the record is read as it is now; if the caller may not read it, that
   * is reported. A refusal is then told without its reasons. Decision: N62.
   */
  async function recall(visit: Visit, kept: KeptAnswer): Promise<Answer> {
    const given = fromKept(kept);
    if (!kept.bodyLeftOut) return given;
    if (kept.status >= 400) {
      const { headers, ...told } = answerFailure(refusedBefore, visit.form);
      return { ...told, headers: { ...given.headers, ...headers } };
    }
    const read = await answer(readOf(visit, pathOfKept(kept)), new Set());
    if (read.status !== 200) return read;
    return { ...read, status: given.status, headers: { ...given.headers, ...read.headers } };
  }

  /** The place of a stored path; a `Location` begins with PUBLIC_URL as it was then, which may have a path. */
  function placeOf(kept: string): PathMatch | undefined {
    const path = new URL(kept, 'http://store.invalid').pathname.replace(/\.json$/, '');
    for (const { index } of path.matchAll(/\//g)) {
      const match = places.match(path.slice(index));
      if (match) return match;
    }
    return undefined;
  }

  /** The request for the record that a write returned: that of the stored path, else of its own. */
  function readOf(visit: Visit, path: string | undefined): Visit {
    const match = path === undefined ? undefined : placeOf(path);
    const route = path === undefined ? records.get(visit.route) : match?.place.routes.get('GET');
    if (!route) {
      throw new TypeError('A large response was stored for a route that returns no record.');
    }
    const { params } = match ?? visit.request;
    const bare = { method: 'GET', query: {}, queryPairs: [], body: undefined };
    return { ...visit, route, request: { ...visit.request, ...bare, params } };
  }

  /**
   * The steps of a guarded write. If the record has changed since the client read it, the write is tried and
   * rolled back, because missing permissions and records are reported first.
   */
  async function runGuarded(visit: Visit, ifMatch: string | undefined): Promise<Guarded> {
    const { route, form } = visit;
    const isCurrent = ifMatch === undefined || namesCurrent(ifMatch, await tagOf(visit));
    const call = callOf(visit);
    const { data, failure } = await operate(visit, call);
    if (!isCurrent) {
      const told = failure && isToldBeforeTag(failure);
      const answer = answerFailure(told ? failure : createFailure('preconditionFailed'), form);
      return ended('undone', answer);
    }
    if (failure) {
      return ended('refused', answerFailure(failure, form, route.invalid));
    }
    const shown = route.show(data, call);
    return ended('done', show(visit, shown, noSearch), shown.lastingPath);
  }

  /** The ETag that the caller would now get for the record; undefined if there is none. */
  async function tagOf(visit: Visit): Promise<string | undefined> {
    const route = records.get(visit.route);
    if (!route) return undefined;
    const call = callOf(visit);
    const { data, failure } = await run({ ...visit, route }, route, call);
    if (failure) return undefined;
    const { body, stamp } = route.show(data, call);
    const { headers } = await tagged(answerBody(200, body, {}, stamp));
    return headers.ETag;
  }

  /** `hidden` names what the caller may neither search nor sort by. Decision: S20. */
  async function answer(visit: Visit, hidden: ReadonlySet<string>): Promise<Answer> {
    const { ctx, route, request, form } = visit;
    const search = readRouteSearch(parts, route, request, form, hidden);
    const call = { ...callOf(visit), search: search.variables };
    const isInParts = ctx.state.isShared === true && isLongPage(search);
    // One record shows whether the search is allowed, before the rest is read in parts.
    const first = isInParts ? { ...call, search: { ...call.search, perPage: 1 } } : call;
    const outcome = await (search.failure ? run(visit, route, call) : operate(visit, first));
    const failure = search.failure ? toldFirst(outcome, search.failure) : outcome.failure;
    if (!failure) {
      if (isInParts) return answerInParts(visit, call, search, { partSize: partSizes.long });
      const shown = route.show(outcome.data, call);
      const { page } = shown;
      if (page && page.count > 1 && isTooLong(ctx)) {
        return answerInParts(visit, call, search, { partSize: partSizes.large });
      }
      if (search.isWhole && page && page.totalCount > page.count) {
        const sizes = { partSize: partSizes.long, firstPage: page };
        return answerInParts(visit, call, search, sizes);
      }
      return show(visit, shown, search, page?.totalCount);
    }
    if (route.list && failure.kind === 'answerTooLarge') {
      const partSize = search.isWhole ? partSizes.long : partSizes.large;
      return answerInParts(visit, call, search, { partSize });
    }
    const found = hiddenIn(outcome.failure).filter((name) => !hidden.has(name));
    if (route.list && found.length > 0) return answer(visit, new Set([...hidden, ...found]));
    return answerFailure(failure, form, route.invalid);
  }

  /**
   * A list that is longer than its first page, which was read, or a page that is too large or, while others use the
   * store, too long to be read at once. Errors are reported before anything is sent. Decision: N24, N46.
   */
  async function answerInParts(
    visit: Visit,
    call: Call,
    search: RouteSearch,
    { partSize, firstPage }: { readonly partSize: number; readonly firstPage?: Page<unknown> },
  ): Promise<Answer> {
    const { ctx, route, form } = visit;
    const { isWhole } = search;
    const most = parts.olderListLimit;
    if (firstPage && firstPage.totalCount > most) return answerFailure(listTooLong(most), form);
    // by what was read: the first page, else the first part
    const payAhead = async (times: number): Promise<Failure | undefined> => {
      const refusal = await ctx.state.payAhead?.(times);
      return refusal && toFailure([refusal]);
    };
    const unpaid = firstPage && (await payAhead(firstPage.totalCount / firstPage.count));
    if (unpaid) return answerFailure(unpaid, form);
    const operations = inParts(route, form, isWhole);
    const found = await run(visit, { ...route, operation: operations.ids }, call);
    if (found.failure) return answerFailure(found.failure, form);
    const ids = idsIn(found.data);
    if (isWhole && ids.length > most) return answerFailure(listTooLong(most), form);
    const shown = route.show(withNodes(found.data, []), call);
    const empty = show(visit, shown, search, ids.length);
    let sending = 0;
    try {
      const body = await streamList({
        ids,
        around: wholeText(empty.body ?? ''),
        partSize,
        read: async (part) => {
          const named = { filter: { id: { in: part } }, page: 1, perPage: part.length };
          const probe = { ...route, operation: operations.records };
          const outcome = await run(visit, probe, { ...call, search: named });
          if (part.length > 1 && isTooLong(ctx))
            return { failure: createFailure('answerTooLarge') };
          const read = readAtOnce(ctx);
          // the end of the part before may not have been taken yet
          const hasRoom = ctx.state.hold?.(ids.length * bytesOfId + sending + read) ?? true;
          sending = read;
          return hasRoom ? outcome : { failure: createFailure('unavailable') };
        },
        goOn: async (records) => {
          const failure = firstPage ? undefined : await payAhead(ids.length / records - 1);
          if (failure) throw new PartFailed(failure);
        },
        show: (data) => route.show(data, call).body,
      });
      return { ...empty, body };
    } catch (error) {
      if (!(error instanceof PartFailed)) throw error;
      return answerFailure(error.failure, form);
    }
  }

  /** `length` is that of a list without pages: it is returned, and there is nothing to link to. */
  function show(
    { ctx, route, request }: Visit,
    { body, stamp, page, location }: Shown,
    search: RouteSearch,
    length = 0,
  ): Answer {
    if (route.status === 204) return { status: 204, headers: {} };
    const origin = readOrigin(ctx, parts.publicUrl);
    const headers = {
      ...search.headers,
      ...(search.isWhole
        ? countHeader(length)
        : // Not the target as sent: behind a proxy it may be a whole URL.
          page && pageHeaders(origin, `${ctx.path}${ctx.search}`, page)),
      ...(location !== undefined && {
        Location: `${origin}${location}${request.suffix ? '.json' : ''}`,
      }),
    };
    return answerBody(route.status, body, headers, stamp);
  }

  return serve;
}
