import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import {
  type AnsweredRequest,
  describeError,
  readRequestId,
} from '../../gateway/passage/request-log.ts';
import type { GatewayContext } from '../../gateway/passage/request-state.ts';
import { PartFailed } from '../../rest/answer/list-in-parts.ts';
import { createFailure } from '../../rest/failures.ts';
import { patiently } from '../support/waiting.ts';
import { keepLog, startFake } from './support.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('the request id (A27)', () => {
  test.each([['abc'], ['A.b_c-9'], ['x'.repeat(128)]])('%s of the caller is kept', (sent) => {
    expect(readRequestId(sent)).toBe(sent);
  });

  test.each([[undefined], [''], ['with blank'], ['x'.repeat(129)], ['a\tb'], ['ä'], ['a,b']])(
    '%s is replaced by a new one',
    (sent) => {
      expect(readRequestId(sent)).toMatch(uuid);
    },
  );
});

describe('the request log', () => {
  test('has one line per request with who, what and how long, and no secret', async () => {
    const { log, lines, text } = keepLog();
    const store = await startFake({ log });
    await store.call('/graphql?order_token=secret-token', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-ServiceAPIKey': 'good-key',
        'X-ServiceOrderToken': 'other-token',
        Authorization: 'Basic Z29vZC1rZXk6',
        'X-Request-Id': 'mine',
      },
      body: '{"query":"{ hello }"}',
    });
    await store.call('/api/nothing?order_token=secret-token');
    await store.stop();
    expect(lines).toMatchObject([
      {
        level: 30,
        requestId: 'mine',
        method: 'POST',
        route: '/graphql',
        status: 200,
        user: '7',
        msg: 'request',
      },
      { level: 30, method: 'GET', route: null, status: 404, msg: 'request' },
    ]);
    expect(typeof lines[0]?.['ms']).toBe('number');
    expect(text()).not.toMatch(/secret-token|other-token|good-key|Z29vZC1rZXk6/);
  });

  test('at /graphql it contains the operation, short and without secrets, and the codes (P47)', async () => {
    const { log, lines, text } = keepLog();
    const store = await startFake({ log });
    const key = { 'X-ServiceAPIKey': 'good-key' };
    const leaked = `osk_${'a'.repeat(36)}`;
    await store.query('query Greeting { hello }', key);
    await store.query('mutation { touch }', key);
    await store.query('query Two { first: missing second: missing broken }', key);
    await store.query(`query ${leaked} { hello }`, key);
    await store.query(`query ${'x'.repeat(5_000)} { hello }`, key);
    await store.query('query Unknown { nothing }', key);
    await store.query('{ hello }', { 'X-ServiceAPIKey': 'bad-key' });
    await store.query('{ hello', key);
    await store.stop();
    const told = lines.filter(({ msg }) => msg === 'request');
    expect(told.map(({ operation, errors }) => [operation, errors])).toEqual([
      ['query Greeting', undefined],
      ['mutation', undefined],
      ['query Two', ['NOT_FOUND', 'INTERNAL_SERVER_ERROR']],
      ['query [secret]', undefined],
      [`query ${'x'.repeat(74)}`, undefined],
      [undefined, ['GRAPHQL_VALIDATION_FAILED']],
      [undefined, ['UNAUTHENTICATED']],
      [undefined, ['GRAPHQL_PARSE_FAILED']],
    ]);
    expect(text()).not.toContain(leaked);
  });

  test('counts the time in which a request waits for the one before over its connection', async () => {
    const { log, lines } = keepLog();
    const store = await startFake({
      log,
      createRest: () => async (ctx) => {
        await pause(60);
        ctx.body = {};
      },
    });
    const head = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
    await store.raw(head('/api/slow') + head('/livez', 'Connection: close\r\n'));
    await store.stop();
    expect(lines.map(({ ms }) => Number(ms) > 50)).toEqual([true, true]);
  });

  test('a middleware that throws is answered as JSON, masked, and logged once', async () => {
    const { log, lines } = keepLog();
    const store = await startFake({
      log,
      createRest: () => () => {
        throw new Error('undefined is not a function');
      },
    });
    const answer = await store.call('/api/orders', { headers: { 'X-Request-Id': 'mine' } });
    await store.stop();
    expect([answer.status, answer.json]).toEqual([500, { error: 'Internal server error' }]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['x-request-id']).toBe('mine');
    expect(lines.filter(({ level }) => level === 50)).toMatchObject([
      { requestId: 'mine', err: { message: 'undefined is not a function' } },
    ]);
  });

  test('a mistake of the client that a parser raised keeps its status', async () => {
    const { log, lines } = keepLog();
    const store = await startFake({
      log,
      createRest: () => (ctx) => ctx.throw(413, 'request entity too large'),
    });
    const answer = await store.call('/api/orders');
    await store.stop();
    expect([answer.status, answer.json]).toEqual([
      413,
      { error: 'The request body is too large.' },
    ]);
    expect(lines.filter(({ level }) => Number(level) > 30)).toEqual([]);
  });

  test('a database that is away makes a 503 wherever it is noticed', async () => {
    const store = await startFake({
      createRest: () => () => {
        throw new Error('Connection terminated unexpectedly');
      },
    });
    const answer = await store.call('/api/orders');
    await store.stop();
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  });
});

