import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { Parts } from '../../gateway/app.ts';
import { patiently } from '../support/waiting.ts';
import { startFake } from './support.ts';

/** More than the buffers of a connection hold, and as much compressed. */
const large = randomBytes(6_000_000).toString('base64');

const createRest: Parts['createRest'] = () => (ctx) => {
  ctx.type = 'text/plain';
  ctx.body = ctx.path === '/api/stream' ? Readable.from(large.match(/.{1,50000}/g) ?? []) : large;
};

const get = (path: string, header = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${header}\r\n`;
const gzip = 'Accept-Encoding: gzip\r\n';
const toTunnel = 'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n';

/** Of one address no second answer begins until the first stream is given back. */
const budgetOfOne = 1_200_000;

async function open(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

/** What is received until the connection ends. */
async function taken(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks);
}

const startOf = (answer: Buffer): number => answer.indexOf('\r\n\r\n') + 4;

/** The body of an answer whose length is told. */
const wholeOf = (answer: Buffer): Buffer => answer.subarray(startOf(answer));

/** The body of an answer in chunks. */
function bodyOf(answer: Buffer): Buffer {
  const parts: Buffer[] = [];
  let at = startOf(answer);
  for (;;) {
    const end = answer.indexOf('\r\n', at);
    const size = parseInt(answer.toString('latin1', at, end), 16);
    if (!(size > 0)) return Buffer.concat(parts);
    parts.push(answer.subarray(end + 2, end + 2 + size));
    at = end + size + 4;
  }
}

describe('a CONNECT behind a request whose answer is large (safety 0, 7)', () => {
  test.each([
    ['a stream', '/api/stream', '', bodyOf],
    ['a compressed stream', '/api/stream', gzip, (answer: Buffer) => gunzipSync(bodyOf(answer))],
    ['a text', '/api/text', '', wholeOf],
    ['a compressed text', '/api/text', gzip, (answer: Buffer) => gunzipSync(wholeOf(answer))],
  ])('leaves the answer whole, and ends the connection: %s', async (_title, path, header, read) => {
    const store = await startFake({ createRest });
    const socket = await open(store.port, `${get(path, header)}${toTunnel}hello`);
    const answer = await taken(socket);
    expect(read(answer).toString() === large).toBe(true);
    await store.stop();
  });

  test.each([
    ['ends its side', (socket: Socket) => socket.end()],
    ['ends its side and reads', (socket: Socket) => socket.resume().end()],
    ['is gone', (socket: Socket) => socket.destroy()],
    ['sends without end', (socket: Socket) => socket.write(Buffer.alloc(20_000_000))],
    ['takes nothing', () => undefined],
  ])('holds nothing once its client %s', async (_title, leave) => {
    const store = await startFake(
      { createRest, answerBudget: budgetOfOne },
      { stalledMs: 1_200 },
      { drainMs: 3_600_000 },
    );
    const text = `${get('/api/stream', gzip)}${toTunnel}`;
    const socket = await open(store.port, text);
    await once(socket, 'readable');
    expect((await store.call('/api/stream')).status).toBe(503);
    leave(socket);
    await patiently('it is given back', 60_000, async () => {
      const { status } = await store.call('/api/stream');
      return status === 200;
    });
    await store.stop();
    socket.destroy();
  });

  test('does not outlive a stop', async () => {
    const store = await startFake({ createRest }, {}, { drainMs: 300 });
    const socket = await open(store.port, get('/api/stream') + toTunnel);
    await once(socket, 'readable');
    await store.stop();
    socket.destroy();
    await once(socket, 'close');
  });
});
