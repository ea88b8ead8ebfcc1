import { lockNamed } from '../../prisma/named-lock.ts';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import { startServer } from '../../gateway/process/server.ts';
import { describeStartFailure } from '../../gateway/process/start-failure.ts';
import { patiently } from '../support/waiting.ts';
import { loadSampleStore, setUpAdmin } from '../../schema/index.ts';
import { openEmptyDatabase, openTestDatabase, urlOf } from '../support/database.ts';
import { whenWaiting } from '../support/lock-waits.ts';

const adminKey = 'key-for-starts-0123456789abcdef01234567';

async function start(settings: Readonly<Record<string, string>>, told: string[] = []) {
  const made: string[] = [];
  const config = readConfig({ PORT: '0', LOG_LEVEL: 'silent', RATE_LIMIT: 'off', ...settings });
  const store = await startServer(config, {
    progress: (line) => told.push(line),
    onKeyMade: (key) => made.push(key),
  });
  const answer = await fetch(`${store.url}/api/orders?per_page=1`, {
    headers: { 'x-serviceapikey': settings['ADMIN_API_KEY'] ?? made[0] ?? '' },
  });
  const { status, headers } = answer;
  return { store, told, made, status, orders: headers.get('x-total-count') };
}

const openEmpty = async () => {
  const database = await openEmptyDatabase('server');
  const [row] = await database.query('SELECT current_database() AS name');
  return { database, settings: { DATABASE_URL: urlOf(String(row?.['name'])) } };
};

test('three processes that start at once on an empty database all come up with the whole store (L50)', async () => {
  const { database, settings } = await openEmpty();
  const wishes = { ...settings, SAMPLE_DATA: '1', DATABASE_POOL: '1' };
  const starts = await Promise.all([start(wishes), start(wishes), start(wishes)]);
  const statuses = await Promise.all(
    starts.map(async ({ store }) => (await fetch(`${store.url}/readyz`)).status),
  );
  await Promise.all(starts.map(({ store }) => store.stop()));
  const [orders] = await database.query('SELECT count(*)::int AS count FROM orders');
  const [keys] = await database.query('SELECT count(*)::int AS count FROM api_keys');
  await database.close();
  expect(statuses).toEqual([200, 200, 200]);
  expect(starts.flatMap(({ made }) => made)).toHaveLength(1);
  expect(keys?.['count']).toBe(1);
  // the one that created the key could read at once, and found everything
  const seen = starts.filter(({ made }) => made.length > 0).map((one) => one.orders);
  expect(seen).toEqual([String(orders?.['count'])]);
});

test('of starts at once with different currencies one makes the store, and the others are refused (O15)', async () => {
  const { database, settings } = await openEmpty();
  const currencies = ['EUR', 'GBP', 'JPY'];
  const starts = await Promise.allSettled(
    currencies.map((CURRENCY) => start({ ...settings, ADMIN_API_KEY: adminKey, CURRENCY })),
  );
  const kept = await database.query('SELECT currency FROM store_settings');
  for (const one of starts) if (one.status === 'fulfilled') await one.value.store.stop();
  await database.close();
  const ups = currencies.filter((_currency, place) => starts[place]?.status === 'fulfilled');
  expect(ups).toHaveLength(1);
  expect(kept).toEqual([{ currency: ups[0] }]);
  const refusals = starts.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refusals).toHaveLength(2);
  for (const refusal of refusals) {
    expect(refusal).toMatch(
      /CURRENCY is \w{3}, but this store was created with \w{3}: remove CURRENCY/,
    );
  }
});

test('a start waits for another that prepares the database longer than any lock is waited for (L50)', async () => {
  const { database, settings } = await openEmpty();
  const wishes = { ...settings, ADMIN_API_KEY: adminKey };
  let isPrepared = false;
  let other: Promise<void> | undefined;
  await new Promise<void>((hasTurn) => {
    other = database.inTurn(async () => {
      hasTurn();
      await pause(2_500);
      isPrepared = true;
    });
  });
  const { store, told, status } = await start(wishes);
  const waited = isPrepared;
  await other;
  await store.stop();
  await database.close();
  expect({ status, waited }).toEqual({ status: 200, waited: true });
  expect(told.slice(0, 2)).toEqual([
    'Connecting to the database',
    'Waiting for another process that prepares the database',
  ]);
});

test('a start that waits for the migration of another process says so', async () => {
  const { database, settings } = await openEmpty();
  const told: string[] = [];
  const started = await database.session(async (session) => {
    await session.query('SELECT pg_advisory_lock(72707369)');
    const starting = start({ ...settings, ADMIN_API_KEY: adminKey }, told);
    await patiently('it says so', 30_000, () =>
      Promise.resolve(told.includes('Waiting for another process that migrates the database')),
    );
    await session.query('SELECT pg_advisory_unlock(72707369)');
    return starting;
  });
  await started.store.stop();
  await database.close();
  expect(started.status).toBe(200);
});

test('a database whose sessions are in another schema than public is refused before anything is made in it', async () => {
  const { database, settings } = await openEmpty();
  await database.script(
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET search_path = shop, public', current_database()); END $$;
     CREATE SCHEMA shop`,
  );
  await expect(start(settings)).rejects.toThrow(
    'The sessions of the database make tables in schema shop, not public, where the store reads its own. Run ALTER ROLE ... SET search_path = public',
  );
  const tables = await database.query(
    "SELECT FROM pg_tables WHERE schemaname IN ('shop', 'public')",
  );
  await database.close();
  expect(tables).toEqual([]);
});

test('a start waits for who holds the lock of writes to users longer than a request does', async () => {
  const limits = { readMs: 60_000, writeMs: 60_000, waitMs: 2_000 };
  const database = await openTestDatabase({ kind: 'server', limits });
  const lock = lockNamed('access').sql;
  const whileHeld = <Result>(work: () => Promise<Result>): Promise<Result> =>
    database.session(async (holder) => {
      await holder.script(`BEGIN; ${lock}`);
      const working = work();
      working.catch(() => undefined);
      await whenWaiting(database, 'it waits');
      // begins to wait later, for a connection of a busy server or for the lock, and gives up
      await expect(database.query(lock)).rejects.toThrow(
        /lock timeout|timeout exceeded when trying to connect/,
      );
      await holder.script('ROLLBACK');
      return working;
    });
  const { madeKey } = await whileHeld(() => setUpAdmin(database.client, undefined));
  expect(madeKey).toEqual(expect.any(String));
  expect(await whileHeld(() => loadSampleStore(database.client))).toBe(true);
  await database.close();
});

test('a start that is kept from what it needs ends with one line that says why', async () => {
  const { database, settings } = await openEmpty();
  const first = await start({ ...settings, ADMIN_API_KEY: adminKey });
  await first.store.stop();
  const failure = database.session(async (session) => {
    await session.script('BEGIN; LOCK TABLE start_settings');
    return start({ ...settings, ADMIN_API_KEY: adminKey });
  });
  const line = await failure.then(
    () => 'It started.',
    (error: unknown) => describeStartFailure(error, readConfig(settings)),
  );
  await database.close();
  expect(line).toBe('Another program holds a database lock that the start needs. Start again.');
});
