import type { Form } from './forms/form.ts';
import {
  createFailure,
  type Failure,
  invalidFailure,
  type OperationOutcome,
  outcomeOf,
  type NoData,
} from './failures.ts';
import { narrowOperations } from './operations-by-format.ts';
import type { RestContext, RestParts } from './parts.ts';
import type { RestRequest } from './request/request.ts';
import { type Asking, type Call, noVersion, type Route } from './route.ts';
import { namingOf, readAttributes } from './variables/attributes.ts';
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
  return { params, query, event, attributes: {}, search: {}, form };
}

/** The error that is reported: that of an operation if it comes first, else `otherwise`. */
export const toldFirst = ({ failure }: OperationOutcome, otherwise: Failure): Failure =>
  failure && failure.kind !== 'invalid' && failure.kind !== 'refused' ? failure : otherwise;

const isAbout = (name: string, { failure }: OperationOutcome): boolean =>
  failure?.kind === 'invalid' && name in failure.fields;

export function createOperator({ schema, execute, olderListLimit }: RestParts) {
  const operations = narrowOperations(olderListLimit + 1);

  /** Runs the operation of the visit's route; with attributes that do not fit to be refused, or to ignore them. */
  async function operate(visit: Visit, call: Call): Promise<OperationOutcome> {
    const { route, request } = visit;
    const { writes } = route;
    if (!writes) return run(visit, route, call);
    const { attributes, problems } = readAttributes(request, writes.resource, writes.beside);
    const known = writes.ignoresOther ? {} : problems;
    const outcome = await run(visit, route, { ...call, attributes }, known);
    if (!('problems' in outcome)) return outcome;
    const refused: Asking = {
      operation: route.operation,
      variables: (named) => ({ ...route.variables(named), ...writes.instead }),
    };
    const { mayIgnore } = writes;
    const ofNoVersion = mayIgnore !== undefined && 'lock_version' in outcome.problems;
    const named = {
      ...namingOf(attributes, outcome.problems),
      ...(ofNoVersion && { lock_version: noVersion }),
    };
    const tried = await run(visit, refused, { ...call, attributes: named });
    const isRefusedByVersion = ofNoVersion || writes.instead?.ifVersion === noVersion;
    if (isRefusedByVersion && tried.failure?.kind === 'conflict') return outcome;
    return mayIgnore !== undefined && !isAbout(mayIgnore, tried)
      ? tried
      : { failure: toldFirst(tried, outcome.failure) };
  }

  /** Runs an operation for a visit; `known` are problems of its attributes that were found before. */
  async function run(
    { ctx, route, form }: Visit,
    { operation: asked, variables }: Asking,
    call: Call,
    known: FieldMessages = {},
  ): Promise<OperationOutcome | (NoData & { readonly problems: FieldMessages })> {
    const operation = asked === route.operation ? operations.of(route, form) : asked;
    const coerced = coerceVariables(schema, operation, variables(call), form.timeZone);
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
