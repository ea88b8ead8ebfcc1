import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as aTurn, setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type Koa from 'koa';
import { GatheringMessage } from '../../rest/index.ts';
import {
  connectionBounds,
  type ConnectionBounds,
  type CutReason,
  watchConnections,
} from '../limits/connections.ts';
import { takeInRequests } from '../limits/intake.ts';
import { addressReader } from '../passage/client-address.ts';
import type { Lifecycle } from '../passage/health.ts';
import type { Log } from '../passage/request-log.ts';
import type { RequestState } from '../passage/request-state.ts';
import { answerWireFailures } from './malformed-requests.ts';

/** Limits of incoming requests. Decision: A36, A37. */
const bounds = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  // Node checks for late requests at this interval; its default of 30 s would make the other limits meaningless
  connectionsCheckingInterval: 1_000,
  // longer than the proxies before us, or they reuse a connection we just closed
  keepAliveTimeout: 65_000,
  requireHostHeader: false,
};

/** Of a response: Node's pipeline of a stream needs seven of one kind, the layers of the program five. */
const mostListeners = 20;

/** How long requests in flight may still run after a stop was requested, in milliseconds. */
const drainMs = 8_000;

/** How long a stop accepts connections that were made before it, in milliseconds. */
const admitMs = 3_000;

interface ListenerParts {
  readonly app: Koa<RequestState>;
  readonly host: string;
  readonly port: number;
  readonly lifecycle: Lifecycle;
  readonly log: Log;
  /**
   * After how long without a new connection a stop accepts no more, in milliseconds; 0 is a turn of the event
   * loop. Another process hands a worker its connections one at a time.
   */
  readonly quietMs?: number;
  /** Number of trusted proxies in front, which hold everybody's connections. Default 0. */
  readonly trustedProxies?: number;
  /** Called for each connection that is closed because of a limit. */
  readonly onCut?: ((reason: CutReason) => void) | undefined;
  /** Called with the status of each answer to what never became a request. */
  readonly onMalformed?: ((status: number) => void) | undefined;
  /** Replaces limits; for tests that cannot wait. */
  readonly bounds?: Partial<typeof bounds & ConnectionBounds>;
  /** Replaces how long requests in flight may run after a stop was requested. */
  readonly drainMs?: number;
  /** Replaces the pause in which a stop accepts new requests. */
  readonly linger?: (milliseconds: number) => Promise<unknown>;
}

/** Listens for requests; rejects if it cannot listen on the address. */
export async function listen(parts: ListenerParts) {
  const { app, host, port, lifecycle, log } = parts;
  const { quietMs = 0, trustedProxies = 0, linger = pause } = parts;
  const server = createServer({ IncomingMessage: GatheringMessage, ...bounds, ...parts.bounds });
  const ofConnections = { ...connectionBounds, ...parts.bounds };
  const mostOfAddress = trustedProxies > 0 ? Infinity : ofConnections.mostOfAddress;
  const watched = { ...ofConnections, mostOfAddress };
  const { cut, endAll } = watchConnections(server, watched, log, parts.onCut);
  const noteAnswer = answerWireFailures(
    server,
    log,
    (socket, work) => {
      inTurn(socket, work);
    },
    parts.onMalformed,
  );
  const handle = app.callback();
  const { inTurn, answers } = takeInRequests(server, {
    addressOf: addressReader(trustedProxies),
    note: noteAnswer,
    begin: (request, response) => {
      response.setMaxListeners(mostListeners);
      void handle(request, response);
    },
    cut,
  });
  spareAnswers(server, answers);
  server.listen(port, host);
  await once(server, 'listening');
  // such as too many open files for one more connection
  server.on('error', (error) => {
    log.warn({ err: error }, 'the listener failed');
  });

  let stopped: Promise<void> | undefined;
  const close = async (lingerMs: number): Promise<void> => {
    lifecycle.draining = true;
    const abort = setTimeout(() => {
      log.warn('requests were still running and are aborted');
      endAll();
    }, parts.drainMs ?? drainMs);
    if (lingerMs > 0) await linger(lingerMs);
    await admitWaiting(server, quietMs);
    // closing the server does not close connections that become idle later
    const sweep = setInterval(() => {
      server.closeIdleConnections();
    }, 100);
    await promisify(server.close.bind(server))();
    clearInterval(sweep);
    clearTimeout(abort);
  };
  return {
    port: (server.address() as AddressInfo).port,
    /**
     * Finishes requests in flight, that is all that clients have sent, and resolves when all connections are
     * closed. New requests are accepted for the given time, in milliseconds, also over connections that are kept
     * alive, while `/readyz` reports the stop; then no more.
     */
    stop: (lingerMs = 0): Promise<void> => (stopped ??= close(lingerMs)),
  };
}

/**
 * Lets no connection count as idle whose answer is not sent whole: Node ends one as soon as the last of its answer is
 * written, however much of that still waits for the client. It does so itself when a server is closed.
 */
function spareAnswers(server: Server, answers: () => readonly ServerResponse[]): void {
  const closeIdle = server.closeIdleConnections.bind(server);
  server.closeIdleConnections = () => {
    // Node goes by this mark of theirs
    const written: { finished: boolean }[] = answers().filter((answer) => answer.writableEnded);
    for (const answer of written) answer.finished = false;
    closeIdle();
    for (const answer of written) answer.finished = true;
  };
}

/**
 * Accepts connections that are still waiting: Node accepts one connection per turn of its event loop, and a
 * turn takes long under load. Closing at once would cut off requests that were sent before.
 */
async function admitWaiting(server: Server, quietMs: number): Promise<void> {
  const end = performance.now() + admitMs;
  // the rest of this turn, and a whole one
  let turns = 2;
  const note = (): void => {
    turns = 2;
  };
  server.on('connection', note);
  while (turns > 0 && performance.now() < end) {
    turns -= 1;
    await (quietMs > 0 ? pause(quietMs) : aTurn());
  }
  server.off('connection', note);
}
