import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { LookUps } from '../../gateway/limits/look-ups.ts';
import { createAdmit } from '../../gateway/operations/admission.ts';
import { contextOf, type Execution } from '../../gateway/operations/execute.ts';
import type { RequestState } from '../../gateway/passage/request-state.ts';
import type { Credentials, Viewer } from '../../schema/index.ts';
import { fakeParts, fakeViewer } from './support.ts';

const stateOf = (credentials: Partial<Credentials>, address = '203.0.113.9'): RequestState => ({
  requestId: 'test',
  address,
  credentials: { key: null, orderToken: null, ...credentials },
});

/** Look-ups that are noted, and what runs operations by them. */
function noted(
  load: (credentials: Credentials) => Promise<Viewer> = (sent) => fakeViewer({}, sent),
) {
  const looked: (string | null)[] = [];
  const lookUps = new LookUps((credentials) => {
    looked.push(credentials.key ?? credentials.session ?? null);
    return load(credentials);
  });
  const execution: Execution = { ...fakeParts(), viewerOf: lookUps.viewerOf };
  return { looked, lookUps, execution };
}

const keys = (count: number) =>
  Array.from({ length: count }, (_, place) => `guess ${String(place)}`);

/** Does not end. */
const held = () => new Promise<never>(() => undefined);

describe('all that asks for a caller looks it up in one place (P34)', () => {
  test('limits, admission and operations of a request share one look-up, and the one after a second', async () => {
    const { looked, lookUps, execution } = noted();
    const state = stateOf({ key: 'good-key' });
    const ask = async () => [
      await lookUps.find(state),
      ...(await createAdmit(execution)({ state }, false)),
      (await contextOf(execution, state, 'rest')).viewer.user?.email,
    ];
    expect(await ask()).toMatchObject([{ key: 'good' }, 'ann@example.com']);
    expect(looked).toEqual(['good-key']);
    state.identifiedAt = performance.now() - 1_001;
    await ask();
    expect(looked).toEqual(['good-key', 'good-key']);
  });

  test.each(['admission', 'an operation'])(
    'a caller who is looked up for %s waits with the others of the address, and the next is 429',
    async (place) => {
      const { looked, lookUps, execution } = noted(held);
      for (const key of keys(72)) void lookUps.find(stateOf({ key }));
      const state = stateOf({ key: 'one more' });
      const asked =
        place === 'admission'
          ? createAdmit(execution)({ state }, false)
          : contextOf(execution, state, 'graphql').catch((error: unknown) => [error]);
      expect(await asked).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfter: 1 } }]);
      expect(looked).toEqual(keys(8));
    },
  );
});

test('a host that sends 72 different keys at once is served, eight at a time, after a start (P34)', async () => {
  let running = 0;
  let most = 0;
  const { lookUps } = noted(async (sent) => {
    running += 1;
    most = Math.max(most, running);
    await setImmediate();
    running -= 1;
    return fakeViewer({}, { ...sent, key: 'good-key' });
  });
  const found = await Promise.all(keys(72).map((key) => lookUps.find(stateOf({ key }))));
  expect(new Set(found.map((one) => one !== 'too-many' && one?.key))).toEqual(new Set(['good']));
  expect(most).toBe(8);
});

test('a hundred addresses that guess as much as they may leave room for the look-ups of others (P34)', async () => {
  const { lookUps } = noted(held);
  for (let host = 0; host < 100; host += 1) {
    for (const key of keys(80)) {
      void lookUps.find(stateOf({ key: `${String(host)} ${key}` }, `203.0.113.${String(host)}`));
    }
  }
  const other = lookUps.find(stateOf({ key: 'another' }, '198.51.100.1'));
  expect(await Promise.race([other, setImmediate('waits')])).toBe('waits');
});

describe('a key that was good (P34)', () => {
  const askUntil = (good: { now: boolean }) =>
    noted((sent) => fakeViewer({}, good.now ? { ...sent, key: 'good-key' } : sent));

  test('is looked up like any other once it was found to have ended', async () => {
    const good = { now: true };
    const { lookUps } = askUntil(good);
    await lookUps.find(stateOf({ key: 'k' }));
    expect(lookUps.isGood({ key: 'k', orderToken: null })).toBe(true);
    good.now = false;
    await lookUps.find(stateOf({ key: 'k' }));
    expect(lookUps.isGood({ key: 'k', orderToken: null })).toBe(false);
  });

  test('is not forgotten because others open sessions without end (N40)', async () => {
    const { lookUps } = askUntil({ now: true });
    await lookUps.find(stateOf({ key: 'k' }));
    const other = await fakeViewer({}, { key: 'good-key', orderToken: null });
    const user = { id: 77n, email: 'eve@example.com', name: null };
    for (let at = 0; at < 10_001; at += 1) lookUps.noteOpened(`s${String(at)}`, { ...other, user });
    const isOpen = (session: string) => lookUps.isGood({ key: null, orderToken: null, session });
    expect(lookUps.isGood({ key: 'k', orderToken: null })).toBe(true);
    expect([isOpen('s0'), isOpen('s1'), isOpen('s10000')]).toEqual([false, false, true]);
  });

  test('proves nothing about a session of the same text, nor a session about a key', async () => {
    const { lookUps } = askUntil({ now: true });
    await lookUps.find(stateOf({ session: 's' }));
    expect(lookUps.isGood({ key: 's', orderToken: null })).toBe(false);
  });
});

describe('look-ups that the database does not answer (P34, A42)', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('send those that wait behind them away with 503 when one fails', async () => {
    const fail: (() => void)[] = [];
    const away = () =>
      new Promise<never>((_resolve, reject) => {
        fail.push(() => {
          reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'));
        });
      });
    const { looked, lookUps, execution } = noted(away);
    const states = keys(16).map((key) => stateOf({ key }));
    const found = states.map((state) => lookUps.find(state));
    await setImmediate();
    // most of the time after which nothing moves
    jest.advanceTimersByTime(9_000);
    fail[0]?.();
    expect(await Promise.race(found.slice(8))).toBeNull();
    expect(looked).toEqual(keys(8));
    for (const state of states.slice(8)) {
      const refusal = await createAdmit(execution)({ state }, false);
      expect(refusal).toMatchObject([{ extensions: { code: 'UNAVAILABLE' } }]);
    }
  });
});
