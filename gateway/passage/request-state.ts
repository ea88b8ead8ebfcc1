import type { GraphQLError } from 'graphql';
import type Koa from 'koa';
import type { Context, Viewer } from '../../schema/index.ts';
import type { RequestCost } from './request-cost.ts';

/** The caller's credentials; `null` is not sent or blank. Decision: A1, A4. */
export interface Credentials {
  key: string | null;
  orderToken: string | null;
  /** The token of a browser's session, if one of the store's own pages sent it without a key. Decision: O31. */
  session?: string | null;
}

/** What the gateway knows about a request, stored in `ctx.state`. */
export interface RequestState {
  /** Also in the response header X-Request-Id. */
  requestId: string;
  credentials: Credentials;
  /** The client's address, behind trusted proxies; absent within the program. Decision: P33. */
  address?: string;
  /** Asks for the body, before it is read; absent once it is asked for, and if the client sends it anyway. */
  askForBody?: () => void;
  /** The hundreds of bytes and the values of the body, as far as it was read. */
  bodySize?: number;
  /** The route pattern that matches the path; absent for unknown paths. */
  route?: string;
  cost?: RequestCost;
  /**
   * Takes points for the request's cost so far. Returns the seconds to wait if the caller has too few; absent
   * if nothing is counted.
   * Decision: N33.
   */
  pay?: (cost: number) => Promise<number | undefined>;
  /** Takes points for a response that is still being read while it is sent. Decision: N33. */
  payAhead?: (times: number) => Promise<GraphQLError | undefined>;
  /** The body is a file that is in memory once for everybody. Decision: N25. */
  isFile?: boolean;
  /**
   * Sets the bytes that the response holds beside what its stream buffers. While it is sent: false, and not set, if
   * there is no room for more.
   * Decision: N25.
   */
  hold?: (bytes: number) => boolean;
  /** Characters in the result of the latest operation. */
  readCharacters?: number;
  /** Type and name of a GraphQL operation, such as `query Orders`; the client chooses the name. */
  operation?: string;
  /** Codes of the errors in a GraphQL response. */
  errorCodes?: readonly string[];
  /** A server error occurred. */
  fault?: boolean;
  /** A GraphQL document that changes nothing was run. */
  onlyReads?: boolean;
  /** An operation was refused for lack of a valid key or token, or named nothing that the caller can see. */
  denied?: boolean;
  /** The caller, as last looked up. */
  viewer?: Promise<Viewer>;
  /** When the key of the caller was last looked up, in milliseconds of `performance.now()`. Decision: A8. */
  identifiedAt?: number;
  /** The caller's user id, once it is known; for the request log. */
  userId?: string;
  /** Runs a read when it is the caller's turn; at once if there are no turns. Decision: N46. */
  readInTurn?: <Result>(read: () => PromiseLike<Result> | Result) => Promise<Result>;
  /** A mutation may tell so much that it is read after the write, in the caller's turn. Decision: N46. */
  tellsMuch?: boolean;
  /** Resolves in a turn of the event loop of its own. Decision: N46. */
  ownTurn?: () => Promise<void>;
  /** Whether others use the process too: then its statements run one after the other. Decision: N46. */
  isShared?: boolean;
  /** Whose share the request takes; absent within the program. Decision: N40. */
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
