import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { takeInRequests } from '../../gateway/limits/intake.ts';
import { patiently } from '../support/waiting.ts';

/** Milliseconds since the test began, and when that was: after what other tests of the process have noted. */
let now = 0;
let start = 0;
beforeEach(() => {
  now = 0;
  start = Math.max(start, Math.ceil(performance.now())) + 1_000;
});
afterEach(() => {
  jest.restoreAllMocks();
});

interface Sent {
  readonly from: string;
  readonly name: string;
  readonly socket?: Partial<Socket>;
}

const open = () => ({ destroyed: false, writable: true });

/** Requests that arrive, and in which order they begin; each takes so long, in milliseconds, and then does more. */
function arrivals(took: number, more: () => unknown = () => undefined) {
  jest.spyOn(performance, 'now').mockImplementation(() => start + now);
  const server = createServer();
  server.removeAllListeners('connection');
  const begun: string[] = [];
  const cuts: string[] = [];
  takeInRequests(server, {
    addressOf: ({ headers }) => String(headers['from']),
    note: () => undefined,
    begin: ({ url = '' }) => {
      begun.push(url);
      now += took;
      void more();
    },
    cut: (socket, reason) => {
      cuts.push(reason);
      Object.assign(socket, { destroyed: true });
    },
  });
  return {
    begun,
    cuts,
    /** Connections of an address, as many as make a crowd. */
    accept: (remoteAddress: string, count = 9) => {
      for (let left = count; left > 0; left -= 1) server.emit('connection', { remoteAddress });
    },
    send: ({ from, name, socket = open() }: Sent) => {
      const response = new EventEmitter();
      server.emit('request', { url: name, headers: { from }, socket }, response);
      return response;
    },
  };
}

describe('Requests that have arrived (N18)', () => {
  test('begin at once while there is time in the turn of the event loop', () => {
    const { begun, send } = arrivals(0.1);
    for (const name of ['a1', 'a2', 'a3']) send({ from: '203.0.113.1', name });
    expect(begun).toEqual(['a1', 'a2', 'a3']);
  });

  test('begin by turns of their networks once its time is used, however many one client sends', async () => {
    const { begun, send } = arrivals(3);
    for (const name of ['a1', 'a2', 'a3', 'a4']) send({ from: '203.0.113.1', name });
    for (const name of ['b1', 'b2']) send({ from: '2001:db8::1', name });
    send({ from: '2001:db8::2', name: 'b3' });
    expect(begun).toEqual(['a1']);
    for (let turn = 0; turn < 6; turn += 1) await nextTurn();
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'a4', 'b3']);
  });

  test('that waited begin until the time is used by what they do at once, promises included', async () => {
    const { begun, send } = arrivals(0, async () => {
      await Promise.resolve();
      now += 1.5;
    });
    now = -3;
    send({ from: '203.0.113.1', name: 'a1' });
    now = 0;
    for (const name of ['a2', 'a3', 'a4', 'a5', 'a6']) send({ from: '203.0.113.1', name });
    const perTurn: number[] = [];
    for (let before = begun.length; begun.length < 6; before = begun.length) {
      await nextTurn();
      perTurn.push(begun.length - before);
    }
    expect(Math.max(...perTurn)).toBe(2);
  });

  test.each([{ destroyed: true }, { writable: false }])(
    'do not begin when their connection has ended meanwhile: %p',
    async (ended) => {
      const { begun, send } = arrivals(3);
      const socket = open();
      send({ from: '203.0.113.1', name: 'a1' });
      send({ from: '203.0.113.1', name: 'a2', socket });
      send({ from: '203.0.113.1', name: 'a3' });
      Object.assign(socket, ended);
      for (let turn = 0; turn < 3; turn += 1) await nextTurn();
      expect(begun).toEqual(['a1', 'a3']);
    },
  );

  test('run one at a time over one connection, in the order of their sending', () => {
    const { begun, send } = arrivals(0);
    const socket = open();
    const [first, second] = ['a1', 'a2', 'a3'].map((name) =>
      send({ from: '203.0.113.1', name, socket }),
    );
    send({ from: '203.0.113.1', name: 'other' });
    expect(begun).toEqual(['a1', 'other']);
    first?.emit('close');
    expect(begun).toEqual(['a1', 'other', 'a2']);
    second?.emit('close');
    expect(begun).toEqual(['a1', 'other', 'a2', 'a3']);
  });

  test('end their connection when more than sixteen wait for the first, and begin no more', () => {
    const { begun, cuts, send } = arrivals(0);
    const socket = open();
    const names = Array.from({ length: 30 }, (_, place) => `a${String(place)}`);
    const [first] = names.map((name) => send({ from: '203.0.113.1', name, socket }));
    first?.emit('close');
    expect([begun, cuts]).toEqual([['a0'], ['pipelined']]);
  });

  test('wait while their network connects in numbers, of which Node accepts one a turn; those of others do not', async () => {
    const { begun, accept, send } = arrivals(0);
    accept('203.0.113.1');
    accept('203.0.113.2', 8);
    send({ from: '203.0.113.1', name: 'a1' });
    send({ from: '203.0.113.2', name: 'b1' });
    await nextTurn();
    accept('203.0.113.1', 1);
    await nextTurn();
    expect(begun).toEqual(['b1']);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(begun).toEqual(['b1', 'a1']);
  });

  test('wait no longer than 50 ms for connections that never end', async () => {
    const { begun, accept, send } = arrivals(0);
    accept('203.0.113.1');
    send({ from: '203.0.113.1', name: 'a1' });
    for (const at of [10, 20, 30, 40, 49]) {
      now = at;
      await nextTurn();
      accept('203.0.113.1');
    }
    expect(begun).toEqual([]);
    now = 50;
    await nextTurn();
    expect(begun).toEqual(['a1']);
    // and then begin for as long
    for (const at of [60, 80, 99]) {
      now = at;
      accept('203.0.113.1');
      send({ from: '203.0.113.1', name: `at ${String(at)}` });
      await nextTurn();
    }
    expect(begun).toEqual(['a1', 'at 60', 'at 80', 'at 99']);
    now = 100;
    accept('203.0.113.1');
    send({ from: '203.0.113.1', name: 'at 100' });
    expect(begun.length).toBe(4);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(begun.length).toBe(5);
  });
});

