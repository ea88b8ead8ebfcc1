import { EventEmitter, once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import type { Parts } from '../../gateway/app.ts';
import { answerWireFailures } from '../../gateway/process/malformed-requests.ts';
import { keepLog, startFake } from './support.ts';

/** Splits raw responses into status, headers and body. */
function readAnswer(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers: Record<string, string | undefined> = Object.fromEntries(
    lines.map((line) => [line.split(': ')[0]?.toLowerCase() ?? '', line.split(': ')[1]]),
  );
  return { status: Number(statusLine.split(' ')[1]), headers, json: JSON.parse(body) as unknown };
}

async function send(text: string, bounds = {}) {
  const { log, lines } = keepLog();
  const store = await startFake({ log }, bounds);
  const answer = readAnswer(await store.raw(text));
  await store.stop();
  return { ...answer, lines };
}

describe('what never becomes a request (A28)', () => {
  test.each([
    ['no HTTP', 'nonsense\r\n\r\n', 400, 'The request is not valid.'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      400,
      'The request is not valid.',
    ],
    [
      'headers over 16 KiB',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(17_000)}\r\n\r\n`,
      431,
      'The request headers are too large.',
    ],
    [
      'an address over 16 KiB',
      `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'The request headers are too large.',
    ],
    [
      'a method for proxies',
      'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
      405,
      'That method is not allowed here.',
    ],
    [
      'a method that is none',
      'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n',
      400,
      'The request is not valid.',
    ],
  ])('%s is answered as JSON and the connection closed', async (_title, text, status, error) => {
    const answer = await send(text);
    expect([answer.status, answer.json]).toEqual([status, { error }]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      connection: 'close',
    });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.lines).toMatchObject([
      { requestId: answer.headers['x-request-id'], status, msg: 'refused a malformed request' },
    ]);
  });

  test('HTTP/1.1 without Host is refused', async () => {
    const answer = await send('GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n');
    expect([answer.status, answer.json]).toEqual([400, { error: 'The request is not valid.' }]);
  });

  test('HTTP/1.0 may leave Host out', async () => {
    const answer = await send('GET /livez HTTP/1.0\r\n\r\n');
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok' }]);
  });

  test.each([
    ['two of them', 'Host: a\r\nHost: b\r\n'],
    ['the same one twice', 'Host: a\r\nhost: a\r\n'],
    ['none', 'Host:\r\n'],
    ['two in one', 'Host: a, b\r\n'],
    ['a path', 'Host: a/b\r\n'],
    ['a user', 'Host: me@a\r\n'],
    ['a blank', 'Host: a b\r\n'],
    ['a port that is none', 'Host: a:http\r\n'],
    ['a port beyond all', 'Host: a:65536\r\n'],
    ['a broken address', 'Host: [::1\r\n'],
    ['an impossible address', 'Host: [1:2:3]\r\n'],
    ['a broken percent sequence', 'Host: a%zz\r\n'],
    ['a sequence that no name has', 'Host: a%20b\r\n'],
    ['an empty label', 'Host: a..b\r\n'],
    ['nothing before a dot', 'Host: .a\r\n'],
    ['a hyphen', 'Host: -\r\n'],
    ['a hyphen first', 'Host: -a.b\r\n'],
    ['a hyphen last', 'Host: a-.b\r\n'],
    ['the port 0', 'Host: a:0\r\n'],
    ['an IPv4 address of five parts', 'Host: 1.2.3.4.5\r\n'],
    ['an IPv4 address beyond all', 'Host: 256.1.1.1:80\r\n'],
    ['a label of 64 letters', `Host: ${'a'.repeat(64)}.b\r\n`],
    ['a name of 254 letters', `Host: ${'a.'.repeat(126)}bb\r\n`],
  ])('safety, small: a Host that is none is refused: %s', async (_title, host) => {
    const answer = await send(`GET /livez HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    expect([answer.status, answer.json]).toEqual([400, { error: 'The request is not valid.' }]);
  });

  test.each([
    'a',
    'store.example:8080',
    '127.0.0.1:1',
    '[::1]:3000',
    '[::ffff:1.2.3.4]',
    'a_b.c:',
    'a.b.',
    'a--b.c-d.example',
    'xn--bcher-kva.example',
    '7.example',
    `${'a'.repeat(63)}.b`,
  ])('a Host that can be one is taken: %s', async (host) => {
    const answer = await send(`GET /livez HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect(answer.status).toBe(200);
  });

  test('headers that do not arrive in time are a 408', async () => {
    const bounds = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
    const answer = await send('GET /livez HTTP/1.1\r\nHost: x\r\n', bounds);
    expect([answer.status, answer.json]).toEqual([
      408,
      { error: 'The request took too long to arrive.' },
    ]);
  });

  test('a body that does not arrive in time is a 408, and no fault of ours', async () => {
    const bounds = { headersTimeout: 100, requestTimeout: 200, connectionsCheckingInterval: 20 };
    const head = [
      'POST /graphql HTTP/1.1',
      'Host: x',
      'X-ServiceAPIKey: good-key',
      'Content-Type: application/json',
      'Content-Length: 100',
    ];
    const answer = await send(`${head.join('\r\n')}\r\n\r\n{"query"`, bounds);
    expect([answer.status, answer.json]).toEqual([
      408,
      { error: 'The request took too long to arrive.' },
    ]);
    expect(answer.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
  });

  test('an expectation nobody knows is no reason to refuse', async () => {
    const answer = await send(
      'GET /livez HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nConnection: close\r\n\r\n',
    );
    expect([answer.status, answer.json]).toEqual([200, { status: 'ok' }]);
  });
});

