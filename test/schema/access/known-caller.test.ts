import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { Unauthorized } from '../../../schema/errors.ts';
import { isKnownToken, requireKnownCaller } from '../../../schema/access/known-caller.ts';
import { openTestDatabase } from '../../support/database.ts';
import { nobody } from '../../support/graphql.ts';
import { withClockAhead, withHeldClock } from '../../support/process-clock.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

const present = (orderToken: string) =>
  requireKnownCaller(database.client, { ...nobody, orderToken }, true);

const makeOrder = (token: string) =>
  database.client.order.create({ data: { number: `R-${token}`, token }, select: { id: true } });

/** Does something a second after the last look-up. */
const aSecondLater = (work: () => Promise<unknown>) => withClockAhead(1_010, work);

describe('N5: an order token', () => {
  test('is looked up once in a second', async () => {
    await makeOrder('kept');
    await withHeldClock(async () => {
      await present('kept');
      statements.length = 0;
      await present('kept');
    });
    expect(statements).toEqual([]);
    await aSecondLater(() => present('kept'));
    expect(statements).toHaveLength(1);
  });

  const ends: readonly (readonly [string, (id: bigint) => Promise<unknown>])[] = [
    [
      'renewed',
      (id) => database.client.order.update({ where: { id }, data: { token: 'another' } }),
    ],
    ['deleted', (id) => database.client.order.delete({ where: { id } })],
  ];
  test.each(ends)('of an order that was %s opens nothing a second later', async (how, end) => {
    const { id } = await makeOrder(how);
    await present(how);
    expect(isKnownToken(database.client, how)).toBe(true);
    await end(id);
    await expect(aSecondLater(() => present(how))).rejects.toThrow(Unauthorized);
    expect(isKnownToken(database.client, how)).toBe(false);
  });
});
