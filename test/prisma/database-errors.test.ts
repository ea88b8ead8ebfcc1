import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { classifyDatabaseError, tellsOfLostConnection } from '../../prisma/database-errors.ts';
import { patiently } from '../support/waiting.ts';
import { toClientError } from '../../schema/errors.ts';
import { openProxy } from '../support/cut-proxy.ts';
import { openTestDatabase, testedKinds, urlOf } from '../support/database.ts';
import { untilServed } from '../support/until-served.ts';

/** The error of failed work; work that succeeds fails the test. */
const errorOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => {
      throw new Error('The trouble did not come.');
    },
    (error: unknown) => error,
  );

const codeFor = (error: unknown): unknown => toClientError(error, 'test').extensions['code'];

let made = 0;
const nextNumber = (): string => `T${String((made += 1))}`;

describe.each(testedKinds)('Errors as the %s database throws them (A34)', (kind) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase({ kind });
  });
  afterAll(() => database.close());

  test('a taken value is classified as unique', async () => {
    const number = nextNumber();
    await database.client.order.create({ data: { number } });
    const error = await errorOf(database.client.order.create({ data: { number } }));
    expect(classifyDatabaseError(error)).toBe('unique');
  });

  test('a missing record is classified as foreign key', async () => {
    const data = { orderId: 0n, variantId: 0n, quantity: 1, price: '1' };
    const error = await errorOf(database.client.lineItem.createMany({ data: [data] }));
    expect(classifyDatabaseError(error)).toBe('foreignKey');
  });

  test('a violated check is classified as check, by a record and by a statement', async () => {
    const data = { number: nextNumber(), state: 'lost' };
    const byRecord = await errorOf(database.client.order.create({ data }));
    const byStatement = await errorOf(
      database.client
        .$executeRaw`INSERT INTO orders (number, state) VALUES (${nextNumber()}, 'lost')`,
    );
    expect([byRecord, byStatement].map(classifyDatabaseError)).toEqual(['check', 'check']);
  });

  test('a transaction that timed out is unavailability, which is reported to the client', async () => {
    const error = await errorOf(
      database.client.$transaction(
        async (tx) => {
          await pause(200);
          await tx.order.count();
        },
        { timeout: 50 },
      ),
    );
    expect([classifyDatabaseError(error), codeFor(error)]).toEqual(['unavailable', 'UNAVAILABLE']);
    expect(tellsOfLostConnection(error)).toBe(false);
  });

  test('an invalid statement is a bug, and nothing of it is shown', async () => {
    const error = await errorOf(database.client.$queryRaw`SELECT secret FROM nowhere`);
    expect(classifyDatabaseError(error)).toBe('unknown');
    expect(toClientError(error, 'test').toJSON()).toEqual({
      message: 'Internal server error',
      extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'test' },
    });
  });
});

describe('A database that cannot serve now is unavailability, however it says so (A34)', () => {
  test.each([
    ['its name is not resolved for a moment', 'EAI_AGAIN'],
    ['its name is unknown', 'ENOTFOUND'],
    ['it became a standby', '25006'],
    ['its password was changed', '28P01'],
    ['its database is restored under another name', '3D000'],
    ['its database was dropped', '57P04'],
  ])('%s: %s', (_what, code) => {
    const error = Object.assign(new Error('The database says no.'), { code });
    expect([classifyDatabaseError(error), codeFor(error)]).toEqual(['unavailable', 'UNAVAILABLE']);
  });
});