describe('what follows a request whose answer has begun (safety 0)', () => {
  const get = 'GET /api/orders HTTP/1.1\r\nHost: x\r\n\r\n';

  /** Sends a request, and more once it runs; it goes on once that has arrived. Everything that was received. */
  async function withMore(more: string, answer: (goOn: Promise<void>) => unknown): Promise<string> {
    const [begun, goOn] = [new EventEmitter(), new EventEmitter()];
    const createRest: Parts['createRest'] = () => (ctx) => {
      ctx.body = answer(once(goOn, 'now').then(() => undefined));
      begun.emit('now');
    };
    const store = await startFake({ createRest });
    const client = connect(store.port, '127.0.0.1');
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    const runs = once(begun, 'now');
    client.write(get);
    await runs;
    client.write(more, () => setTimeout(() => goOn.emit('now'), 100));
    await once(client, 'close');
    await store.stop();
    return Buffer.concat(chunks).toString();
  }

  async function* halves(goOn: Promise<void>) {
    yield 'one half,';
    await goOn;
    yield 'the other';
  }

  test.each([
    'nonsense\r\n\r\n',
    `${get}nonsense\r\n\r\n`,
    'CONNECT x:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  ])('neither takes its place nor stands in its middle: %j', async (more) => {
    const text = await withMore(more, (goOn) => Readable.from(halves(goOn)));
    expect(text).toContain('the other');
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200']);
  });

  test('nor does it take the place of one that still waits for its turn to begin', () => {
    const server = createServer();
    const due: (() => void)[] = [];
    const noteAnswer = answerWireFailures(server, keepLog().log, (_, work) => due.push(work));
    const socket = new PassThrough();
    server.emit('clientError', new Error('nonsense'), socket);
    const response = new ServerResponse(
      Object.assign(new IncomingMessage(new Socket()), { complete: true }),
    );
    noteAnswer(socket, response);
    for (const work of due) work();
    expect([due.length, socket.read(), response.getHeader('connection')]).toEqual([
      1,
      null,
      'close',
    ]);
  });

  test('a response of many parts has room for all who wait for its end', async () => {
    const room: number[] = [];
    const createRest: Parts['createRest'] = () => (ctx) => {
      const parts = async function* () {
        yield 'one half,';
        await Promise.resolve();
        room.push(ctx.res.getMaxListeners() - ctx.res.listenerCount('close'));
        yield 'the other';
      };
      ctx.body = Readable.from(parts());
    };
    const store = await startFake({ createRest });
    await store.raw(get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    await store.stop();
    expect(room).toEqual([expect.any(Number)]);
    expect(room[0]).toBeGreaterThan(1);
  });
});
