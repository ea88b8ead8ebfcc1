import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { nameRecord } from '../../prisma/shares/records.ts';
import { NeedsRecords } from '../../prisma/shares/write-turn.ts';
import { Invalid, Unavailable } from '../../schema/errors.ts';
import { loadViewer } from '../../schema/index.ts';
import type { Context } from '../../schema/index.ts';
import { NeedsOrders } from '../../schema/transaction.ts';
import { inUnit, throwUnforeseen } from '../../schema/unit-of-work.ts';
import { inAccessWrite } from '../../schema/access-write.ts';
import { inWrite } from '../../schema/write.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { SentStatements } from '../support/sent-statements.ts';
import { withHeldClock } from '../support/process-clock.ts';

let database: Database;
const sent = new SentStatements();

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: sent.note });
});

beforeEach(() => database.script('DELETE FROM users'));

afterAll(() => database.close());

const outside = (): Context => ({
  db: database.client,
  viewer: adminViewer,
  now: () => new Date(),
  requestId: 'test',
  settings,
});

const addUser = (context: Context, email: string) =>
  inWrite(context, ({ tx }) => tx.user.create({ data: { email } }));

const emails = async (): Promise<string[]> =>
  (await database.client.user.findMany({ orderBy: { id: 'asc' } })).map(({ email }) => email);

const refuse = (): Promise<never> => Promise.reject(new Invalid({ base: ['is invalid'] }));

describe('Decision L1: the steps of a unit of work', () => {
  test('are one transaction, in which each sees what the ones before it did', async () => {
    sent.forget();
    const seen = await inUnit(outside(), 'default', async (unit) => {
      await addUser(unit, 'one@shop.test');
      const value = await unit.db.user.count();
      await addUser(unit, 'two@shop.test');
      return { value, undone: false };
    });
    expect(seen).toBe(1);
    expect(sent.texts.filter((sql) => /^(BEGIN|COMMIT)/.test(sql))).toEqual(['BEGIN', 'COMMIT']);
    expect(await emails()).toEqual(['one@shop.test', 'two@shop.test']);
  });

  test('leave nothing when the unit is taken back, which still gives its value', async () => {
    const value = await inUnit(outside(), 'default', async (unit) => {
      await addUser(unit, 'one@shop.test');
      return { value: 'told', undone: true };
    });
    expect([value, await emails()]).toEqual(['told', []]);
  });

  test('leave nothing when the work fails', async () => {
    const failure = new Error('another');
    const unit = inUnit(outside(), 'default', async (inside) => {
      await addUser(inside, 'one@shop.test');
      throw failure;
    });
    await expect(unit).rejects.toBe(failure);
    expect(await emails()).toEqual([]);
  });

  test('are taken back one by one: a refused one leaves the others as they are', async () => {
    const unit = await inUnit(outside(), 'default', async (inside) => {
      await addUser(inside, 'one@shop.test');
      const refused = await inWrite(inside, async ({ tx }) => {
        await tx.user.create({ data: { email: 'refused@shop.test' } });
        return refuse();
      }).catch((error: unknown) => error);
      const failed = await addUser(inside, 'ONE@shop.test').catch((error: unknown) => error);
      await addUser(inside, 'two@shop.test');
      return { value: [refused, failed], undone: false };
    });
    expect(unit).toMatchObject([{ fields: { base: ['is invalid'] } }, { code: '23505' }]);
    expect(await emails()).toEqual(['one@shop.test', 'two@shop.test']);
  });

  test('are all run again when one needs further orders, which it then knows', async () => {
    const asked: (readonly bigint[])[] = [];
    await inUnit(outside(), 'default', async (inside) => {
      await addUser(inside, 'one@shop.test');
      const { foreseen = new Set<bigint>() } = inside.unit?.locks ?? {};
      asked.push([...foreseen]);
      if (foreseen.size === 0) {
        await inWrite(inside, () => Promise.reject(new NeedsOrders([7n, 9n])));
      }
      return { value: undefined, undone: false };
    });
    expect(asked).toEqual([[], [7n, 9n]]);
    expect(await emails()).toEqual(['one@shop.test']);
  });

  test('are run five times at most when the database keeps asking for that (L1)', async () => {
    let attempts = 0;
    const unit = inUnit(outside(), 'default', async (inside) => {
      attempts += 1;
      await addUser(inside, 'one@shop.test');
      await inside.db.$executeRaw`DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '40001'; END $$`;
      return { value: undefined, undone: false };
    });
    await expect(unit).rejects.toBeInstanceOf(Unavailable);
    expect([attempts, await emails()]).toEqual([5, []]);
  });

  test('are sent along with what they ask, and with what is asked after them (Q84)', async () => {
    await inUnit(outside(), 'default', async (inside) => {
      await inside.db.$executeRaw`SELECT 1`;
      sent.forget();
      await addUser(inside, 'one@shop.test');
      return { value: undefined, undone: false };
    });
    const [begin, insert, ...end] = sent.texts;
    expect([sent.waits, begin, end]).toEqual([
      2,
      'SAVEPOINT step',
      ['RELEASE SAVEPOINT step', 'COMMIT'],
    ]);
    expect(insert).toMatch(/^insert/i);
  });

  test('give up when they keep asking for records that others write (N42)', async () => {
    let attempts = 0n;
    const unit = inUnit(outside(), 'default', () => {
      attempts += 1n;
      throw new NeedsRecords([nameRecord('orders', attempts)]);
    });
    await expect(unit).rejects.toBeInstanceOf(Unavailable);
    expect(attempts).toBe(21n);
  });

  test('see one moment in a repeatable unit, on the embedded database as on a server', async () => {
    const level = await inUnit(outside(), 'repeatable', async ({ db }) => {
      const [row] = await db.$queryRaw<{ level: string }[]>`
        SELECT current_setting('transaction_isolation') AS level`;
      return { value: row?.level, undone: false };
    });
    expect(level).toBe('repeatable read');
  });

  test('let callers be looked up anew once the unit has ended, not before', async () => {
    const lookUps = async (): Promise<number> => {
      const before = sent.texts.filter((sql) => sql.includes('api_keys')).length;
      await loadViewer(database.client, { key: 'unknown', orderToken: null });
      return sent.texts.filter((sql) => sql.includes('api_keys')).length - before;
    };
    await withHeldClock(async () => {
      await lookUps();
      await inUnit(outside(), 'default', async (inside) => {
        await inAccessWrite(
          inside,
          () => undefined,
          () => Promise.resolve(),
        );
        expect(inside.unit?.afterwards).toHaveLength(1);
        return { value: undefined, undone: false };
      });
      expect([await lookUps(), await lookUps()]).toEqual([1, 0]);
    });
  });
});

describe('Decision L1: of the errors of a result', () => {
  const located = (originalError: Error): GraphQLError =>
    new GraphQLError(originalError.message, { originalError, path: ['field'] });

  test('what operations foresee is left to be told', () => {
    const foreseen = [located(new Invalid({})), new GraphQLError('bad', { path: ['field'] })];
    expect(() => {
      throwUnforeseen(foreseen);
    }).not.toThrow();
  });

  test('the cause of the first that nobody foresaw is thrown', () => {
    const causes = [new NeedsOrders([1n]), new Error('second')];
    expect(() => {
      throwUnforeseen([located(new Invalid({})), ...causes.map(located)]);
    }).toThrow(causes[0]);
  });
});
