import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/** A proxy to the database. */
export interface Wire {
  /** Address to use in place of the database's. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** A proxy to the database that counts the statements sent through it. */
export interface WireCounter extends Wire {
  /** Statements so far, including BEGIN and COMMIT. */
  readonly count: () => number;
}

/** Called with each message of a session: its type and its payload. */
export type OnMessage = (type: number, body: Buffer) => void;

const sslRequest = 80_877_103;
const lengthBytes = 4;

/** The message types that run a statement: simple query, and execute of a prepared one. */
const runs = new Set(['Q', 'E'].map((letter) => letter.charCodeAt(0)));

/**
 * Splits one side of a session into messages. A client's first message has no type; it requests encryption
 * (then another first message follows) or opens the session.
 */
export function messageReader(
  onMessage: OnMessage,
  onSslRequest: () => void,
  isOpened = false,
): (chunk: Buffer) => Buffer {
  let rest = Buffer.alloc(0);
  /** Returns what may be passed on: all complete messages except a request for encryption. */
  return function readMessages(chunk) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    let start = 0;
    let passed = 0;
    const typeBytes = (): number => (isOpened ? 1 : 0);
    while (rest.length - start >= typeBytes() + lengthBytes) {
      const end = start + typeBytes() + rest.readUInt32BE(start + typeBytes());
      if (end > rest.length) break;
      if (isOpened) onMessage(rest.readUInt8(start), rest.subarray(start + 1 + lengthBytes, end));
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
 * Counts the statements of a server from outside, so that all servers are counted alike and the database needs
 * no extension.
 */
export async function startWireCounter(databaseUrl: string): Promise<WireCounter> {
  let count = 0;
  const wire = await standBetween(databaseUrl, (type) => {
    if (runs.has(type)) count += 1;
  });
  return { ...wire, count: () => count };
}

/**
 * A proxy between a server and its database that reports what the server sends and, on request, what it
 * receives. Sessions through it are not encrypted.
 */
export async function standBetween(
  databaseUrl: string,
  onSent: OnMessage,
  onReceived?: OnMessage,
): Promise<Wire> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  const between = createServer((client) => {
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
    const read = messageReader(onSent, () => client.write('N'));
    client.on('data', (chunk) => database.write(read(chunk)));
    if (onReceived === undefined) database.pipe(client);
    else {
      const hear = messageReader(onReceived, () => undefined, true);
      database.on('data', (chunk) => client.write(hear(chunk)));
    }
  });
  await new Promise<void>((resolve) => between.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((between.address() as AddressInfo).port);
  return {
    url: url.href,
    stop: () =>
      new Promise((resolve) => {
        between.close(() => {
          resolve();
        });
        for (const socket of sockets) socket.destroy();
      }),
  };
}
