import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, plainAddress } from './client-address.ts';
import type { Log } from './request-log.ts';

/** Bounds of the connections of one process. Decision: N16, N17. */
export interface ConnectionBounds {
  readonly mostConnections: number;
  /** What one address may have of them; all where a proxy in front has the connections of everybody. */
  readonly mostOfAddress: number;
  /** How long a client may take nothing of what waits for it, in milliseconds. */
  readonly stalledMs: number;
}

/** Why a connection was ended that had done nothing wrong by itself. */
export type CutReason = 'stalled' | 'too_many' | 'too_many_of_address';

/**
 * How often in the time of `stalledMs` all connections are looked at. Looks are counted rather than
 * time: a process that stood still itself ends nobody for it.
 */
const looks = 12;

interface Watch {
  readonly network: string;
  /** Bytes that had left the process at the last look; undefined while nothing waits. */
  sent: number | undefined;
  /** How many looks in a row found the same. */
  unchanged: number;
}

/**
 * Watches every connection of a server from its first moment until its end: one that fails ends alone,
 * whatever protocol it was about to speak; one too many is ended at once; and one that takes nothing of
 * its answer in time is ended with it.
 * Decision: N15, N16, N17.
 */
export class Connections {
  private readonly bounds: ConnectionBounds;
  private readonly log: Pick<Log, 'debug' | 'info'>;
  private readonly onCut: (reason: CutReason) => void;
  private readonly open = new Map<Socket, Watch>();
  private readonly byNetwork = new Map<string, number>();

  constructor(
    server: Server,
    bounds: ConnectionBounds,
    log: Pick<Log, 'debug' | 'info'>,
    onCut: (reason: CutReason) => void = () => undefined,
  ) {
    this.bounds = bounds;
    this.log = log;
    this.onCut = onCut;
    // before Node's own listener, which takes the first bytes
    server.prependListener('connection', (socket) => {
      this.take(socket);
    });
    const look = setInterval(() => {
      this.endStalled();
    }, bounds.stalledMs / looks).unref();
    server.once('close', () => {
      clearInterval(look);
    });
  }

  private take(socket: Socket): void {
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.log.debug({ code: error.code }, 'a connection failed');
      socket.destroy();
    });
    const network = networkOf(plainAddress(socket.remoteAddress ?? '') ?? '');
    const ofNetwork = (this.byNetwork.get(network) ?? 0) + 1;
    this.open.set(socket, { network, sent: undefined, unchanged: 0 });
    this.byNetwork.set(network, ofNetwork);
    socket.once('close', () => {
      this.forget(socket);
    });
    if (this.open.size > this.bounds.mostConnections) this.cut(socket, 'too_many');
    else if (ofNetwork > this.bounds.mostOfAddress) this.cut(socket, 'too_many_of_address');
  }

  private forget(socket: Socket): void {
    const watch = this.open.get(socket);
    if (!watch) return;
    this.open.delete(socket);
    const left = (this.byNetwork.get(watch.network) ?? 0) - 1;
    if (left > 0) this.byNetwork.set(watch.network, left);
    else this.byNetwork.delete(watch.network);
  }

  private endStalled(): void {
    for (const [socket, watch] of this.open) {
      const sent = socket.writableLength > 0 ? bytesSent(socket) : undefined;
      const isStill = sent !== undefined && sent === watch.sent;
      watch.sent = sent;
      watch.unchanged = isStill ? watch.unchanged + 1 : 0;
      if (watch.unchanged >= looks) this.cut(socket, 'stalled');
    }
  }

  private cut(socket: Socket, reason: CutReason): void {
    this.onCut(reason);
    this.log.debug({ reason }, 'a connection is ended');
    // not half-closed: the other side is not listening, or is not to be listened to
    socket.resetAndDestroy();
  }
}

/** What libuv knows of a socket; Node's own time-out of sockets looks at the same figures. */
interface SocketHandle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

/**
 * Bytes that the operating system has taken of a socket. The public `bytesWritten` counts what was given
 * to it, so that a large answer that is taken slowly would look like one that is not taken.
 */
function bytesSent(socket: Socket): number {
  const { _handle: handle } = socket as Socket & { readonly _handle?: SocketHandle | null };
  return handle ? handle.bytesWritten - handle.writeQueueSize : 0;
}
