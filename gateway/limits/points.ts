import type { DocumentNode, GraphQLError } from 'graphql';
import { RateLimited } from '../passage/refusals.ts';
import { ahead, RequestCost } from '../passage/request-cost.ts';
import type { GatewayMiddleware, RequestState } from '../passage/request-state.ts';

const costOfPoint = 1_000;

/** The points for a cost: at least one, because every request is work. */
export const pointsOf = (cost: number): number => Math.max(1, Math.ceil(cost / costOfPoint));

/** The cost of a request whose body was read. */
export const costOf = (state: RequestState): RequestCost =>
  (state.cost ??= new RequestCost(state.bodySize));

/** Takes the points for an operation; returns the refusal if the caller has too few left: then it must not run. */
export async function payFor(
  state: RequestState,
  document: DocumentNode,
  requested: number,
): Promise<GraphQLError | undefined> {
  const cost = costOf(state);
  if (cost.goesOn) return undefined;
  cost.ask(document, requested, state.unit !== undefined);
  return pay(state, cost);
}

/**
 * Takes the points for a response that is still being read while it is sent: `times` as much again as the latest
 * operation has cost. Returns the refusal if the caller has too few left. Decision: N33.
 */
async function payAhead(state: RequestState, times: number): Promise<GraphQLError | undefined> {
  const cost = costOf(state);
  cost.goesOn = true;
  cost.ask(ahead, Math.ceil(cost.latest * times));
  return pay(state, cost);
}

async function pay(state: RequestState, cost: RequestCost): Promise<GraphQLError | undefined> {
  const retryAfter = await state.pay?.(cost.total.requested);
  return retryAfter === undefined ? undefined : new RateLimited(retryAfter);
}

/** Tells the cost of a REST request in `X-Request-Cost`, as a GraphQL result does; no `actual` if known only later. */
export const tellCost: GatewayMiddleware = async function tellCost(ctx, next) {
  ctx.state.payAhead = (times) => payAhead(ctx.state, times);
  await next();
  if ((!ctx.state.cost && !ctx.state.bodySize) || ctx.headerSent) return;
  const { goesOn, total } = costOf(ctx.state);
  const actual = goesOn ? '' : `, actual=${String(total.actual)}`;
  ctx.set('X-Request-Cost', `requested=${String(total.requested)}${actual}`);
};
