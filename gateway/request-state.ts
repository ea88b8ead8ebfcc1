import type Koa from 'koa';
import type { Context, Viewer } from '../schema/index.ts';

/** What the caller presented; `null` is not sent or blank. Decision: A1, A4. */
export interface Credentials {
  key: string | null;
  orderToken: string | null;
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
  /** Seconds for which the address may present no further token: it guessed too often. Decision: P34. */
  blockedSeconds?: number;
  /** Something of ours went wrong. */
  fault?: boolean;
  /** An operation was refused for want of a good key or token, or named nothing the caller can see. */
  denied?: boolean;
  /** Asked for once, by the first operation of the request. */
  viewer?: Promise<Viewer>;
  /** The caller's user id, once it is known; for the request log. */
  userId?: string;
  /** What operations run with while the request is being carried out as one unit of work. */
  unit?: Context;
}

export type GatewayContext = Koa.ParameterizedContext<RequestState>;
export type GatewayMiddleware = Koa.Middleware<RequestState>;
