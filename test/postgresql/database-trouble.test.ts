import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import type { RunningStore } from '../../gateway/process/server.ts';
import { startServer } from '../../gateway/process/server.ts';
import type { Database } from '../../prisma/database.ts';
import { patiently } from '../../reliability/waiting.ts';
import type { CutProxy } from '../support/cut-proxy.ts';
import { openProxy } from '../support/cut-proxy.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';

const key = 'key-for-trouble-0123456789abcdef0123456789';
const poolSize = 4;

let database: Database;
let proxy: CutProxy;
let store: RunningStore;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
  const [row] = await database.query('SELECT current_database() AS name');
  const address = new URL(urlOf(String(row?.['name'])));
  proxy = await openProxy(address.hostname, Number(address.port || '5432'));
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  const config = readConfig({
    DATABASE_URL: address.href,
    DATABASE_POOL: String(poolSize),
    ADMIN_API_KEY: key,
    SAMPLE_DATA: '0',
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT: 'off',
  });
  store = await startServer(config, { progress: () => undefined, onKeyMade: () => undefined });
});
afterAll(async () => {
  await store.stop();
  await proxy.cut();
  await database.close();
});

/** What a client saw of one request. Times in milliseconds. */
interface Seen {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
  readonly sentAt: number;
  readonly took: number;
}

async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Seen> {
  const sentAt = performance.now();
  const answer = await fetch(`${store.url}${path}`, {
    method,
    headers: { 'x-serviceapikey': key, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: text === '' ? null : JSON.parse(text),
    sentAt,
    took: performance.now() - sentAt,
  };
}

const makeOrder = () => ask('POST', '/api/orders', { order: {} });
const countOrders = async (): Promise<unknown> =>
  (await database.query('SELECT count(*)::int AS count FROM orders'))[0]?.['count'];

const unavailable = {
  error: 'The service is temporarily unavailable. Please try again later.',
};

/** Makes each scan of the countries take so long; returns a function that undoes it. */
async function slowCountries(seconds: number): Promise<() => Promise<void>> {
  await database.script(`ALTER TABLE countries RENAME TO quick_countries;
    CREATE VIEW countries AS SELECT c.*
    FROM (SELECT pg_sleep(${String(seconds)}) OFFSET 0) s, quick_countries c`);
  return () =>
    database.script('DROP VIEW countries; ALTER TABLE quick_countries RENAME TO countries');
}

describe('The database goes away under load and comes back (L21)', () => {
  const seen: Seen[] = [];
  let going = true;

  async function client(number: number): Promise<void> {
    while (going) {
      const acts = [
        () => ask('GET', '/api/orders?per_page=1'),
        makeOrder,
        () => ask('POST', '/graphql', { query: '{ variants(perPage: 1) { totalCount } }' }),
      ];
      const act = acts[number % acts.length];
      if (act) seen.push(await act());
      await pause(5);
    }
  }

  test('meanwhile every answer is 503 with Retry-After within 3 s, afterwards the same process serves again', async () => {
    const clients = Array.from({ length: 9 }, (_, number) => client(number));
    await patiently('orders are made and records read', 20_000, () => {
      const served = (wanted: number): number =>
        seen.filter(({ status }) => status === wanted).length;
      return Promise.resolve(served(201) > 5 && served(200) > 5);
    });
    await proxy.cut();
    const cutAt = performance.now();
    await pause(300);
    const probes = [await ask('GET', '/livez'), await ask('GET', '/readyz')];
    await pause(1_200);
    const mendedAt = performance.now();
    await proxy.mend();
    let servedAt = Number.POSITIVE_INFINITY;
    while (servedAt === Number.POSITIVE_INFINITY && performance.now() < mendedAt + 10_000) {
      const answers = await Promise.all([ask('GET', '/api/orders?per_page=1'), makeOrder()]);
      if (answers.every(({ status }) => status < 300)) servedAt = performance.now();
    }
    going = false;
    await Promise.all(clients);

    const before = seen.filter(({ sentAt, took }) => sentAt + took < cutAt);
    const during = seen.filter(({ sentAt, took }) => sentAt > cutAt && sentAt + took < mendedAt);
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(during.length).toBeGreaterThan(20);
    expect(during.filter(({ retryAfter, took }) => !retryAfter || took > 3_000)).toEqual([]);
    const statuses = new Set(during.map(({ status }) => status));
    expect([...statuses]).toEqual([503]);
    // including the moments of the crash and of the return
    expect(seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(probes.map(({ status }) => status)).toEqual([200, 503]);
    expect(servedAt - mendedAt).toBeLessThan(5_000);
  });

  test('orders that were answered are stored, each once', async () => {
    const numbers = seen.flatMap(({ status, body }) =>
      status === 201 ? [(body as { readonly number: string }).number] : [],
    );
    const [row] = await database.query(
      'SELECT count(*)::int AS count FROM orders WHERE number = ANY($1::text[])',
      [numbers],
    );
    expect(numbers.length).toBeGreaterThan(5);
    expect(row?.['count']).toBe(numbers.length);
  });
});

describe('A connection breaks in the middle (L27)', () => {
  test('of a read: it runs once more, and the client notices nothing', async () => {
    const undo = await slowCountries(0.3);
    const asked = [
      ask('GET', '/api/countries?per_page=1'),
      ask('POST', '/graphql', { query: '{ countries { totalCount } }' }),
    ];
    await pause(200);
    proxy.shake();
    const answers = await Promise.all(asked);
    await undo();
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toMatchObject({
      data: { countries: { totalCount: expect.any(Number) } },
    });
  });

  test('of a write: 503 with Retry-After, and nothing of it is stored', async () => {
    const stored = await countOrders();
    const asked = await database.session(async (session) => {
      await session.script('BEGIN; LOCK TABLE orders IN EXCLUSIVE MODE');
      const writing = makeOrder();
      await pause(300);
      proxy.shake();
      const answer = await writing;
      await session.script('COMMIT');
      return answer;
    });
    expect(asked).toMatchObject({ status: 503, body: unavailable });
    expect(Number(asked.retryAfter)).toBeGreaterThan(0);
    expect(await countOrders()).toBe(stored);
  });
});

test('every connection of a caller is busy: waiting requests get 503 within 2.5 s, /livez keeps answering (L22)', async () => {
  // longer than the timeout of a statement
  const undo = await slowCountries(3);
  const crowd = new AbortController();
  const probes: Seen[] = [];
  const probing = (async () => {
    while (!crowd.signal.aborted) {
      probes.push(await ask('GET', '/livez'));
      await pause(25);
    }
  })();
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => ask('GET', '/api/countries/1')),
  );
  crowd.abort();
  await probing;
  await undo();
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  // nothing of the caller finishes: those that wait for its share fail with the first one
  expect(served).toEqual([]);
  expect(refused.filter(({ status, took }) => status !== 503 || took > 2_500)).toEqual([]);
  expect(refused[0]).toMatchObject({ body: unavailable });
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
  expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
  // nine of ten: the test, the program and the database share the machine
  const slow = probes.filter(({ took }) => took > 50);
  expect(slow.length).toBeLessThan(probes.length / 10);
  expect((await ask('GET', '/api/variants?per_page=1')).status).toBe(200);
});