/** Listens with an intake; counts the requests that were parsed, and names those that began. */
async function listening(begin: (response: ServerResponse) => void) {
  const server = createServer();
  const seen = { parsed: 0, begun: [] as string[], cuts: [] as string[] };
  server.on('request', () => (seen.parsed += 1));
  takeInRequests(server, {
    addressOf: () => '203.0.113.1',
    note: () => undefined,
    begin: ({ url = '' }, response) => {
      seen.begun.push(url);
      begin(response);
    },
    cut: (socket, reason) => {
      seen.cuts.push(reason);
      socket.resetAndDestroy();
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => client.destroy()).resume();
  return {
    seen,
    client,
    stop: async () => {
      if (!client.closed) await new Promise((resolve) => client.once('close', resolve));
      server.close();
      await once(server, 'close');
    },
  };
}

const head = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('Over one connection', () => {
  test('thousands of requests at once are parsed no further than the one that ends it (safety 14)', async () => {
    const { seen, client, stop } = await listening(() => undefined);
    client.write(head('/').repeat(2_000));
    await patiently('the connection is cut', 300_000, () => Promise.resolve(seen.cuts.length > 0));
    await stop();
    expect([seen.parsed, seen.cuts]).toEqual([18, ['pipelined']]);
    expect(seen.begun.length).toBeLessThanOrEqual(1);
  });

  test('nothing begins behind an answer that ends the connection, which could not be told', async () => {
    const { seen, client, stop } = await listening((response) => {
      setImmediate(() => response.setHeader('Connection', 'close').end('{}'));
    });
    client.write(head('/first') + head('/second'));
    await stop();
    expect(seen).toEqual({ parsed: 2, begun: ['/first'], cuts: [] });
  });

  test('a request begins behind each answer that does not', async () => {
    const { seen, client, stop } = await listening((response) => {
      setImmediate(() => response.end('{}'));
    });
    client.write(head('/first') + head('/second') + head('/third'));
    await patiently('all begin', 300_000, () => Promise.resolve(seen.begun.length === 3));
    client.end();
    await stop();
    expect(seen.begun).toEqual(['/first', '/second', '/third']);
  });
});
