import { randomUUID } from 'node:crypto';
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { InTurn } from '../limits/intake.ts';
import { keepBodiesAwaited } from '../passage/awaited-body.ts';
import { protectiveHeaders } from '../passage/headers.ts';
import { refusals, type RefusalStatus } from '../passage/refusals.ts';
import type { Log } from '../passage/request-log.ts';

/** Node's codes of HTTP parser and timer errors, and their status; others are 400. */
const statuses: Readonly<Record<string, RefusalStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * Answers requests that Node cannot parse: malformed, with headers that are too large, too slow, or with a
 * method reserved for proxies. The body is JSON like any other error, and the connection is closed. The answer to a
 * whole request before it comes first, and is all: there the connection is closed without a word, as it is in the
 * middle of an answer. Returns the function that notes which answer comes next on a connection.
 */
export function answerWireFailures(
  server: Server,
  log: Log,
  inTurn: InTurn,
  onMalformed: (status: RefusalStatus) => void = () => undefined,
): (socket: Duplex, response: ServerResponse) => void {
  const current = new WeakMap<Duplex, ServerResponse>();
  const refuse = (socket: Duplex, status: RefusalStatus): void => {
    inTurn(socket, () => {
      const response = current.get(socket);
      const isRunning = response !== undefined && !response.closed;
      if (isRunning && response.req.complete) endBehind(socket, response);
      else if (isRunning && response.headersSent) socket.destroy();
      else {
        // one that has begun is told by its own line
        if (!isRunning) onMalformed(status);
        refuseOnWire(socket, status, log);
      }
    });
  };
  // an expectation that Node does not know is no reason to refuse
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  keepBodiesAwaited(server);
  server.on('connect', (_request, socket: Duplex) => {
    serveAfterConnect(socket, () => current.get(socket));
    refuse(socket, 405);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else {
      socket.pause();
      refuse(socket, statuses[error.code ?? ''] ?? 400);
    }
  });
  return (socket, response) => current.set(socket, response);
}

/** Ends a connection with the answer that is under way. */
function endBehind(socket: Duplex, response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.once('close', () => socket.destroy());
}

function refuseOnWire(socket: Duplex, status: RefusalStatus, log: Log): void {
  const requestId = randomUUID();
  const body = JSON.stringify({ error: refusals[status] });
  const lines = [
    `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    ...[...protectiveHeaders].map(([name, value]) => `${name}: ${value}`),
  ];
  log.info({ requestId, status }, 'refused a malformed request');
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`, () => {
    socket.destroy();
  });
}

/** How much of what follows a CONNECT is thrown away while the answer before it is sent, in bytes. */
const discardedMost = 1_048_576;

/**
 * Does for a connection what Node stops to do at a CONNECT: the answer under way goes on when there is room for more
 * of it, and the connection ends when the client ends its side. What the client sends is thrown away, up to a bound.
 */
function serveAfterConnect(socket: Duplex, underWay: () => ServerResponse | undefined): void {
  let bytes = 0;
  socket.on('drain', () => {
    const response = underWay();
    if (response?.writableNeedDrain === true) response.emit('drain');
  });
  socket.once('end', () => socket.end());
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > discardedMost) socket.destroy();
  });
}
