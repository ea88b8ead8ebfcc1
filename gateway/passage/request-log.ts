import { randomUUID } from 'node:crypto';
import { types } from 'node:util';
import { type DestinationStream, type Logger, pino } from 'pino';
import { GatheringMessage } from '../../rest/index.ts';
import type { Credentials } from '../../schema/index.ts';
import type { AddressOf } from './client-address.ts';
import type { GatewayContext, GatewayMiddleware, RequestState } from './request-state.ts';

export type Log = Logger;

/** An answered request, as far as it may be counted: no value that a caller can choose. */
export interface AnsweredRequest {
  readonly method: string;
  /** The pattern of the route table, such as `/api/orders/:order`; undefined for unknown paths. */
  readonly route: string | undefined;
  readonly status: number;
  /** Since its headers had arrived, so waiting for its turn counts. */
  readonly milliseconds: number;
  /** A server error; an older format's 500 for invalid data is none. Decision: A33. */
  readonly fault: boolean;
}

/** The program's log: JSON lines, to stdout by default. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) => (types.isNativeError(error) ? describeError(error) : error),
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** How much of a GraphQL operation's name is logged. */
const mostLetters = 80;

/** The caller's own request id if it is valid, else a new one. */
export function readRequestId(sent: string | undefined): string {
  return sent !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(sent) ? sent : randomUUID();
}

/** Of a request whose client left before anything was decided, which HTTP has no status for. */
const clientLeft = 499;

interface RequestLogParts {
  readonly log: Log;
  readonly addressOf: AddressOf;
  /** Logs what a request threw whose client has left, and returns its status. */
  readonly statusOfThrown: (ctx: GatewayContext, error: unknown) => number;
  readonly onAnswered?: ((request: AnsweredRequest) => void) | undefined;
}

/**
 * Gives the request its id and logs one line when the response is sent, or, if the connection is lost before, when the
 * request has ended: what it did is known only then. The line contains the route's pattern in place of the URL, because clients
 * may put anything into that, such as an order token or a misplaced key. At /graphql it contains the operation's type
 * and name, shortened, and the codes of the errors.
 */
export function requestLog({
  log,
  addressOf,
  statusOfThrown,
  onAnswered = () => undefined,
}: RequestLogParts): GatewayMiddleware {
  return async function requestLog(ctx, next) {
    const { req, res, state } = ctx;
    // it may have waited for its turn since
    const arrivedAt = req instanceof GatheringMessage ? req.arrivedAt : performance.now();
    const { method } = ctx;
    state.address = addressOf(req);
    state.requestId = readRequestId(ctx.get('X-Request-Id'));
    ctx.set('X-Request-Id', state.requestId);
    const tell = (): void => {
      const { requestId, route, operation, errorCodes, fault = false } = state;
      const status = isUndecided(ctx) ? clientLeft : res.statusCode;
      const milliseconds = performance.now() - arrivedAt;
      onAnswered({ method, route, status, milliseconds, fault });
      log.info(
        {
          requestId,
          method,
          route: route ?? null,
          ...(operation !== undefined && {
            operation: blankSecrets(operation, state.credentials).slice(0, mostLetters),
          }),
          status,
          ...(errorCodes !== undefined && { errors: errorCodes }),
          ms: Math.round(milliseconds * 10) / 10,
          ...(state.userId !== undefined && { user: state.userId }),
          ...(!res.writableFinished && { aborted: true }),
          address: state.address,
        },
        'request',
      );
    };
    let isRunning = true;
    res.once('close', () => {
      if (!isRunning) tell();
    });
    try {
      await next();
    } catch (error) {
      // whoever is still there gets an answer, with which the error is logged
      if (req.socket.destroyed) res.statusCode = statusOfThrown(ctx, error);
      throw error;
    } finally {
      isRunning = false;
      if (res.closed) tell();
    }
  };
}

/** Whether a response has no status yet but the one that Koa begins with. */
const isUndecided = ({ res, body }: GatewayContext): boolean =>
  res.statusCode === 404 && body === undefined && !res.headersSent;

/** Logs a server error, once, with its request and without the caller's secrets. */
export function logFault(log: Log, state: Partial<RequestState>, error: unknown): void {
  log.error({ requestId: state.requestId, err: describeError(error, state.credentials) }, 'fault');
}

/** Logs database trouble, which the operator should see and which is no bug. */
export function logTrouble(log: Log, state: Partial<RequestState>, error: unknown): void {
  const { type, message } = describeError(error, state.credentials);
  log.warn({ requestId: state.requestId, err: { type, message } }, 'database unavailable');
}

interface ErrorDescription {
  readonly type: string;
  readonly message: string;
  readonly stack?: string;
  readonly code?: string;
  readonly cause?: ErrorDescription;
}

/** A text without the caller's secrets, and without anything that looks like a key or a hash. */
function blankSecrets(text: string, credentials?: Credentials): string {
  const { key, orderToken, session } = credentials ?? {};
  const sent = [key ?? '', orderToken ?? '', session ?? ''];
  // shorter ones are not keys, and blanking every "e" would leave nothing to read
  const secrets = sent.filter(({ length }) => length >= 4);
  const shown = secrets.reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text);
  return shown.replace(/\b(?:[0-9a-f]{64}|osk_[0-9a-z]{36})\b/gi, '[secret]');
}

/** An error as the log may contain it: its own message, with keys, tokens and their hashes blanked. */
export function describeError(error: unknown, credentials?: Credentials): ErrorDescription {
  const blank = (text: string): string => blankSecrets(text, credentials);
  if (!types.isNativeError(error)) return { type: typeof error, message: blank(String(error)) };
  return {
    type: error.constructor.name,
    message: blank(error.message),
    ...(error.stack !== undefined && { stack: blank(error.stack) }),
    ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    ...(types.isNativeError(error.cause) && { cause: describeError(error.cause, credentials) }),
  };
}