if (testedKinds.includes('server')) {
  describe('Errors that only a server throws (A34)', () => {
    let database: Database;
    let url: string;
    beforeAll(async () => {
      database = await openTestDatabase({ kind: 'server' });
      const [row] = await database.query('SELECT current_database() AS name');
      url = urlOf(String(row?.['name']));
    });
    afterAll(() => database.close());

    const expectUnavailable = (error: unknown, isLost: boolean): void => {
      expect({
        trouble: classifyDatabaseError(error),
        code: codeFor(error),
        isLost: tellsOfLostConnection(error),
      }).toEqual({ trouble: 'unavailable', code: 'UNAVAILABLE', isLost });
    };

    test('of two writes in a deadlock one must run again (L1)', async () => {
      const numbers = [nextNumber(), nextNumber()];
      for (const number of numbers) await database.client.order.create({ data: { number } });
      let arrived = 0;
      const lockBoth = (first: string, second: string) =>
        database.client.$transaction(async (tx) => {
          await tx.$queryRaw`SELECT id FROM orders WHERE number = ${first} FOR UPDATE`;
          arrived += 1;
          while (arrived < 2) await pause(5);
          await tx.$queryRaw`SELECT id FROM orders WHERE number = ${second} FOR UPDATE`;
        });
      const [one = '', other = ''] = numbers;
      const outcomes = await Promise.allSettled([lockBoth(one, other), lockBoth(other, one)]);
      const reasons = outcomes.flatMap((outcome) =>
        outcome.status === 'rejected' ? [classifyDatabaseError(outcome.reason)] : [],
      );
      expect(reasons).toEqual(['retry']);
    });

    test('a write that read a row which was changed meanwhile must run again', async () => {
      const number = nextNumber();
      await database.client.order.create({ data: { number } });
      const error = await errorOf(
        database.client.$transaction(
          async (tx) => {
            await tx.order.findUniqueOrThrow({ where: { number } });
            await database.client.order.update({ where: { number }, data: { channel: 'x' } });
            await tx.order.update({ where: { number }, data: { channel: 'y' } });
          },
          { isolationLevel: 'Serializable' },
        ),
      );
      expect(classifyDatabaseError(error)).toBe('retry');
    });

    test('a statement over its time is unavailability', async () => {
      const error = await errorOf(
        database.client.$transaction(async (tx) => {
          await tx.$executeRaw`SET LOCAL statement_timeout = 50`;
          await tx.$queryRaw`SELECT 1 FROM pg_sleep(2)`;
        }),
      );
      expectUnavailable(error, false);
    });

    test('a lock that is not to be had is unavailability', async () => {
      const number = nextNumber();
      await database.client.order.create({ data: { number } });
      const error = await errorOf(
        database.client.$transaction(async (holder) => {
          await holder.$queryRaw`SELECT id FROM orders WHERE number = ${number} FOR UPDATE`;
          await database.client.$transaction(async (tx) => {
            await tx.$executeRaw`SET LOCAL lock_timeout = 50`;
            await tx.order.update({ where: { number }, data: { channel: 'x' } });
          });
        }),
      );
      expectUnavailable(error, false);
    });

    test('a transaction left idle is unavailability', async () => {
      const error = await errorOf(
        database.client.$transaction(async (tx) => {
          await tx.$executeRaw`SET LOCAL idle_in_transaction_session_timeout = 50`;
          await pause(300);
          await tx.order.count();
        }),
      );
      expect([classifyDatabaseError(error), codeFor(error)]).toEqual([
        'unavailable',
        'UNAVAILABLE',
      ]);
    });

    test('a pool without a free connection is unavailability, for a read and for a transaction', async () => {
      const small = await openDatabase({
        url,
        poolSize: 1,
        limits: { readMs: 60_000, writeMs: 60_000, waitMs: 1_000 },
      });
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const holding = small.session(() => released);
      const errors = await Promise.all([
        errorOf(small.client.order.count()),
        errorOf(small.client.$transaction((tx) => tx.order.count())),
      ]);
      release();
      await holding;
      await small.close();
      for (const error of errors) expectUnavailable(error, false);
    });

    test('a connection the server ended is lost', async () => {
      const error = await errorOf(
        database.client.$queryRaw`SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(2)`,
      );
      expectUnavailable(error, true);
    });

    test('a connection that breaks in the middle of a statement is lost; a server that is away refuses', async () => {
      const { hostname, port } = new URL(url);
      const proxy = await openProxy(hostname, Number(port || '5432'));
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(proxy.port);
      const limits = { readMs: 600_000, writeMs: 600_000 };
      const far = await openDatabase({ url: address.href, poolSize: 2, limits });
      const broken = errorOf(far.client.$queryRaw`SELECT 1 FROM pg_sleep(60)`);
      await patiently('the statement runs', 300_000, async () => {
        const sleeping = await database.query(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
        );
        return sleeping.length > 0;
      });
      await proxy.cut();
      expectUnavailable(await broken, true);
      const refused = [
        far.client.order.count(),
        far.client.$queryRaw`SELECT 1`,
        far.client.$transaction((tx) => tx.order.count()),
      ];
      for (const work of refused) expectUnavailable(await errorOf(work), false);
      await proxy.mend();
      expect(await far.client.country.count()).toBeGreaterThan(0);
      await far.close();
      await proxy.cut();
    });

    test('a server that falls silent is not waited for endlessly, by reads and writes alike, and serves again when it answers (L30; safety, small)', async () => {
      const { hostname, port } = new URL(url);
      const proxy = await openProxy(hostname, Number(port || '5432'));
      const address = new URL(url);
      address.hostname = '127.0.0.1';
      address.port = String(proxy.port);
      const limits = { readMs: 500, writeMs: 2_000 };
      const far = await openDatabase({ url: address.href, poolSize: 2, limits });
      let hasFrozen = (): void => undefined;
      const frozen = new Promise<void>((resolve) => (hasFrozen = resolve));
      const write = errorOf(
        far.client.$transaction(async (tx) => {
          await tx.order.count();
          proxy.freeze();
          hasFrozen();
          return tx.order.count();
        }),
      );
      await frozen;
      const read = errorOf(far.client.order.count());
      expectUnavailable(await read, false);
      expectUnavailable(await write, false);
      proxy.thaw();
      expect(await untilServed(() => far.client.country.count())).toBeGreaterThan(0);
      await far.close();
      await proxy.cut();
    });

    test('a server with all its connections taken is unavailability', async () => {
      const { pathname } = new URL(url);
      await database.script(`ALTER DATABASE "${pathname.slice(1)}" CONNECTION LIMIT 1`);
      await database.script(`CREATE ROLE "${pathname.slice(1)}" LOGIN`);
      const address = new URL(url);
      address.username = pathname.slice(1);
      try {
        expectUnavailable(await errorOf(openDatabase({ url: address.href })), false);
      } finally {
        await database.script(`DROP ROLE "${pathname.slice(1)}"`);
      }
    });
  });
}