describe('a request whose client leaves before the answer', () => {
  /** Sends one, leaves while it runs, and then lets it go on; its lines in the log, and what was counted. */
  async function leaveDuring(goOn: (ctx: GatewayContext) => unknown) {
    const { log, lines } = keepLog();
    const counted: AnsweredRequest[] = [];
    const running = new EventEmitter();
    const store = await startFake({
      log,
      metrics: {
        requestAnswered: (request) => counted.push(request),
        limitRefused: () => undefined,
      },
      createRest: () => async (ctx) => {
        running.emit('begun');
        await once(ctx.res, 'close');
        await goOn(ctx);
      },
    });
    const begun = once(running, 'begun');
    const socket = connect(store.port, '127.0.0.1');
    socket.write('POST /api/orders HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n');
    await begun;
    socket.destroy();
    await patiently('it is told', 300_000, () => Promise.resolve(counted.length > 0));
    await store.stop();
    return { lines, counted };
  }

  test('is told with the status of what it did', async () => {
    const { lines, counted } = await leaveDuring(async (ctx) => {
      await pause(20);
      ctx.status = 201;
      ctx.body = {};
    });
    expect(lines).toMatchObject([{ status: 201, aborted: true, msg: 'request' }]);
    expect(counted).toMatchObject([{ status: 201, fault: false }]);
  });

  test('is 499 if nothing was decided, and no path that nobody knows', async () => {
    const { lines, counted } = await leaveDuring(() => pause(20));
    expect(lines).toMatchObject([{ status: 499, aborted: true, msg: 'request' }]);
    expect(counted).toMatchObject([{ status: 499, fault: false }]);
  });

  test('is counted and logged as a fault if a bug is hit afterwards (A34)', async () => {
    const { lines, counted } = await leaveDuring(async () => {
      await pause(20);
      throw new TypeError('undefined is not a function');
    });
    expect(lines).toMatchObject([
      { level: 50, err: { message: 'undefined is not a function' }, msg: 'fault' },
      { status: 500, aborted: true, msg: 'request' },
    ]);
    expect(counted).toMatchObject([{ status: 500, fault: true }]);
  });
});

describe('a response that fails behind its head', () => {
  /** Reads such a one to its end, or only what comes before that; what was logged, and what was counted. */
  async function readWhole(error: Error, header = '', leaves = false) {
    const { log, lines } = keepLog();
    const counted: AnsweredRequest[] = [];
    const store = await startFake({
      log,
      metrics: {
        requestAnswered: (request) => counted.push(request),
        limitRefused: () => undefined,
      },
      createRest: () => (ctx) => {
        async function* parts() {
          yield randomBytes(500_000).toString('base64');
          if (leaves) await once(ctx.res, 'close');
          while (!ctx.res.headersSent) await pause(5);
          // and until they are on their way
          await pause(5);
          throw error;
        }
        ctx.type = 'text/plain';
        ctx.body = Readable.from(parts());
      },
    });
    const socket = connect(store.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(`GET /api/orders HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n${header}\r\n`);
    const [start] = (await once(socket, 'data')) as [Buffer];
    if (leaves) socket.destroy();
    else socket.resume();
    await once(socket, 'close');
    await patiently('it is told', 300_000, () => Promise.resolve(counted.length > 0));
    await store.stop();
    return { start: start.toString('latin1'), lines, counted };
  }

  test.each([
    ['as it is', ''],
    ['compressed', 'Accept-Encoding: gzip\r\n'],
  ])('because of a bug is logged once and counted as a fault (A34): %s', async (_title, header) => {
    const { start, lines, counted } = await readWhole(new TypeError('no such field'), header);
    expect(start).toMatch(/^HTTP\/1\.1 200 OK/);
    expect(lines).toMatchObject([
      { level: 50, requestId: 'mine', err: { message: 'no such field' }, msg: 'fault' },
      { requestId: 'mine', status: 200, aborted: true, msg: 'request' },
    ]);
    expect(counted).toMatchObject([{ status: 200, fault: true }]);
  });

  test('because of the database is logged as such', async () => {
    const { lines, counted } = await readWhole(new Error('Connection terminated unexpectedly'));
    expect(lines).toMatchObject([{ level: 40, requestId: 'mine' }, { msg: 'request' }]);
    expect(counted).toMatchObject([{ fault: false }]);
  });

  test('because a part could not be read is not logged again', async () => {
    const { lines } = await readWhole(new PartFailed(createFailure('unavailable')));
    expect(lines).toMatchObject([{ status: 200, aborted: true, msg: 'request' }]);
  });

  test.each([
    ['as it is', ''],
    ['compressed', 'Accept-Encoding: gzip\r\n'],
  ])('because its client left is no fault: %s', async (_title, header) => {
    const { lines, counted } = await readWhole(new Error('nobody is there'), header, true);
    expect(lines).toMatchObject([{ status: 200, aborted: true, msg: 'request' }]);
    expect(counted).toMatchObject([{ fault: false }]);
  });
});

test('an error is described without keys, tokens and hashes', () => {
  const error = new Error(`token tok-12345 of ${'ab'.repeat(32)}`, {
    cause: new Error('key-12345'),
  });
  const shown = describeError(error, { key: 'key-12345', orderToken: 'tok-12345' });
  expect(shown).toMatchObject({
    type: 'Error',
    message: 'token [secret] of [secret]',
    cause: { message: '[secret]' },
  });
  expect(JSON.stringify(shown)).not.toMatch(/tok-12345|key-12345|abab/);
});
