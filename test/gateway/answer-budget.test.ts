import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { patiently } from '../support/waiting.ts';
import type { GatewayContext } from '../../gateway/passage/request-state.ts';
import { fakeSchema, keepLog, startFake } from './support.ts';

const large = 8_000_000;
const createRest =
  () =>
  (ctx: {
    path: string;
    status: number;
    set: (name: string, value: string) => void;
    body: unknown;
  }) => {
    ctx.set('Content-Type', 'application/json; charset=utf-8');
    ctx.set('ETag', '"record"');
    ctx.body =
      ctx.path === '/api/small'
        ? '{}'
        : Buffer.alloc(ctx.path === '/api/large' ? large : 100_000, '1');
  };

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

describe('safety 7 and 12: answers that nobody takes (N25)', () => {
  test('40 sockets that read nothing hold at most their share, others are answered, and all is given back', async () => {
    const answerBudget = 8 * large;
    const { log, lines } = keepLog();
    const store = await startFake({ createRest, answerBudget, log }, { stalledMs: 3_000 });
    const sockets = await Promise.all(Array.from({ length: 40 }, () => open(store.port)));
    for (const socket of sockets)
      socket.pause().write('GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n');
    // refusals are small and sent at once; the large responses wait
    await patiently('the others are refused', 20_000, () =>
      Promise.resolve(lines.filter(({ status }) => status === 503).length === 38),
    );
    const key = { 'X-ServiceAPIKey': 'good-key' };
    expect((await store.query('{ hello }', key)).json).toMatchObject({ data: { hello: 'hello' } });
    expect((await store.call('/livez')).status).toBe(200);
    await patiently('all is given back', 60_000, async () => {
      const { status } = await store.call('/api/large');
      return status === 200;
    });
    for (const socket of sockets) socket.destroy();
    await store.stop();
  });

  test('files of the pages, which are in memory once for everybody, count nothing', async () => {
    const store = await startFake({ createRest, answerBudget: 1_000 });
    const pages = ['/admin', '/pages/pages.css', '/'].map((path) =>
      store.call(path, { headers: { Accept: 'text/html' } }),
    );
    expect((await Promise.all(pages)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await store.call('/api/large')).status).toBe(503);
    await store.stop();
  });

  test('what a list that is sent in parts holds at the moment counts until it is gone', async () => {
    const answerBudget = 8 * large;
    // counted for the stream itself
    const stream = 262_144;
    let holding: GatewayContext | undefined;
    const store = await startFake({
      answerBudget,
      createRest: () => (ctx: GatewayContext) => {
        if (ctx.path === '/api/small') ctx.body = '{}';
        else {
          holding = ctx;
          ctx.body = new Readable({ read: () => undefined });
          ctx.flushHeaders();
        }
      },
    });
    const hold = (bytes: number): void => {
      expect(holding?.state.hold?.(bytes)).toBe(true);
    };
    const socket = await open(store.port);
    socket.write('GET /api/parts HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const statusOfOthers = async () => (await store.call('/api/small')).status;
    expect(await statusOfOthers()).toBe(200);
    hold(2 * large - stream);
    expect(await statusOfOthers()).toBe(503);
    hold(1_000);
    expect(await statusOfOthers()).toBe(200);
    expect(holding?.state.hold?.(2 * large - stream + 1)).toBe(false);
    hold(2 * large - stream);
    socket.resetAndDestroy();
    await patiently('all is given back', 20_000, async () => (await statusOfOthers()) === 200);
    await store.stop();
  });

  test('answers of connections that are lost are given back', async () => {
    const store = await startFake({ createRest, answerBudget: 8 * large });
    const sockets = [await open(store.port), await open(store.port)];
    for (const socket of sockets)
      socket.pause().write('GET /api/large HTTP/1.1\r\nHost: x\r\n\r\n');
    await patiently('the share is used up', 20_000, async () => {
      const { status, headers } = await store.call('/api/large');
      return status === 503 && headers['retry-after'] === '5' && headers.etag === undefined;
    });
    for (const socket of sockets) socket.resetAndDestroy();
    await patiently('they are given back', 20_000, async () => {
      const answers = [await store.call('/api/large'), await store.call('/api/large')];
      return answers.every(({ status }) => status === 200);
    });
    await store.stop();
  });

  test('of a write that ends beside answers its caller does not take, REST tells status and headers, GraphQL that it was carried out', async () => {
    const key = { 'X-ServiceAPIKey': 'good-key' };
    const begun = { POST: false, touch: false };
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const schema = fakeSchema();
    const { touch } = schema.getMutationType()?.getFields() ?? {};
    if (touch) {
      touch.resolve = async () => {
        begun.touch = true;
        await ended;
        return 1;
      };
    }
    const store = await startFake({
      answerBudget: 8 * large,
      schema,
      createRest: () => async (ctx) => {
        ctx.type = 'application/json; charset=utf-8';
        if (ctx.path === '/api/small') ctx.body = '{}';
        else if (ctx.method === 'GET') ctx.body = Buffer.alloc(2 * large, '1');
        else {
          begun.POST = true;
          await ended;
          ctx.status = 201;
          ctx.set('Location', '/api/orders/R1');
          ctx.body = '{"number":"R1"}';
        }
      },
    });
    const writes = [
      store.call('/api/orders', { method: 'POST', headers: key }),
      store.query('mutation { touch }'),
    ] as const;
    await patiently('both have begun', 20_000, () => Promise.resolve(begun.POST && begun.touch));
    const socket = await open(store.port);
    socket.pause().write('GET /api/large HTTP/1.1\r\nHost: x\r\nX-ServiceAPIKey: good-key\r\n\r\n');
    await patiently('the share is used up', 20_000, async () => {
      const { status } = await store.call('/api/small', { headers: key });
      return status === 503;
    });
    end();
    const [created, touched] = await Promise.all(writes);
    expect([created.status, created.headers.location, created.text]).toEqual([
      201,
      '/api/orders/R1',
      '',
    ]);
    expect([touched.status, touched.json]).toMatchObject([
      200,
      { data: { touch: null }, errors: [{ extensions: { code: 'RESPONSE_NOT_READ' } }] },
    ]);
    socket.resetAndDestroy();
    await store.stop();
  });

  test('the result of a mutation is returned in any case; a query is refused', async () => {
    const store = await startFake({ answerBudget: 400 });
    const words = (operation: string) => store.query(`${operation} # ${'x'.repeat(10)}`);
    expect(
      (await words('mutation { touch a: touch b: touch c: touch d: touch e: touch f: touch }'))
        .status,
    ).toBe(200);
    const query = await words(`{ repeat(word: "${'x'.repeat(200)}", times: 1) }`);
    expect([query.status, query.json]).toMatchObject([
      503,
      { errors: [{ extensions: { code: 'UNAVAILABLE', retryAfter: 5 } }] },
    ]);
    await store.stop();
  });
});

describe('answers are compressed where the client asks and it is worth it', () => {
  const cases: readonly (readonly [asked: string | undefined, given: string | undefined])[] = [
    [undefined, undefined],
    ['identity', undefined],
    ['gzip', 'gzip'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['deflate', undefined],
  ];

  test.each(cases)('asked for %s', async (asked, given) => {
    const store = await startFake({ createRest });
    const headers = asked === undefined ? undefined : { 'Accept-Encoding': asked };
    const sent = request({
      port: store.port,
      host: '127.0.0.1',
      path: '/api/orders',
      agent: false,
      ...(headers && { headers }),
    }).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const { 'content-encoding': encoding, etag } = response.headers;
    const bytes = await buffer(response);
    const plain =
      given === 'br' ? brotliDecompressSync(bytes) : given === 'gzip' ? gunzipSync(bytes) : bytes;
    expect([encoding, etag, plain.length]).toEqual([given, '"record"', 100_000]);
    await store.stop();
  });

  test('small ones are not, and HEAD returns the headers of the uncompressed response', async () => {
    const store = await startFake({ createRest });
    const headers = { 'Accept-Encoding': 'br' };
    expect((await store.call('/api/small', { headers })).text).toBe('{}');
    const head = await store.call('/api/orders', { method: 'HEAD', headers });
    expect([head.headers['content-length'], head.headers['content-encoding']]).toEqual([
      '100000',
      undefined,
    ]);
    await store.stop();
  });
});
