import { describe, expect, test } from '@jest/globals';
import type { Parts } from '../../gateway/app.ts';
import { LookUps } from '../../gateway/limits/look-ups.ts';
import {
  callerOf,
  queueOfRequests,
  runningRequests,
} from '../../gateway/limits/running-requests.ts';
import type { GatewayContext } from '../../gateway/passage/request-state.ts';
import { FairQueue } from '../../prisma/shares/fair-queue.ts';
import { WaitingRoom } from '../../prisma/shares/waiting-room.ts';
import type { Viewer } from '../../schema/index.ts';
import { patiently } from '../support/waiting.ts';
import { startFake } from './support.ts';
import type { Answer } from './support.ts';

const goodKey = { 'X-ServiceAPIKey': 'good-key' };

/** A REST layer whose requests with a key run until they are released. */
function heldUp() {
  const held: (() => void)[] = [];
  const createRest: Parts['createRest'] = () => async (ctx) => {
    if (ctx.headers['x-serviceapikey'] !== undefined) {
      await new Promise<void>((resolve) => held.push(resolve));
    }
    ctx.status = 200;
    ctx.body = {};
  };
  return { held, createRest };
}

async function startHeld(requests: FairQueue) {
  const { held, createRest } = heldUp();
  const refused: string[] = [];
  const metrics = {
    requestAnswered: () => undefined,
    limitRefused: (limit: string) => refused.push(limit),
  };
  const store = await startFake({ requests, createRest, metrics });
  const send = (path = '/api/orders'): Promise<Answer> => store.call(path, { headers: goodKey });
  const running = (count: number): Promise<unknown> =>
    patiently('requests run', 300_000, () => Promise.resolve(held.length === count));
  const waiting = (count: number): Promise<unknown> =>
    patiently('requests wait', 300_000, () => Promise.resolve(requests.figures.waiting === count));
  return { store, held, refused, send, running, waiting };
}

describe('Requests of one caller (safety 14)', () => {
  test('run sixteen at once; the others wait, and nobody else does', async () => {
    const requests = queueOfRequests();
    const { store, held, send, running, waiting } = await startHeld(requests);
    const answers = Array.from({ length: 40 }, () => send());
    await waiting(24);
    await running(16);
    expect(requests.figures).toEqual({ running: 16, waiting: 24 });
    const other = await store.call('/api/orders');
    expect([other.status, held.length]).toEqual([200, 16]);
    for (let served = 0; served < 40; served += 1) {
      await patiently('one runs', 300_000, () => Promise.resolve(held.length > served));
      held[served]?.();
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(requests.figures).toEqual({ running: 0, waiting: 0 });
    await store.stop();
  });

  test('are refused with 429 and Retry-After where too many wait already, in REST and GraphQL', async () => {
    const room = new WaitingRoom({ length: 10, lengthOfOne: 1 });
    const rules = { width: 100, share: 1, stallMs: 60_000, patienceMs: 60_000, room };
    const { store, held, refused, send, running, waiting } = await startHeld(new FairQueue(rules));
    const first = send();
    await running(1);
    const second = send();
    await waiting(1);
    const third = await send();
    const asked = await store.query('{ hello }');
    expect([third.status, third.headers['retry-after'], third.json]).toEqual([
      429,
      '1',
      { error: 'Too many requests. Please try again later.' },
    ]);
    expect([asked.status, asked.json]).toMatchObject([
      429,
      { errors: [{ extensions: { code: 'RATE_LIMITED', retryAfter: 1 } }] },
    ]);
    expect(refused).toEqual(['requests', 'requests']);
    held[0]?.();
    await running(2);
    held[1]?.();
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200]);
    await store.stop();
  });
});

describe('Whose share a request takes (N40)', () => {
  const nobody = { key: 'none', user: null, permissions: new Set<string>() } as const;
  const stateOf = (orderToken: string | null, address = '2001:db8::7') => ({
    requestId: 'test',
    address,
    credentials: { key: null, orderToken },
  });

  test('is that of the user of a good key, whatever else is sent', () => {
    const user = { id: 7n, email: 'ann@shop.test', name: null };
    const viewer = { ...nobody, key: 'good', user, orderToken: 'one' } as const;
    expect(callerOf(viewer, stateOf('one'))).toBe('user:7');
  });

  test('is that of the network without a good key, whatever tokens are sent', () => {
    const network = 'network:2001:db8:0:0::/64';
    expect(callerOf({ ...nobody, orderToken: null }, stateOf(null))).toBe(network);
    expect(callerOf({ ...nobody, orderToken: 'one' }, stateOf('one'))).toBe(network);
    expect(callerOf({ ...nobody, orderToken: 'two' }, stateOf('two', '2001:db8::8'))).toBe(network);
    expect(callerOf(null, stateOf('one'))).toBe(network);
    const other = callerOf({ ...nobody, orderToken: 'one' }, stateOf('one', '203.0.113.9'));
    expect(other).toBe('network:203.0.113.9');
  });
});

test('A request whose client disconnected while it waited is not run', async () => {
  const requests = queueOfRequests();
  const nobody = { key: 'none', user: null, permissions: new Set<string>(), orderToken: null };
  const lookUps = new LookUps(() => Promise.resolve(nobody as Viewer));
  const middleware = runningRequests({ requests, lookUps, isKnownToken: () => false });
  const run: boolean[] = [];
  for (const writable of [true, false]) {
    const state = { requestId: 'test', credentials: { key: null, orderToken: null } };
    const socket = { destroyed: false, writable };
    const ctx = { state, path: '/api/orders', method: 'GET', req: { socket } };
    await middleware(ctx as unknown as GatewayContext, () => Promise.resolve(run.push(writable)));
  }
  expect(run).toEqual([true]);
  expect(requests.figures).toEqual({ running: 0, waiting: 0 });
});
