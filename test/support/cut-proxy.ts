import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy that can cut a server off without stopping it. */
export interface CutProxy {
  readonly port: number;
  /** Closes every connection, and refuses new ones until `mend`. */
  readonly cut: () => Promise<void>;
  /** Closes every connection once; new ones are accepted at once. */
  readonly shake: () => void;
  readonly mend: () => Promise<void>;
  /** Stops forwarding, without closing either side; what is sent meanwhile is forwarded by `thaw`. */
  readonly freeze: () => void;
  readonly thaw: () => void;
}

/** Forwards connections to a server. Close it with `cut`. */
export async function openProxy(host: string, port: number): Promise<CutProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    // broken connections are the purpose of the proxy
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  let isFrozen = false;
  const pairs = new Map<Socket, Socket>();
  const server = createServer((near) => {
    const far = connect(port, host);
    keep(near);
    keep(far);
    pairs.set(near, far);
    near.on('close', () => pairs.delete(near));
    if (!isFrozen) near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  const listen = (at: number): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(at, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  /** Listens on the port again, which a connection of somebody else may have got for a moment. */
  const listenAgain = async (at: number): Promise<void> => {
    for (let left = 100; ; left -= 1) {
      try {
        await listen(at);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || left === 0) throw error;
      }
      await pause(50);
    }
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const shake = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    port: own,
    shake,
    cut: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        shake();
      }),
    mend: () => listenAgain(own),
    freeze: () => {
      isFrozen = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    thaw: () => {
      isFrozen = false;
      for (const [near, far] of pairs) near.pipe(far).pipe(near);
    },
  };
}
