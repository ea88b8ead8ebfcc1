import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A way to the database that counts the statements sent over it. */
export interface WireCounter {
  /** Address to use instead of the database's. */
  readonly url: string;
  /** Statements so far, BEGIN and COMMIT included. */
  readonly count: () => number;
  readonly stop: () => Promise<void>;
}

const sslRequest = 80_877_103;
const lengthBytes = 4;

/** The message types that run a statement: simple query, and execute of a prepared one. */
const runs = new Set(['Q', 'E'].map((letter) => letter.charCodeAt(0)));

/**
 * Reads what a client sends and tells the type of each message. The first message has no type; it
 * asks for encryption (then another first message follows) or opens the session.
 */
export function messageReader(
  onMessage: (type: number) => void,
  onSslRequest: () => void,
): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  let isOpened = false;
  /** Gives what may be passed on: all whole messages but a wish for encryption. */
  return function readMessages(chunk) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    let passed = 0;
    const typeBytes = (): number => (isOpened ? 1 : 0);
    while (rest.length - start >= typeBytes() + lengthBytes) {
      const end = start + typeBytes() + rest.readUInt32BE(start + typeBytes());
      if (end > rest.length) break;
      if (isOpened) onMessage(rest.readUInt8(start));
      else if (rest.readUInt32BE(start + lengthBytes) === sslRequest) {
        onSslRequest();
        passed = end;
      } else isOpened = true;
      start = end;
    }
    const whole = rest.subarray(passed, start);
    rest = rest.subarray(start);
    return whole;
  };
}

/**
 * Stands between a server and its database and counts statements, so that any server is counted
 * alike and the database needs no extension. Sessions over it are not encrypted.
 */
export async function startWireCounter(databaseUrl: string): Promise<WireCounter> {
  const target = new URL(databaseUrl);
  let count = 0;
  const sockets = new Set<Socket>();
  const counter = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port || 5432) });
    for (const socket of [client, database]) {
      socket.setNoDelay(true);
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        database.destroy();
      });
    }
    const read = messageReader(
      (type) => {
        if (runs.has(type)) count += 1;
      },
      () => client.write('N'),
    );
    client.on('data', (chunk) => database.write(read(chunk)));
    database.pipe(client);
  });
  await new Promise<void>((resolve) => counter.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((counter.address() as AddressInfo).port);
  return {
    url: url.href,
    count: () => count,
    stop: () =>
      new Promise((resolve) => {
        counter.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
