import { describe, expect, test } from '@jest/globals';
import { startFake } from './support.ts';

const unavailable = { error: 'The service is temporarily unavailable. Please try again later.' };

describe('probes', () => {
  test('the process runs and the database answers', async () => {
    const store = await startFake();
    const [live, ready] = [await store.call('/livez'), await store.call('/readyz')];
    await store.stop();
    expect([live.status, live.json]).toEqual([200, { status: 'ok' }]);
    expect([ready.status, ready.json]).toEqual([200, { status: 'ok' }]);
  });

  test('without the database the process runs but is not ready', async () => {
    const store = await startFake({
      ping: () => Promise.reject(new Error('connect ECONNREFUSED')),
    });
    const [live, ready] = [await store.call('/livez'), await store.call('/readyz')];
    await store.stop();
    expect(live.status).toBe(200);
    expect([ready.status, ready.json, ready.headers['retry-after']]).toEqual([
      503,
      unavailable,
      '5',
    ]);
  });

  test('a process on its way out is not ready', async () => {
    const lifecycle = { draining: false };
    const store = await startFake({ lifecycle });
    lifecycle.draining = true;
    const ready = await store.call('/readyz');
    await store.stop();
    expect([ready.status, ready.json]).toEqual([503, unavailable]);
    expect(ready.headers.connection).toBe('close');
  });

  test('a database that hangs is pinged once and waited for only so long', async () => {
    let pings = 0;
    const ping = () => {
      pings += 1;
      return new Promise(() => undefined);
    };
    const store = await startFake({ ping, pingTimeoutMs: 30 });
    const together = await Promise.all([store.call('/readyz'), store.call('/readyz')]);
    const later = await store.call('/readyz');
    await store.stop();
    expect([...together, later].map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(pings).toBe(1);
  });

  test('another method is refused', async () => {
    const store = await startFake();
    const answer = await store.call('/livez', { method: 'POST' });
    await store.stop();
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});
