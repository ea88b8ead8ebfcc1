import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import { createLog } from '../../gateway/passage/request-log.ts';
import { prepareStore } from '../../gateway/process/prepare-store.ts';
import { OtherStore } from '../../gateway/settings/store-settings.ts';
import type { Database } from '../../prisma/database.ts';
import { openEmptyDatabase, testedKinds } from '../support/database.ts';

const ignore = (): void => undefined;

describe.each(testedKinds)('Currency and time zone of a store on the %s database (O15)', (kind) => {
  let database: Database;
  const fallbacks: string[] = [];
  beforeEach(async () => {
    fallbacks.length = 0;
    database = await openEmptyDatabase(kind, {
      onFallback: (...left) => fallbacks.push(left.join(' ')),
    });
  });
  afterEach(() => database.close());

  /** The steps of a start before the store is up. */
  async function start(settings: Readonly<Record<string, string>>): Promise<void> {
    const config = readConfig({ SAMPLE_DATA: '0', PORT: '0', ...settings });
    const listeners = { progress: ignore, onKeyMade: ignore };
    await prepareStore(database, config, listeners, createLog('silent'));
  }

  const kept = () => database.query('SELECT currency, time_zone FROM store_settings');

  test('are dollars and UTC where the first start names none', async () => {
    await start({});
    expect(await kept()).toEqual([{ currency: 'USD', time_zone: 'UTC' }]);
  });

  test('are kept by a start that leaves nothing to Prisma', async () => {
    await start({ SAMPLE_DATA: '1' });
    await start({});
    expect(fallbacks).toEqual([]);
  });

  test('are those of the first start; a later one takes them over or names the same', async () => {
    const settings = { CURRENCY: 'EUR', STORE_TIME_ZONE: 'Europe/Berlin' };
    await start(settings);
    await start({});
    await start({ CURRENCY: 'eur', STORE_TIME_ZONE: 'europe/berlin' });
    expect(await kept()).toEqual([{ currency: 'EUR', time_zone: 'Europe/Berlin' }]);
    const [row] = await database.query('SELECT settings FROM start_settings');
    expect(row).toMatchObject({ settings });
    const changes = "SELECT * FROM audit_entries WHERE action = 'settings.change'";
    expect(await database.query(changes)).toEqual([]);
  });

  test('T23: a store in a currency without decimals ships for 500 and 1500, whatever it ships for later', async () => {
    const costs = () =>
      database.query('SELECT name, base_cost::float FROM shipping_methods ORDER BY id');
    await start({ CURRENCY: 'JPY' });
    expect(await costs()).toEqual([
      { name: 'Standard', base_cost: 500 },
      { name: 'Express', base_cost: 1500 },
    ]);
    await database.query("UPDATE shipping_methods SET base_cost = 5 WHERE name = 'Standard'");
    await start({});
    expect(await costs()).toMatchObject([{ base_cost: 5 }, { base_cost: 1500 }]);
  });

  test.each([
    [
      { CURRENCY: 'EUR' },
      'CURRENCY is EUR, but this store was created with USD: remove CURRENCY or set it to USD, or create a new store in another database.',
    ],
    [
      { STORE_TIME_ZONE: 'Europe/Berlin' },
      'STORE_TIME_ZONE is Europe/Berlin, but this store was created with UTC: remove STORE_TIME_ZONE or set it to UTC, or create a new store in another database.',
    ],
  ])('a later start with %j is refused and changes nothing', async (settings, says) => {
    await start({ ADMIN_API_KEY: 'the-key-of-the-first-start' });
    const before = await database.query('SELECT * FROM start_settings');
    const started = start({ ...settings, ADMIN_API_KEY: 'the-key-of-the-second-start' });
    await expect(started).rejects.toThrow(OtherStore);
    await expect(started).rejects.toThrow(says);
    expect(await kept()).toEqual([{ currency: 'USD', time_zone: 'UTC' }]);
    expect(await database.query('SELECT * FROM start_settings')).toEqual(before);
    const keys = await database.query("SELECT encode(key_hash, 'hex') AS hash FROM api_keys");
    const hash = createHash('sha256').update('the-key-of-the-first-start').digest('hex');
    expect(keys).toEqual([{ hash }]);
  });

  describe('A start that its settings keep from serving is refused before its migrations, which cannot be undone', () => {
    const key = 'the-key-of-somebody-else-0123456789abcdef';
    let taken: Server;
    beforeEach(async () => {
      taken = createServer().listen(0, '127.0.0.1');
      await once(taken, 'listening');
      await start({});
      await database.script(
        "INSERT INTO users (id, email) VALUES (-1, 'else@example.test'); UPDATE \"_prisma_migrations\" SET checksum = ''",
      );
      await database.query('INSERT INTO api_keys (user_id, key_hash) VALUES (-1, $1)', [
        createHash('sha256').update(key).digest(),
      ]);
    });
    afterEach(() => {
      taken.close();
    });
    const port = () => String((taken.address() as AddressInfo).port);

    test.each([
      ['CURRENCY', () => 'EUR', 'this store was created with USD'],
      ['STORE_TIME_ZONE', () => 'Europe/Berlin', 'this store was created with UTC'],
      ['ADMIN_API_KEY', () => key, 'is the key of another user'],
      ['ADMIN_API_KEY', () => `osk_${'A'.repeat(36)}`, 'typing error'],
      ['PORT', port, 'EADDRINUSE'],
      ['METRICS', port, 'The metrics cannot be served.'],
    ])('%s', async (name, value, says) => {
      await expect(start({ [name]: value() })).rejects.toThrow(says);
    });

    test('and one that only its migrations refuse by them.', async () => {
      const settings = { CURRENCY: 'USD', STORE_TIME_ZONE: 'UTC', ADMIN_API_KEY: 'a-new-key' };
      await expect(start(settings)).rejects.toThrow('was changed after it was applied');
    });
  });

  test('of a store that was there before are kept at its next start', async () => {
    await start({});
    await database.script('DELETE FROM store_settings');
    await start({ CURRENCY: 'EUR' });
    expect(await kept()).toEqual([{ currency: 'EUR', time_zone: 'UTC' }]);
  });
});
