import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { mostOpenCarts } from '../../../schema/orders/open-carts.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, viewerWith } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeUser } from '../../support/records.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});
afterAll(() => database.close());

const tooMany = [{ code: 'REFUSED', fields: { base: ['You have too many open carts.'] } }];

async function ownerOf(email: string, carts: number) {
  const user = await makeUser(database.client, email);
  await database.client.$executeRawUnsafe(
    `INSERT INTO orders (number, state, user_id)
     SELECT '${email.slice(0, 3)}' || n, (ARRAY['cart', 'address', 'delivery', 'payment', 'confirm'])[1 + n % 5], ${String(user.id)}
     FROM generate_series(1, ${String(carts)}) n`,
  );
  return user;
}

test('safety 18: a customer holds at most 1,000 open carts, however many are made at once (N63)', async () => {
  const user = await ownerOf('ada@harbour.test', mostOpenCarts - 1);
  const customer = deskOf(database.client, viewerWith(user));
  const outcomes = await Promise.all([1, 2, 3].map(() => customer.try.create({})));
  const refused = outcomes.filter(({ errors }) => errors.length > 0);
  expect(refused.map(({ errors }) => errors)).toMatchObject([tooMany, tooMany]);
  const where = { userId: user.id };
  expect(await database.client.order.count({ where })).toBe(mostOpenCarts);
  // deleting one makes room
  const one = await database.client.order.findFirstOrThrow({ where });
  await database.client.order.delete({ where: { id: one.id } });
  statements.length = 0;
  expect((await customer.try.create({})).errors).toEqual([]);
  expect(statements.some((sql) => /pg_advisory_xact_lock\(hashtext\('carts'\)/.test(sql))).toBe(
    true,
  );
});

test('safety 18: the shop makes carts for guests without a bound (N63)', async () => {
  const user = await ownerOf('eve@harbour.test', mostOpenCarts);
  const shop = deskOf(database.client, { ...adminViewer, user });
  expect((await shop.try.create({})).errors).toEqual([]);
});
