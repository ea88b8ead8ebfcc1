import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** How much of what follows a CONNECT is thrown away while the answer before it is sent, in bytes. */
const discardedMost = 1_048_576;

/**
 * Does for a connection what Node stops to do at a CONNECT: the answer under way goes on when there is room for more
 * of it, and the connection ends when the client ends its side. What the client sends is thrown away, up to a bound.
 */
export function serveAfterConnect(
  socket: Duplex,
  underWay: () => ServerResponse | undefined,
): void {
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
