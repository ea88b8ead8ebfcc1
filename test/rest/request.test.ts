import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { readRequest } from '../../rest/request/request.ts';
import { GatheringMessage } from '../../rest/request/sent-bytes.ts';
import type { RestRequest } from '../../rest/request/request.ts';

let server: Server;
let requests: RestRequest[] = [];
/** How often a body was read in a turn of its own. */
let turns = 0;

beforeAll(async () => {
  server = createServer({ IncomingMessage: GatheringMessage }, (req, res) => {
    const { method = '', url = '' } = req;
    const state = {
      ownTurn: () => {
        turns += 1;
        return Promise.resolve();
      },
    };
    const source = { method, querystring: url.split('?')[1] ?? '', req, state };
    void readRequest(source, { path: '/api/orders', suffix: 'json' }, 'newer', {
      place: { path: /\/event\b/.test(url) ? '/api/orders/:order/event' : '/api/orders/:order' },
      params: { order: 'R1' },
    })
      .then((request) => {
        requests.push(request);
        res.end();
      })
      .catch((error: unknown) => {
        res.destroy(error instanceof Error ? error : undefined);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});

const port = (): number => (server.address() as AddressInfo).port;

function onlyRequest(): RestRequest {
  const [request] = requests;
  if (!request) throw new Error('The request was not read.');
  return request;
}

interface Sent {
  method?: string;
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
}

async function send({
  method = 'PUT',
  path = '/api/orders',
  query = '',
  headers = {},
  body,
}: Sent): Promise<RestRequest> {
  requests = [];
  const init = { method, headers, ...(body !== undefined && { body }) };
  await fetch(`http://127.0.0.1:${port()}${path}?${query}`, init);
  return onlyRequest();
}

/** For what fetch does not send: no Content-Type, a body with GET. */
async function sendRaw(text: string): Promise<RestRequest> {
  requests = [];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port(), '127.0.0.1', () => socket.write(text));
    socket.once('data', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
  return onlyRequest();
}

const json = { 'content-type': 'application/json' };
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => new Uint8Array(buffer);

test('a request is read whole', async () => {
  const request = await send({
    query: 'variant[sku]=A1&e=next&a=1&a=2',
    headers: json,
    body: '{"price":"1.5"}',
  });
  expect(request).toEqual({
    method: 'PUT',
    suffix: true,
    form: 'newer',
    params: { order: 'R1' },
    query: { variant: { sku: 'A1' }, e: 'next', a: '2' },
    queryPairs: [
      ['variant[sku]', 'A1'],
      ['e', 'next'],
      ['a', '1'],
      ['a', '2'],
    ],
    body: { price: '1.5' },
    event: 'next',
    prefersStrict: false,
    unreadable: undefined,
  });
});

describe('F6: a body', () => {
  test.each([
    ['application/json; charset=UTF-8', '{"a":1}', { a: 1 }],
    ['application/vnd.api+json', '{"a":1}', { a: 1 }],
    ['application/json', '\uFEFF{"a":1}', { a: 1 }],
    [
      'application/x-www-form-urlencoded',
      'e=cancel&a[b]=%C3%A4+%2B',
      { e: 'cancel', a: { b: 'ä +' } },
    ],
  ])('of type %s is read', async (type, body, value) => {
    expect((await send({ headers: { 'content-type': type }, body })).body).toEqual(value);
  });

  test('without a type is read as JSON', async () => {
    const request = await sendRaw('PUT / HTTP/1.1\r\nHost: x\r\nContent-Length: 7\r\n\r\n{"a":1}');
    expect(request.body).toEqual({ a: 1 });
  });

  test('of no bytes is no body, whatever its type claims', async () => {
    const request = await sendRaw(
      'PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Type: image/png\r\n\r\n0\r\n\r\n',
    );
    expect(request.body).toBeUndefined();
    expect(request.unreadable).toBeUndefined();
  });

  test('need not be there: F13', async () => {
    const request = await sendRaw('PUT /?e=cancel HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(request).toMatchObject({ body: undefined, unreadable: undefined, event: 'cancel' });
  });

  test.each([
    ['gzip', gzipSync('{"a":1}')],
    ['GZIP', gzipSync('{"a":1}')],
    ['deflate', deflateSync('{"a":1}')],
    ['br', brotliCompressSync('{"a":1}')],
    ['identity', Buffer.from('{"a":1}')],
  ])('compressed with %s is read', async (coding, body) => {
    const headers = { ...json, 'content-encoding': coding };
    expect((await send({ headers, body: bytes(body) })).body).toEqual({ a: 1 });
  });

  test.each([
    ['malformedBody', json, '{"a":'],
    ['notAnObject', json, '1'],
    ['listBody', json, '[1]'],
    ['numberTooLong', json, `{"a":${'1'.repeat(65)}}`],
    ['malformedBody', json, bytes(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))],
    ['malformedBody', { ...json, 'content-encoding': 'gzip' }, '{"a":1}'],
    [
      'malformedBody',
      { ...json, 'content-encoding': 'gzip' },
      bytes(gzipSync('{"a":1}').subarray(0, 12)),
    ],
    ['malformedRequest', form, `a${'[b]'.repeat(13)}=1`],
    ['malformedRequest', form, 'order[ship_address][lastname]=M%FCller'],
    ['mediaType', form, '{"a":1}'],
    ['mediaType', form, '[1]'],
    ['mediaType', { 'content-type': 'text/plain' }, 'a=1'],
    ['mediaType', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['mediaType', { 'content-type': 'application/json; charset="iso-8859-1"' }, '{"a":1}'],
    ['contentCoding', { ...json, 'content-encoding': 'compress' }, '{"a":1}'],
  ])('is refused as %s', async (kind, headers, body) => {
    const request = await send({ headers, body });
    expect(request.unreadable?.kind).toBe(kind);
    expect(request.body).toBeUndefined();
  });

  const filled = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`;

  test('A35: a mebibyte is read, plain or compressed', async () => {
    expect((await send({ headers: json, body: filled(1_048_576) })).unreadable).toBeUndefined();
    const headers = { ...json, 'content-encoding': 'gzip' };
    const body = bytes(gzipSync(filled(1_048_576)));
    expect((await send({ headers, body })).unreadable).toBeUndefined();
  });

  /** A body in pieces of one byte each. */
  const inPieces = (text: string): string =>
    `PUT / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${text.replaceAll(/./g, '1\r\n$&\r\n')}0\r\n\r\n`;

  test('A35: it may come in 20,000 pieces, and in no more, because each takes memory', async () => {
    expect(await sendRaw(inPieces(filled(20_000)))).toMatchObject({
      body: { a: 'x'.repeat(19_992) },
      unreadable: undefined,
    });
    expect((await sendRaw(inPieces(filled(20_001)))).unreadable?.kind).toBe('tooLarge');
  });

  test('A35: what nobody reads yet is kept as one piece for all that arrives together', async () => {
    const pieces: number[] = [];
    const unread = createServer({ IncomingMessage: GatheringMessage }, (req, res) => {
      setTimeout(() => {
        req.on('data', ({ length }: Buffer) => pieces.push(length)).on('end', () => res.end());
      }, 50);
    });
    await new Promise<void>((resolve) => unread.listen(0, '127.0.0.1', resolve));
    const socket = connect((unread.address() as AddressInfo).port, '127.0.0.1');
    socket.write(inPieces(filled(15_000)));
    await once(socket, 'data');
    socket.destroy();
    unread.close();
    expect(pieces.reduce((sum, length) => sum + length)).toBe(15_000);
    expect(pieces.length).toBeLessThan(100);
  });

  test.each([
    ['4,096 bytes at once', 4_096, 0],
    ['more in a turn of its own', 4_097, 1],
  ])(
    'N46: what comes behind a request that has begun is read, %s',
    async (_what, length, times) => {
      turns = 0;
      requests = [];
      const socket = connect(port(), '127.0.0.1');
      socket.write(
        `PUT / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`,
      );
      await once(server, 'request');
      socket.write(filled(length));
      await once(socket, 'data');
      socket.destroy();
      expect(onlyRequest().unreadable).toBeUndefined();
      expect(turns).toBe(times);
    },
  );

  test('A35: one byte more is too large, counted after decompression', async () => {
    expect((await send({ headers: json, body: filled(1_048_577) })).unreadable?.kind).toBe(
      'tooLarge',
    );
    const headers = { ...json, 'content-encoding': 'gzip' };
    const body = bytes(gzipSync(filled(1_048_577)));
    expect((await send({ headers, body })).unreadable?.kind).toBe('tooLarge');
  });
});

test('A38: a query beyond its limits is reported', async () => {
  const request = await send({ query: 'a[10001]=1', method: 'GET' });
  expect(request.unreadable?.kind).toBe('malformedRequest');
  expect(request.query).toEqual({});
});

test('S3: a query whose bytes are not UTF-8 is reported', async () => {
  const request = await send({ query: 'q[email_cont]=M%FCller', method: 'GET' });
  expect(request).toMatchObject({ query: {}, queryPairs: [] });
  expect(request.unreadable?.kind).toBe('malformedRequest');
});

test('F6: a body with GET is not read', async () => {
  const body = '{"e":"next"}';
  const request = await sendRaw(
    `GET / HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  expect(request).toMatchObject({ body: undefined, event: null, unreadable: undefined });
});

test('A35: a compressed body has the bound before decompression, too (safety 3)', async () => {
  // empty gzip members, one after the other, inflate to nothing
  const nothing = Buffer.concat(Array<Buffer>(60_000).fill(gzipSync('')));
  const request = await send({
    headers: { ...json, 'content-encoding': 'gzip' },
    body: bytes(nothing),
  });
  expect(request.unreadable?.kind).toBe('tooLarge');
});

describe('T1: a body like e=cancel that claims to be JSON', () => {
  const path = '/api/orders/R1/event';

  test.each([
    ['e=cancel', 'cancel'],
    ['e=fill_backorder', 'fill_backorder'],
    ['e=+cancel%20', ' cancel '],
    ['e=', ''],
  ])('names an event where one is fired: %s', async (body, event) => {
    const request = await send({ path, headers: json, body });
    expect(request).toMatchObject({ body: { e: event }, event, unreadable: undefined });
  });

  test.each([
    ['beside another field', path, 'e=cancel&restock=false'],
    ['in quotes', path, 'e="cancel"'],
    ['at another path', '/api/orders/R1', 'e=cancel'],
  ])('is no JSON %s', async (_what, at, body) => {
    const request = await send({ path: at, headers: json, body });
    expect(request.unreadable?.kind).toBe('malformedBody');
    expect(request.event).toBeNull();
  });
});

test('T1: the event is the query before the body; in another shape than a text it names none', async () => {
  expect((await send({ headers: form, body: 'e=cancel' })).event).toBe('cancel');
  expect((await send({ query: 'e=next', headers: json, body: '{"e":"cancel"}' })).event).toBe(
    'next',
  );
  expect((await send({ query: 'e[]=next', headers: form, body: 'e=cancel' })).event).toBeNull();
  expect((await send({})).event).toBeNull();
});
