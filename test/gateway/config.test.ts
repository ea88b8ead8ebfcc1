import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../gateway/settings/config.ts';
import { settingsTable } from '../../gateway/settings/settings.ts';

describe('settings', () => {
  test('an empty environment gives an embedded database with the sample store', () => {
    expect(readConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: undefined,
      fastPath: true,
      dataDir: './data',
      databasePool: 32,
      workers: 1,
      adminApiKey: undefined,
      sampleData: true,
      timeZone: undefined,
      currency: undefined,
      requirePaymentToShip: false,
      checkoutConfirm: false,
      taxRate: '0',
      taxShipping: false,
      cartPrices: 'follow',
      orderTokenRights: 'any',
      olderListLimit: 10_000,
      persistedQueries: 'on',
      persistedDocuments: undefined,
      rateLimits: {
        key: { points: 120_000, seconds: 60 },
        address: { points: 6_000, seconds: 60 },
        failures: { points: 600, seconds: 60 },
      },
      auditDays: 365,
      cartDays: 0,
      trustedProxies: 0,
      allowedOrigins: undefined,
      metrics: null,
      publicUrl: undefined,
      logFormat: 'auto',
      logLevel: 'info',
    });
  });

  test('a database server starts without the sample store unless that is requested', () => {
    const DATABASE_URL = 'postgres://store:secret@db.example:5432/store';
    expect(readConfig({ DATABASE_URL }).sampleData).toBe(false);
    expect(readConfig({ DATABASE_URL, SAMPLE_DATA: '1' }).sampleData).toBe(true);
    expect(readConfig({ SAMPLE_DATA: '0' }).sampleData).toBe(false);
  });

  test('safety, small: a key that others could guess is refused, and must be longer if they can reach the store', () => {
    const least = (HOST: string, length: number) => () =>
      readConfig({ HOST, ADMIN_API_KEY: 'k'.repeat(length) });
    for (const HOST of ['0.0.0.0', '::', 'store.example']) {
      expect(least(HOST, 15)).toThrow(
        'ADMIN_API_KEY must be at least 16 characters long at this HOST',
      );
      expect(least(HOST, 16)).not.toThrow();
    }
    expect(least('::1', 7)).toThrow(
      'ADMIN_API_KEY must be at least 8 characters long at this HOST',
    );
    expect(least('localhost', 8)).not.toThrow();
  });

  test('workers share the connections that a server accepts, if there is no pool size', () => {
    const poolOf = (workers: string, pool?: string): number =>
      readConfig({ DATABASE_URL: 'postgres://h/n', WORKERS: workers, DATABASE_POOL: pool })
        .databasePool;
    expect([poolOf('1'), poolOf('4'), poolOf('64'), poolOf('4', '50')]).toEqual([32, 20, 1, 50]);
  });

  test('an empty text is an absent setting', () => {
    expect(readConfig({ PORT: '', ADMIN_API_KEY: '', DATABASE_URL: '' })).toEqual(readConfig({}));
  });

  test.each([
    ['PORT', '65535', 'port', 65_535],
    ['HOST', '::', 'host', '::'],
    ['ADMIN_API_KEY', '!~abcde!', 'adminApiKey', '!~abcde!'],
    ['ADMIN_API_KEY', 'a'.repeat(255), 'adminApiKey', 'a'.repeat(255)],
    ['STORE_TIME_ZONE', 'America/New_York', 'timeZone', 'America/New_York'],
    ['CURRENCY', 'EUR', 'currency', 'EUR'],
    ['CURRENCY', 'usd', 'currency', 'USD'],
    ['STORE_TIME_ZONE', 'america/new_york', 'timeZone', 'America/New_York'],
    ['REQUIRE_PAYMENT_TO_SHIP', 'on', 'requirePaymentToShip', true],
    ['CHECKOUT_CONFIRM', '1', 'checkoutConfirm', true],
    ['TAX_RATE', '0.19', 'taxRate', '0.19'],
    ['TAX_SHIPPING', '1', 'taxShipping', true],
    ['CART_PRICES', 'keep', 'cartPrices', 'keep'],
    ['ORDER_TOKEN_RIGHTS', 'owner', 'orderTokenRights', 'owner'],
    ['OLDER_LIST_LIMIT', '99999', 'olderListLimit', 99_999],
    ['PERSISTED_QUERIES', 'off', 'persistedQueries', 'off'],
    ['PERSISTED_DOCUMENTS', 'list.json', 'persistedDocuments', 'list.json'],
    ['RATE_LIMIT', 'off', 'rateLimits', null],
    ['TRUST_PROXY', '2', 'trustedProxies', 2],
    ['PUBLIC_URL', 'https://store.example/shop/', 'publicUrl', 'https://store.example/shop'],
    ['DATABASE_POOL', '20', 'databasePool', 20],
  ] as const)('%s may be %s', (name, text, key, value) => {
    expect(readConfig({ [name]: text })[key]).toBe(value);
  });

  test.each([
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '-1'],
    ['HOST', 'two words'],
    ['DATABASE_URL', 'mysql://root@db/store'],
    ['DATABASE_URL', 'store'],
    ['ADMIN_API_KEY', 'a'],
    ['ADMIN_API_KEY', 'a'.repeat(7)],
    ['ADMIN_API_KEY', 'with blank'],
    ['ADMIN_API_KEY', 'with:colon'],
    ['ADMIN_API_KEY', 'schlüssel'],
    ['ADMIN_API_KEY', 'a'.repeat(256)],
    ['SAMPLE_DATA', 'maybe'],
    ['STORE_TIME_ZONE', 'Mars/Olympus'],
    ['CURRENCY', 'XYZ'],
    ['TAX_RATE', '19'],
    ['TAX_RATE', '-0.1'],
    ['CART_PRICES', 'forget'],
    ['PERSISTED_QUERIES', 'some'],
    ['PERSISTED_QUERIES', 'only'],
    ['RATE_LIMIT', 'fast'],
    ['TRUST_PROXY', 'all'],
    ['METRICS', 'on'],
    ['METRICS', '70000'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://shop.example/'],
    ['CORS_ORIGINS', 'https://shop.example,'],
    ['PUBLIC_URL', 'store.example'],
    ['PUBLIC_URL', 'https://user:secret@store.example'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_POOL', '0'],
    ['WORKERS', '0'],
    ['WORKERS', '2'],
  ])('%s may not be %s', (name, text) => {
    expect(() => readConfig({ [name]: text })).toThrow(new RegExp(`^  ${name} .*must be `, 'm'));
  });

  test('CORS_ORIGINS may be several origins', () => {
    const CORS_ORIGINS = 'https://shop.example, http://localhost:8080';
    expect(readConfig({ CORS_ORIGINS }).allowedOrigins).toEqual([
      'https://shop.example',
      'http://localhost:8080',
    ]);
  });

  test.each([
    ['9464', { host: '127.0.0.1', port: 9464 }],
    ['0.0.0.0:9464', { host: '0.0.0.0', port: 9464 }],
    ['[::1]:9464', { host: '::1', port: 9464 }],
    ['off', null],
  ])('METRICS may be %s', (METRICS, address) => {
    expect(readConfig({ METRICS }).metrics).toEqual(address);
  });

  test('one error lists every bad setting with its value, but for secrets', () => {
    const environment = {
      PORT: 'many',
      ADMIN_API_KEY: 'my secret key',
      DATABASE_URL: 'mysql://root:secret@db/store',
      TAX_RATE: '7'.repeat(99),
      PUBLIC_URL: 'https://user:secret@store.example',
    };
    expect(() => readConfig(environment)).toThrow(
      new Error(
        [
          'the settings are not valid.',
          '  PORT is "many" but must be a whole number from 0 to 65535.',
          '  DATABASE_URL must be an address such as postgres://user:password@host:5432/name.',
          '  ADMIN_API_KEY must be 1 to 255 printable ASCII characters without blank and colon.',
          `  TAX_RATE is "${'7'.repeat(60)}..." but must be a decimal fraction from 0 to 1 such as 0.19.`,
          '  PUBLIC_URL is "https://[secret]@store.example" but must be an http or https address without query, such as https://store.example.',
        ].join('\n'),
      ),
    );
  });

  test('the table has a row for each setting', () => {
    const rows = settingsTable().split('\n');
    expect(rows).toHaveLength(2 + Object.keys(readConfig({})).length);
    expect(rows[2]).toBe('| `PORT` | `3000` | TCP port to listen on; 0 chooses a free one |');
  });
});
