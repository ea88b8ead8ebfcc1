import { once } from 'node:events';
import { createServer, type Server, type AddressInfo, Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { openServer } from '../../prisma/server/server-database.ts';

let server: Server;
afterEach(() => {
  server.close();
});

/** A message of PostgreSQL's protocol: its type, its length, its contents. */
function message(type: string, contents: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + contents.length);
  return Buffer.concat([Buffer.from(type), length, contents]);
}

const signedIn = message('R', Buffer.alloc(4));
const ready = message('Z', Buffer.from('I'));
const shutDown = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

const serverUrl = async (): Promise<string> => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return `postgres://store@127.0.0.1:${String(port)}/store`;
};

test('a connection that is silent for 30 seconds is probed from both ends, before a firewall forgets it', async () => {
  const greetings: string[] = [];
  server = createServer((socket) => {
    socket.once('data', (greeting) => {
      greetings.push(greeting.toString());
      socket.destroy();
    });
  });
  const probe = jest.spyOn(Socket.prototype, 'setKeepAlive');
  await expect(openServer({ url: await serverUrl() })).rejects.toThrow();
  const probes = probe.mock.calls;
  probe.mockRestore();
  expect(probes).toEqual([[true, 30_000]]);
  expect(greetings).toEqual([expect.stringContaining('-c tcp_keepalives_idle=30')]);
});

test('a connection that the database ends with its greeting fails what asked for it, and nothing else', async () => {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(Buffer.concat([signedIn, ready, shutDown])));
  });
  const url = await serverUrl();
  const uncaught: unknown[] = [];
  const note = (error: unknown): unknown => uncaught.push(error);
  process.on('uncaughtException', note);
  const opened = openServer({ url });
  await expect(opened).rejects.toThrow('not queryable');
  process.off('uncaughtException', note);
  expect(uncaught).toEqual([]);
});
