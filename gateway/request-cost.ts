import { GraphQLError } from 'graphql';
import type { DocumentNode } from 'graphql';
import { refusals } from './refusals.ts';
import type { GatewayMiddleware, RequestState } from './request-state.ts';

/** The estimated cost of one operation of a request, and the actual one. */
interface Spent {
  readonly requested: number;
  readonly actual: number;
}

/**
 * The cost of a request: the sum of its operations. A unit of work may run several times, but each of its
 * operations is counted once; a list that is read in parts counts each part.
 */
export class RequestCost {
  private readonly spent = new Map<DocumentNode | typeof ahead, Spent>();
  /** Whether operations run after the head of the response was sent. */
  goesOn = false;

  /** An operation that is about to run, or the estimate for those to come. */
  ask(of: DocumentNode | typeof ahead, requested: number, mayRunAgain = false): void {
    const actual = mayRunAgain ? 0 : (this.spent.get(of)?.actual ?? 0);
    this.spent.set(of, { requested, actual });
  }

  /** The actual cost of the last operation. */
  note(document: DocumentNode, actual: number): void {
    const spent = this.spent.get(document) ?? { requested: 0, actual: 0 };
    this.spent.set(document, { ...spent, actual: spent.actual + actual });
  }

  get total(): Spent {
    let [requested, actual] = [0, 0];
    for (const spent of this.spent.values()) {
      requested += spent.requested;
      actual += spent.actual;
    }
    return { requested, actual };
  }
}

/** Placeholder for the parts of a response that are still to be read. */
const ahead = Symbol('ahead');

/** Cost covered by one point of the rate limit. Decision: N33. */
const costOfPoint = 1_000;

/** The points for a cost: at least one, because every request is work. Decision: N33. */
export const pointsOf = (cost: number): number => Math.max(1, Math.ceil(cost / costOfPoint));

/**
 * Takes the points for an operation that is about to run. Returns the refusal if the caller has too few left:
 * then it must not run.
 * Decision: N33.
 */
export async function payFor(
  state: RequestState,
  document: DocumentNode,
  requested: number,
): Promise<GraphQLError | undefined> {
  const cost = (state.cost ??= new RequestCost());
  if (cost.goesOn) return undefined;
  cost.ask(document, requested, state.unit !== undefined);
  return pay(state, cost);
}

/**
 * Takes the points for a response that is still being read while it is sent: `times` as much again as the
 * request has cost so far. Returns the refusal if the caller has too few left.
 * Decision: O3.
 */
async function payAhead(state: RequestState, times: number): Promise<GraphQLError | undefined> {
  const cost = (state.cost ??= new RequestCost());
  cost.goesOn = true;
  cost.ask(ahead, Math.ceil(cost.total.actual * times));
  return pay(state, cost);
}

async function pay(state: RequestState, cost: RequestCost): Promise<GraphQLError | undefined> {
  const retryAfter = await state.pay?.(cost.total.requested);
  if (retryAfter === undefined) return undefined;
  const extensions = { code: 'RATE_LIMITED', retryAfter, requestId: state.requestId };
  return new GraphQLError(refusals[429], { extensions });
}

/** Counts the records in the result of an operation: its objects, including lists and pages. */
export function countRecords(data: unknown): number {
  let records = 0;
  const open: object[] = [];
  const note = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) open.push(value);
  };
  note(data);
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (Array.isArray(value)) {
      for (const entry of value) note(entry);
      continue;
    }
    records += 1;
    for (const name in value) note((value as Readonly<Record<string, unknown>>)[name]);
  }
  // the data object itself is no record
  return Math.max(0, records - 1);
}

/**
 * Returns the cost of a REST request in `X-Request-Cost`, without `actual` if that is known only later; a
 * GraphQL result contains it.
 * Decision: N33, O3.
 */
export const tellCost: GatewayMiddleware = async function tellCost(ctx, next) {
  ctx.state.payAhead = (times) => payAhead(ctx.state, times);
  await next();
  if (!ctx.state.cost || ctx.headerSent) return;
  const { goesOn, total } = ctx.state.cost;
  const actual = goesOn ? '' : `, actual=${String(total.actual)}`;
  ctx.set('X-Request-Cost', `requested=${String(total.requested)}${actual}`);
};
