import type { GraphQLError } from 'graphql';
import type Koa from 'koa';
import type { Context, Viewer } from '../schema/index.ts';
import type { RequestCost } from './request-cost.ts';

/** What the caller presented; `null` is not sent or blank. Decision: A1, A4. */
export interface Credentials {
  key: string | null;
  orderToken: string | null;
  /** The token of a browser's session, where one of the store's own pages sent it without a key. Decision: O31. */
  session?: string | null;
}

/** What the gateway knows of a request, kept in `ctx.state`. */
export interface RequestState {
  /** Also in the header X-Request-Id of the answer. */
  requestId: string;
  credentials: Credentials;
  /** Where the request came from, behind trusted proxies; none within the program. Decision: P33. */
  address?: string;
  /** The pattern of the route table that the path fits; none for unknown paths. */
  route?: string;
  /** What the operations of the request cost. */
  cost?: RequestCost;
  /**
   * Takes points for what the request costs by now. Gives the seconds to wait where the caller has too few;
   * absent where nothing is counted. Decision: N33.
   */
  pay?: (cost: number) => Promise<number | undefined>;
  /** Takes points for an answer that is read on while it is sent. Decision: O3. */
  payAhead?: (times: number) => Promise<GraphQLError | undefined>;
  /** What a GraphQL document asks for, such as `query Orders`; the name is the client's own words. */
  operation?: string;
  /** Codes of the errors that a GraphQL request was answered with. */
  errorCodes?: readonly string[];
  /** Something of ours went wrong. */
  fault?: boolean;
  /** A GraphQL document that changes nothing was carried out. */
  onlyReads?: boolean;
  /** An operation was refused for want of a good key or token, or named nothing the caller can see. */
  denied?: boolean;
  /** Asked for once, by the first operation of the request. */
  viewer?: Promise<Viewer>;
  /** The caller's user id, once it is known; for the request log. */
  userId?: string;
  /** Runs a read when the caller's turn has come; at once where there are no turns. Decision: N46. */
  readInTurn?: <Result>(read: () => PromiseLike<Result> | Result) => Promise<Result>;
  /** Whether others use the process too: then its statements run one after the other. Decision: N46. */
  isShared?: boolean;
  /** Whose share the request takes; none within the program. Decision: N40. */
  caller?: string;
  /** What operations run with while the request is being carried out as one unit of work. */
  unit?: Context;
}

export type GatewayContext = Koa.ParameterizedContext<RequestState>;
export type GatewayMiddleware = Koa.Middleware<RequestState>;
