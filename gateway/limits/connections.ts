import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from '../passage/client-address.ts';
import type { Log } from '../passage/request-log.ts';

/** Limits of the connections of one process. Decision: N17. */
export const connectionBounds = {
  mostConnections: 10_000,
  /** How many of them one address may have; all of them if a proxy in front holds everybody's connections. */
  mostOfAddress: 2_500,
  /** How long a client may receive nothing of the data waiting for it, in milliseconds. */
  stalledMs: 60_000,
};

export type ConnectionBounds = Readonly<typeof connectionBounds>;

/** Why a connection was closed whose requests may all have been good ones. */
export type CutReason = 'stalled' | 'too_many' | 'too_many_of_address' | 'pipelined';

/**
 * How often all connections are checked within `stalledMs`. Checks are counted rather than time, so that a
 * process that was paused itself closes nothing.
 */
const looks = 12;

interface Watch {
  /** Bytes that had left the process at the last check; undefined while nothing waits. */
  sent: number | undefined;
  /** How many consecutive checks found no progress. */
  unchanged: number;
}

/**
 * Watches every connection of a server from beginning to end: one that fails is closed alone, whatever its protocol;
 * one above the limit is closed at once; and one that does not receive its response in time is closed as well. Returns
 * what ends one connection because of a limit, and what ends all.
 */
export function watchConnections(
  server: Server,
  { mostConnections, mostOfAddress, stalledMs }: ConnectionBounds,
  log: Pick<Log, 'debug' | 'info'>,
  onCut: (reason: CutReason) => void = () => undefined,
) {
  const open = new Map<Socket, Watch>();
  const byNetwork = new Map<string, number>();

  const cut = (socket: Socket, reason: CutReason): void => {
    onCut(reason);
    log.debug({ reason }, 'a connection is ended');
    // not half-closed: the other side does not read, or is not to be read from
    socket.resetAndDestroy();
  };
  const forget = (socket: Socket, network: string): void => {
    open.delete(socket);
    const left = (byNetwork.get(network) ?? 0) - 1;
    if (left > 0) byNetwork.set(network, left);
    else byNetwork.delete(network);
  };
  const take = (socket: Socket): void => {
    socket.on('error', (error: NodeJS.ErrnoException) => {
      log.debug({ code: error.code }, 'a connection failed');
      socket.destroy();
    });
    const network = networkOf(plainAddress(socket.remoteAddress ?? '') ?? '');
    const ofNetwork = (byNetwork.get(network) ?? 0) + 1;
    open.set(socket, { sent: undefined, unchanged: 0 });
    byNetwork.set(network, ofNetwork);
    socket.once('close', () => {
      forget(socket, network);
    });
    if (open.size > mostConnections) cut(socket, 'too_many');
    else if (ofNetwork > mostOfAddress) cut(socket, 'too_many_of_address');
  };
  const endStalled = (): void => {
    for (const [socket, watch] of open) {
      const sent = socket.writableLength > 0 ? bytesSent(socket) : undefined;
      const isStill = sent !== undefined && sent === watch.sent;
      watch.sent = sent;
      watch.unchanged = isStill ? watch.unchanged + 1 : 0;
      if (watch.unchanged >= looks) cut(socket, 'stalled');
    }
  };

  // before Node's own listener, which reads the first bytes
  server.prependListener('connection', take);
  const look = setInterval(endStalled, stalledMs / looks).unref();
  server.once('close', () => {
    clearInterval(look);
  });
  return {
    cut,
    // Node's own function leaves out those that it has given away at a CONNECT
    endAll: () => {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}

/** libuv's counters of a socket; Node's own socket timeout uses the same. */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * Bytes of a socket that the operating system has taken. The public `bytesWritten` counts what was passed to
 * it, so a large response that is received slowly would look stalled.
 */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: SocketHandle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
