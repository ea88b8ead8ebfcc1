import type { Form } from './forms/form.ts';
import {
  createFailure,
  type Failure,
  invalidFailure,
  type Outcome,
  outcomeOf,
  type NoData,
} from './failures.ts';
import { narrowOperations } from './narrow.ts';
import type { RestContext, RestParts } from './parts.ts';
import type { RestRequest } from './request/request.ts';
import type { Call, Probe, Route } from './route.ts';
import { readAttributes } from './variables/attributes.ts';
import { coerceVariables } from './variables/coerce.ts';
import type { FieldMessages } from './words/naming.ts';

/** A request on its route. */
export interface Visit {
  readonly ctx: RestContext;
  readonly route: Route;
  readonly request: RestRequest;
  readonly form: Form;
}

/** What the variables of a visit are built from, without attributes and search. */
export function callOf({ request, form }: Visit): Call {
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

/** The error that is reported: that of an operation run for its rights if it comes first, else `otherwise`. */
export const toldFirst = ({ failure }: Outcome, otherwise: Failure): Failure =>
  failure && failure.kind !== 'invalid' && failure.kind !== 'refused' ? failure : otherwise;

/** Runs the operations of routes in process. */
export function createOperator({ schema, execute, olderListLimit }: RestParts) {
  const operations = narrowOperations(olderListLimit + 1);

  /** Runs the operation of the visit's route; a write whose attributes do not fit is run only for its rights. */
  async function operate(visit: Visit, call: Call): Promise<Outcome> {
    const { route, request } = visit;
    const { writes } = route;
    if (!writes) return run(visit, route, call);
    const { attributes, problems } = readAttributes(request, writes.resource, writes.beside);
    const outcome = await run(visit, route, { ...call, attributes }, problems);
    if (!('problems' in outcome)) return outcome;
    const probe: Probe = writes.rights === 'itself' ? route : writes.rights;
    const named = writes.rights === 'itself' ? call : { ...call, attributes };
    const probed = await run(visit, probe, named);
    const ignored = probed.failure?.kind === 'unauthorized' && writes.unheard === 'ignored';
    const unread = !probed.failure && probe.unread?.(probed.data) === true;
    if (ignored || unread) return run(visit, route, call);
    return { failure: toldFirst(probed, outcome.failure) };
  }

  /** Runs an operation for a visit; `known` are problems of its attributes that were found before. */
  async function run(
    { ctx, route, form }: Visit,
    probe: Probe,
    call: Call,
    known: FieldMessages = {},
  ): Promise<Outcome | (NoData & { readonly problems: FieldMessages })> {
    const operation = probe === route ? operations.of(route, form) : probe.operation;
    const coerced = coerceVariables(schema, operation, probe.variables(call), form.timeZone);
    const problems = { ...known, ...coerced.problems };
    if (Object.keys(problems).length > 0) {
      // Without attributes, a value that does not fit is a name in the URL: no such record exists.
      const failure = route.writes ? invalidFailure(problems) : createFailure('notFound');
      return { problems, failure };
    }
    return outcomeOf(await execute(ctx, operation, coerced.variables));
  }

  return { inParts: operations.inParts, operate, run };
}
