import type Koa from 'koa';
import type { RestState } from '../../rest/index.ts';
import type { Context, Credentials, Viewer } from '../../schema/index.ts';
import type { RequestCost } from './request-cost.ts';

/** What the gateway knows about a request, stored in `ctx.state`: what REST sees of it, and the following. */
export interface RequestState extends RestState {
  credentials: Credentials;
  /** The client's address, behind trusted proxies; absent within the program. */
  address?: string;
  cost?: RequestCost;
  /**
   * Takes points for the request's cost so far. Returns the seconds to wait if the caller has too few; absent
   * if nothing is counted.
   */
  pay?: (cost: number) => Promise<number | undefined>;
  /** Type and name of a GraphQL operation, such as `query Orders`; the client chooses the name. */
  operation?: string;
  errorCodes?: readonly string[];
  fault?: boolean;
  /** A GraphQL document that changes nothing was run. */
  onlyReads?: boolean;
  /** Replaces the response of a write by one that tells only that it was carried out. */
  leaveOut?: () => void;
  /** An operation was refused for lack of a valid key or token, or named nothing that the caller can see. */
  denied?: boolean;
  /** The caller, as last looked up. */
  viewer?: Promise<Viewer>;
  /** When the key of the caller was last looked up, in milliseconds of `performance.now()`. */
  identifiedAt?: number;
  /** The caller's user id, once it is known; for the request log. */
  userId?: string;
  /** Runs a read when it is the caller's turn; at once if there are no turns. */
  readInTurn?: <Result>(read: () => PromiseLike<Result> | Result) => Promise<Result>;
  /** A mutation may tell so much that it is read after the write, in the caller's turn. */
  tellsMuch?: boolean;
  /** Whose share the request takes; absent within the program. */
  caller?: string;
  /** The context of operations while the request runs as one unit of work. */
  unit?: Context;
}

export type GatewayContext = Koa.ParameterizedContext<RequestState>;
export type GatewayMiddleware = Koa.Middleware<RequestState>;

/** Records codes of a GraphQL response for the log, each once. */
export function noteCodes(state: RequestState, codes: readonly string[]): void {
  state.errorCodes = [...new Set([...(state.errorCodes ?? []), ...codes])];
}
