import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Context } from '../../schema/index.ts';
import { inWrite } from '../../schema/write.ts';
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
