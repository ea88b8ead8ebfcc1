import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Context } from '../../schema/index.ts';
import { inOrderKey } from '../../prisma/fast-path/transaction.ts';
import { NeedsRecords } from '../../prisma/shares/write-turn.ts';
import type { Transaction } from '../../schema/context.ts';
import { lockOrder, lockOrderById } from '../../schema/order-desk/load.ts';
import { inWrite, Write } from '../../schema/write.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';

describe.each([true, false])('A write, with the fast path %s', (fastPath) => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase({ fastPath });
  });
  beforeEach(() => database.script('DELETE FROM users'));
  afterAll(() => database.close());

  const context = (): Context => ({
    db: database.client,
    viewer: adminViewer,
    now: () => new Date(),
    requestId: 'test',
    settings,
  });

  test('sees what it sent without waiting for it', async () => {
    const seen = await inWrite(context(), async (write) => {
      await write.run(() => write.tx.user.create({ data: { email: 'one@shop.test' } }));
      const count = await write.tx.user.count();
      await write.run(() => write.tx.user.deleteMany());
      return [count, await write.tx.user.count()];
    });
    expect(seen).toEqual([1, 0]);
  });

  test('tells what failed first of what it sent, and leaves nothing', async () => {
    const failed = inWrite(context(), async (write) => {
      await write.run(() => write.tx.user.create({ data: { email: 'one@shop.test' } }));
      await write.run(() => write.tx.$executeRaw`SELECT 1 / 0`);
      return write.tx.user.count();
    });
    await expect(failed).rejects.toThrow(/division by zero/);
    expect(await database.client.user.count()).toBe(0);
  });

  test('fails by what it sent last, though nothing was asked after it', async () => {
    const failed = inWrite(context(), async (write) => {
      await write.tx.user.create({ data: { email: 'one@shop.test' } });
      await write.run(() => write.tx.$executeRaw`SELECT 1 / 0`);
    });
    await expect(failed).rejects.toThrow(/division by zero/);
    expect(await database.client.user.count()).toBe(0);
  });

  test('tells its own refusal, if what it sent did not fail', async () => {
    const refused = inWrite(context(), async (write) => {
      await write.run(() => write.tx.user.create({ data: { email: 'one@shop.test' } }));
      throw new Error('refused');
    });
    await expect(refused).rejects.toThrow('refused');
    expect(await database.client.user.count()).toBe(0);
  });
});

describe('A write that finds its order taken (N42)', () => {
  const asked: string[] = [];
  const tx = {
    [inOrderKey]: true,
    $queryRaw: () => Promise.resolve(asked.push('lock')),
    order: {
      findFirst: () => Promise.resolve(asked.push('look up')),
      findUnique: () => Promise.resolve(asked.push('read')),
    },
  } as unknown as Transaction;
  const taken = new NeedsRecords(['orders:7']);
  const claimed: unknown[] = [];
  const claim = (...record: readonly unknown[]): never => {
    claimed.push(record);
    throw taken;
  };
  const context = { settings, viewer: adminViewer, now: () => new Date() } as Context;
  const write = new Write(tx, context, { foreseen: new Set(), claim });
  beforeEach(() => {
    claimed.length = 0;
  });

  test('by its id, sends nothing more before it waits', async () => {
    await expect(lockOrderById(write, 7n)).rejects.toBe(taken);
    expect([claimed, asked]).toEqual([[['orders', [7n]]], []]);
  });

  test('by its number, sends nothing at all if the caller may act on every order', async () => {
    const sought = lockOrder(write, { number: 'r7' }, 'orders.update');
    await expect(sought).rejects.toBe(taken);
    expect([claimed, asked]).toEqual([[['orders', ['R7']]], []]);
  });
});
