import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { createApp, type Parts } from '../../gateway/app.ts';
import { listen } from '../../gateway/process/listener.ts';
import { fakeParts, keepLog, serversOfRequests, startFake } from './support.ts';

/** A REST layer whose responses wait for a signal. */
function slowRest() {
  let go: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    go = resolve;
  });
  let entered = 0;
  const createRest = () => async (ctx: { body: unknown }) => {
    entered += 1;
    await released;
    ctx.body = { done: true };
  };
  return { createRest, go, entered: () => entered };
}

/** As many as run at once of one caller. */
const running = 16;

describe('a graceful stop', () => {
  test('finishes what is in flight, closes idle connections, and takes no more', async () => {
    const rest = slowRest();
    const lifecycle = { draining: false };
    const store = await startFake({ createRest: rest.createRest, lifecycle });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const idle = httpRequest({ port: store.port, host: '127.0.0.1', path: '/livez', agent }).end();
    const [first] = (await once(idle, 'response')) as [IncomingMessage];
    await once(first.resume(), 'end');

    const inFlight = Array.from({ length: running }, () => store.call('/api/slow'));
    while (rest.entered() < running) await pause(5);
    const stopped = store.stop();
    expect(lifecycle.draining).toBe(true);
    await pause(50);
    await expect(store.call('/livez')).rejects.toThrow('ECONNREFUSED');
    rest.go();
    const answers = await Promise.all(inFlight);
    await stopped;
    agent.destroy();
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: running }, () => 200));
    expect(answers.every(({ headers }) => headers.connection === 'close')).toBe(true);
  });

  test('a connection that was kept alive learns that it is over', async () => {
    const rest = slowRest();
    const store = await startFake({ createRest: rest.createRest });
    const socket = connect(store.port, '127.0.0.1');
    socket.write('GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n');
    while (rest.entered() < 1) await pause(5);
    const stopped = store.stop();
    rest.go();
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk as Buffer);
    await stopped;
    expect(Buffer.concat(chunks).toString()).toMatch(/\r\nConnection: close\r\n/i);
  });

  test('sends the whole of a long answer to a client that takes it slowly', async () => {
    const whole = Buffer.alloc(33_554_432, 'x');
    const createRest: Parts['createRest'] = () => (ctx) => {
      ctx.body = whole;
    };
    const store = await startFake({ createRest }, {}, { drainMs: 600_000 });
    const agent = new Agent({ keepAlive: true });
    const sent = httpRequest({ port: store.port, host: '127.0.0.1', path: '/api/long', agent });
    const [answer] = (await once(sent.end(), 'response')) as [IncomingMessage];
    answer.once('data', () => answer.pause());
    let received = 0;
    answer.on('data', (chunk: Buffer) => (received += chunk.length));
    while (received === 0) await pause(5);
    const stopped = store.stop();
    // longer than it takes until connections without a request are closed
    await pause(250);
    answer.resume();
    await once(answer, 'close');
    await stopped;
    agent.destroy();
    expect(received).toBe(whole.length);
  });

  test('accepts requests for a moment in which probes report the stop (L24)', async () => {
    const store = await startFake();
    const stopped = store.stop(2_000);
    const probe = await store.call('/readyz');
    expect([probe.status, probe.headers.connection]).toEqual([503, 'close']);
    await stopped;
    await expect(store.call('/readyz')).rejects.toThrow('ECONNREFUSED');
  });

  test('answers in this moment over connections that were kept alive (L24)', async () => {
    let end: () => void = () => undefined;
    const linger = () =>
      new Promise<void>((resolve) => {
        end = resolve;
      });
    const store = await startFake({}, {}, { linger, drainMs: 600_000 });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async () => {
      const sent = httpRequest({
        port: store.port,
        host: '127.0.0.1',
        path: '/livez',
        agent,
      }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return { isReused: sent.reusedSocket, status: answer.statusCode, ...answer.headers };
    };
    const before = await ask();
    const stopped = store.stop(1_000);
    // longer than it takes until connections without a request are closed
    await pause(250);
    const meanwhile = await ask();
    end();
    await stopped;
    agent.destroy();
    expect(before).toMatchObject({ status: 200, connection: 'keep-alive' });
    expect(meanwhile).toMatchObject({ status: 200, connection: 'close', isReused: true });
  });

  test('answers clients that had connected before the stop and were not accepted yet', async () => {
    const store = await startFake();
    const waiting = Array.from({ length: 30 }, async () => {
      const socket = connect(store.port, '127.0.0.1');
      socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
      const chunks: Buffer[] = [];
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString().split('\r\n')[0];
    });
    const stopped = store.stop();
    expect(await Promise.all(waiting)).toEqual(Array.from({ length: 30 }, () => 'HTTP/1.1 200 OK'));
    await stopped;
  });

  test('makes clients connect elsewhere, also one whose request hits a bug', async () => {
    const lifecycle = { draining: false };
    const store = await startFake({
      lifecycle,
      createRest: () => () => {
        throw new TypeError('undefined is not a function');
      },
    });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (path: string) => {
      const sent = httpRequest({ port: store.port, host: '127.0.0.1', path, agent }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return [answer.statusCode, answer.headers.connection];
    };
    const before = await ask('/api/orders');
    lifecycle.draining = true;
    const after = [await ask('/livez'), await ask('/api/orders')];
    await store.stop();
    agent.destroy();
    expect(before).toEqual([500, 'keep-alive']);
    expect(after).toEqual([
      [200, 'close'],
      [500, 'close'],
    ]);
  });

  test('stopping twice is stopping once', async () => {
    const store = await startFake();
    expect(store.stop()).toBe(store.stop());
    await store.stop();
  });
});

test('a port that is in use is reported', async () => {
  const store = await startFake();
  const parts = fakeParts();
  const second = listen({
    app: createApp(parts),
    host: '127.0.0.1',
    port: store.port,
    lifecycle: parts.lifecycle,
    log: parts.log,
  });
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await store.stop();
});

test('a connection that cannot be accepted is logged, and the others go on', async () => {
  const { log, lines } = keepLog();
  const listened = serversOfRequests();
  const store = await startFake({ log });
  await store.call('/livez');
  const [server] = listened();
  server?.emit('error', new Error('accept EMFILE'));
  server?.emit('error', new Error('accept EMFILE'));
  expect((await store.call('/livez')).status).toBe(200);
  await store.stop();
  expect(lines.filter(({ msg }) => msg === 'the listener failed')).toMatchObject([
    { level: 40, err: { message: 'accept EMFILE' } },
    { level: 40, err: { message: 'accept EMFILE' } },
  ]);
});
