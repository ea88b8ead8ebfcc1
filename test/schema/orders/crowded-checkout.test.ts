import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound, makeLocation, putStock } from '../../support/dispatch.ts';
import { adminViewer } from '../../support/graphql.ts';
import { deskOf, maineAddress } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await expectSound(database);
  await database.close();
});

test('an order of 50 shipments whose goods would need one more keeps the steps of its checkout that it took (T25)', async () => {
  const desk = deskOf(database.client, adminViewer);
  const [annex, shed] = [await makeLocation(database), await makeLocation(database)];
  const goods: bigint[] = [];
  for (let made = 0; made < 25; made += 1) {
    const id = await makeVariant(database.client, { count: 2, backorderable: false });
    await putStock(database, id, annex, 1);
    goods.push(id);
  }
  await database.script(
    `INSERT INTO shipping_categories (name, is_default)
     SELECT 'Of variant ' || n, false FROM unnest('{${goods.join()}}'::bigint[]) n;
     INSERT INTO shipping_methods (name, zone_id, shipping_category_id, base_cost)
     SELECT 'Post', z.id, c.id, 1 FROM zones z, shipping_categories c
     WHERE z.name = 'Everywhere' AND c.name LIKE 'Of variant %';
     UPDATE products p SET shipping_category_id = c.id FROM variants v, shipping_categories c
     WHERE v.product_id = p.id AND c.name = 'Of variant ' || v.id`,
  );
  const { number } = await desk.cartOf(...goods.map((id) => [id, 3] as const));
  await desk.update(number, { email: 'a@b', billAddress: maineAddress, useBilling: true });
  await desk.next(number);
  const { shipments, state } = await desk.next(number);
  expect([state, shipments.length]).toEqual(['delivery', 50]);
  await desk.pay(number, { paymentMethod: { name: 'Check' } });
  const [scarce = 0n] = goods;
  await desk.adjust(scarce, -1);
  await putStock(database, scarce, shed, 1);

  expect(await desk.advance(number)).toMatchObject({ state: 'payment' });
  const tooMany = { shipments: ['is too long (maximum is 50 entries)'] };
  expect((await desk.try.next(number)).errors).toEqual([
    { code: 'CHECKOUT_REFUSED', fields: tooMany },
  ]);
  expect(await desk.read(number)).toMatchObject({ state: 'payment' });
});
