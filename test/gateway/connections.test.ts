import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { CutReason } from '../../gateway/limits/connections.ts';
import { patiently } from '../support/waiting.ts';
import { startFake } from './support.ts';

type Store = Awaited<ReturnType<typeof startFake>>;

/** What a client may have sent when it disconnects. */
const beginnings: readonly (readonly [title: string, text: string])[] = [
  ['CONNECT', 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\nhello'],
  [
    'an upgrade',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello',
  ],
  ['a read', 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'],
  [
    'a write',
    'POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 15\r\n\r\n{"query":"{a}"}',
  ],
  ['no HTTP', 'nonsense\r\n\r\n'],
  ['an expectation', 'POST /api HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9'],
];

/** Opens a connection, sends some bytes, and resets it: at once, or when a response began. */
async function reset(port: number, text: string, waits: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  // a reset by the other side is an expected result
  const failed = once(socket, 'error').catch(() => undefined);
  await once(socket, 'connect');
  socket.write(text);
  if (waits) await Promise.race([once(socket, 'readable'), failed, pause(20)]);
  socket.resetAndDestroy();
  await once(socket, 'close');
}

describe('safety 0: a connection that is reset ends alone', () => {
  let store: Store;
  beforeEach(async () => {
    store = await startFake();
  });
  afterEach(() => store.stop());

  test.each(beginnings)('%s, reset after each of its bytes', async (_title, text) => {
    for (const waits of [false, true]) {
      await Promise.all(
        Array.from(text, (_byte, at) => reset(store.port, text.slice(0, at + 1), waits)),
      );
    }
    expect((await store.call('/livez')).status).toBe(200);
  });

  test('hundreds of CONNECT at once, each followed by a reset', async () => {
    const text = 'CONNECT a:80 HTTP/1.1\r\nHost: a:80\r\n\r\n';
    await Promise.all(Array.from({ length: 400 }, () => reset(store.port, text, false)));
    expect((await store.call('/livez')).status).toBe(200);
  });
});

/** Responses of this many bytes. */
const largeRest = (bytes: number) => () => (ctx: { body: unknown }) => {
  ctx.body = Buffer.alloc(bytes, 'x');
};

const head = 'GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n';

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** Waits until a connection is closed, in any way. */
const over = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => {
      resolve();
    });
    socket.resume();
  });

describe('safety 12: a connection that takes nothing is ended (N17)', () => {
  // together within what one caller may have in flight
  test('seven of them, each with an answer larger than the system buffers, and nothing is held', async () => {
    const cut: CutReason[] = [];
    const store = await startFake(
      { createRest: largeRest(8_000_000) },
      { stalledMs: 600 },
      { onCut: (reason) => cut.push(reason) },
    );
    const sockets = await Promise.all(Array.from({ length: 7 }, () => open(store.port)));
    for (const socket of sockets) {
      socket.on('error', () => undefined);
      socket.pause().write(head);
    }
    await patiently('all are ended', 300_000, () => Promise.resolve(cut.length === 7));
    expect(new Set(cut)).toEqual(new Set(['stalled']));
    for (const socket of sockets) socket.destroy();
    await store.stop();
  });

  test('one that takes a large answer slowly is not', async () => {
    const cut: CutReason[] = [];
    const bytes = 12_000_000;
    const store = await startFake(
      { createRest: largeRest(bytes) },
      { stalledMs: 1_500 },
      { onCut: (reason) => cut.push(reason) },
    );
    const socket = await open(store.port);
    let taken = 0;
    let sinceRest = 0;
    socket.on('data', (chunk: Buffer) => {
      taken += chunk.length;
      sinceRest += chunk.length;
      if (sinceRest < 500_000) return;
      sinceRest = 0;
      socket.pause();
      setTimeout(() => socket.resume(), 100);
    });
    socket.write(head);
    await patiently('all is taken', 300_000, () =>
      Promise.resolve(taken > bytes || cut.length > 0),
    );
    expect(cut).toEqual([]);
    socket.destroy();
    await store.stop();
  });

  test('one that waits between its requests is not', async () => {
    const cut: CutReason[] = [];
    const store = await startFake({}, { stalledMs: 120 }, { onCut: (reason) => cut.push(reason) });
    const socket = await open(store.port);
    for (let sent = 0; sent < 2; sent += 1) {
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(socket, 'data');
      await pause(400);
    }
    expect(cut).toEqual([]);
    socket.destroy();
    await store.stop();
  });
});

describe('connections have a most (N17)', () => {
  test.each([
    ['too_many', { mostConnections: 5 }],
    ['too_many_of_address', { mostOfAddress: 5 }],
  ])('beyond it they are ended at once: %s', async (reason, bounds) => {
    const cut: CutReason[] = [];
    const store = await startFake({}, bounds, { onCut: (why) => cut.push(why) });
    const sockets = await Promise.all(Array.from({ length: 5 }, () => open(store.port)));
    await over(connect(store.port, '127.0.0.1'));
    expect(cut).toEqual([reason]);
    sockets[0]?.destroy();
    await patiently('a place is free again', 300_000, async () => {
      const call = store.call('/livez');
      return call.then(({ status }) => status === 200).catch(() => false);
    });
    for (const socket of sockets) socket.destroy();
    await store.stop();
  });

  test('behind proxies the limit for one address is off', async () => {
    const store = await startFake({}, { mostOfAddress: 1 }, { trustedProxies: 1 });
    const sockets = await Promise.all([open(store.port), open(store.port)]);
    expect((await store.call('/livez')).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await store.stop();
  });
});

describe('safety 8: a body that nobody reads to its end', () => {
  const posted = (path: string, headers: readonly string[] = []) =>
    [`POST ${path} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');
  const chunked = 'Transfer-Encoding: chunked';
  /** So many bytes in chunks of 64 KiB, without their end. */
  const chunks = (bytes: number) =>
    `10000\r\n${'a'.repeat(65_536)}\r\n`.repeat(Math.ceil(bytes / 65_536));

  test.each(['/api/orders', '/graphql', '/livez'])(
    'closes its connection where more of it comes than is waited for: %s',
    async (path) => {
      const store = await startFake();
      const socket = await open(store.port);
      const told: Buffer[] = [];
      socket.on('data', (chunk: Buffer) => told.push(chunk));
      socket.write(
        posted(path, [chunked, 'Content-Type: application/json', 'X-ServiceAPIKey: good-key']),
      );
      socket.write(chunks(3_000_000));
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      await over(socket);
      const text = Buffer.concat(told).toString();
      expect(text.match(/HTTP\/1\.1 /g)?.length ?? 0).toBeLessThanOrEqual(1);
      await store.stop();
    },
  );

  test('leaves the connection open where the rest is on its way', async () => {
    const store = await startFake();
    const socket = await open(store.port);
    const told: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => told.push(chunk));
    socket.write(posted('/livez', ['Content-Length: 200000']));
    socket.write('a'.repeat(200_000));
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await patiently('both are answered', 300_000, () =>
      Promise.resolve(Buffer.concat(told).toString().split('HTTP/1.1 ').length === 3),
    );
    expect(Buffer.concat(told).toString()).toMatch(/^HTTP\/1\.1 405 [^]*HTTP\/1\.1 200 /);
    socket.destroy();
    await store.stop();
  });

  test('is answered, and closed, where it does not come', async () => {
    const store = await startFake();
    const text = await store.raw(posted('/livez', ['Content-Length: 200000']) + 'a');
    expect(text).toMatch(/^HTTP\/1\.1 405 /);
    expect(text).toMatch(/\r\nConnection: close\r\n/);
    await store.stop();
  });
});
