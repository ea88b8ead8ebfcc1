import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import type { RunningStore } from '../../gateway/process/server.ts';
import { startServer } from '../../gateway/process/server.ts';
import type { Database } from '../../prisma/database.ts';
import { patiently } from '../support/waiting.ts';
import type { CutProxy } from '../support/cut-proxy.ts';
import { openProxy } from '../support/cut-proxy.ts';
import { openTestDatabase, urlOf } from '../support/database.ts';
import { whenWaiting } from '../support/lock-waits.ts';

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

/** What a client saw of one request, and what the database was like when it was sent and when it was answered. */
interface Seen {
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: unknown;
  readonly during: readonly [sent: Weather, answered: Weather];
}

type Weather = 'before' | 'away' | 'back';

let weather: Weather = 'before';

async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Seen> {
  const sent = weather;
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
    during: [sent, weather],
  };
}

const makeOrder = () => ask('POST', '/api/orders', { order: {} });
const countOrders = async (): Promise<unknown> =>
  (await database.query('SELECT count(*)::int AS count FROM orders'))[0]?.['count'];

const unavailable = {
  error: 'The service is temporarily unavailable. Please try again later.',
};

/** Makes each scan of the countries take so long, and counts the scans; `undo` returns how many there were. */
async function slowCountries(seconds: number): Promise<{ readonly undo: () => Promise<number> }> {
  await database.script(`ALTER TABLE countries RENAME TO quick_countries;
    CREATE SEQUENCE scans MINVALUE 0;
    CREATE VIEW countries AS SELECT c.*
    FROM (SELECT nextval('scans'), pg_sleep(${String(seconds)}) OFFSET 0) s, quick_countries c`);
  return {
    undo: async () => {
      const [row] = await database.query("SELECT nextval('scans')::int AS count");
      await database.script(
        'DROP VIEW countries; DROP SEQUENCE scans; ALTER TABLE quick_countries RENAME TO countries',
      );
      return Number(row?.['count']);
    },
  };
}

describe('The database goes away under load and comes back (L21)', () => {
  const seen: Seen[] = [];
  let going = true;

  async function client(number: number): Promise<void> {
    while (going) {
      const acts = [
        () => ask('GET', '/api/orders?per_page=1'),
        makeOrder,
        () => ask('POST', '/graphql', { query: '{ countries(perPage: 1) { totalCount } }' }),
      ];
      const act = acts[number % acts.length];
      if (act) seen.push(await act());
      await pause(5);
    }
  }

  test('meanwhile every answer is 503 with Retry-After, afterwards the same process serves again', async () => {
    const clients = Array.from({ length: 9 }, (_, number) => client(number));
    const answered = (wanted: (one: Seen) => boolean, count: number): Promise<number> =>
      patiently('requests are answered', 300_000, () =>
        Promise.resolve(seen.filter(wanted).length > count),
      );
    await answered(({ status }) => status === 201, 5);
    await answered(({ status }) => status === 200, 5);
    weather = 'away';
    await proxy.cut();
    // nobody waits until the database is back
    await answered(({ during: [sent] }) => sent === 'away', 90);
    const probes = [await ask('GET', '/livez'), await ask('GET', '/readyz')];
    weather = 'back';
    await proxy.mend();
    await patiently('orders are made and records read again', 300_000, async () => {
      const answers = await Promise.all([ask('GET', '/api/orders?per_page=1'), makeOrder()]);
      return answers.every(({ status }) => status < 300);
    });
    going = false;
    await Promise.all(clients);

    const before = seen.filter(({ during: [, answered] }) => answered === 'before');
    const away = seen.filter(({ during }) => during.every((one) => one === 'away'));
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200, 201]));
    expect(away.length).toBeGreaterThan(90);
    expect(away.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
    expect(new Set(away.map(({ status }) => status))).toEqual(new Set([503]));
    // including the moments of the crash and of the return
    expect(seen.filter(({ status }) => ![200, 201, 503].includes(status))).toEqual([]);
    expect(probes.map(({ status }) => status)).toEqual([200, 503]);
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
  test.each([
    ['GET', '/api/countries?per_page=1', undefined, { count: 1 }],
    [
      'POST',
      '/graphql',
      { query: '{ countries { totalCount } }' },
      { data: { countries: { totalCount: expect.any(Number) } } },
    ],
  ] as const)(
    'of a read: it runs once more, and the client notices nothing (%s %s)',
    async (method, path, body, told) => {
      const answer = await database.session(async (session) => {
        await session.script('BEGIN; LOCK TABLE countries IN ACCESS EXCLUSIVE MODE');
        const asked = ask(method, path, body);
        await whenWaiting(database, 'the read runs');
        proxy.shake();
        await session.script('COMMIT');
        return asked;
      });
      expect(answer).toMatchObject({ status: 200, body: told });
    },
  );

  test('of a write: 503 with Retry-After, and nothing of it is stored', async () => {
    const stored = await countOrders();
    const asked = await database.session(async (session) => {
      await session.script('BEGIN; LOCK TABLE orders IN EXCLUSIVE MODE');
      const writing = makeOrder();
      await whenWaiting(database, 'the write runs');
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

test('every connection of a caller is busy: those that wait get 503 with the first that fails, /livez keeps answering (L22)', async () => {
  // longer than the timeout of a statement
  const slow = await slowCountries(3);
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
  const scans = await slow.undo();
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status !== 200);
  // nothing of the caller finishes: those that wait for its share fail with the first one, without a turn
  expect(served).toEqual([]);
  expect(scans).toBeGreaterThan(0);
  expect(scans).toBeLessThanOrEqual(poolSize);
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(refused[0]).toMatchObject({ body: unavailable });
  expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([]);
  expect(new Set(probes.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await ask('GET', '/api/variants?per_page=1')).status).toBe(200);
});

test('a read of a field that may be null runs out of time: 200 with null, UNAVAILABLE, and when to send it again (A45)', async () => {
  const slow = await slowCountries(3);
  const answer = await ask('POST', '/graphql', {
    query: '{ __typename country(by: { id: 1 }) { name } }',
  });
  await slow.undo();
  expect(answer).toMatchObject({
    status: 200,
    body: {
      data: { __typename: 'Query', country: null },
      errors: [
        {
          path: ['country'],
          extensions: { code: 'UNAVAILABLE', retryAfter: expect.any(Number) },
        },
      ],
    },
  });
});
