import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Database, Session } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { countOf, expectSound } from '../support/dispatch.ts';
import { adminViewer } from '../support/graphql.ts';
import { overtake } from '../support/lock-waits.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const pricing = (variantId: bigint) => async (session: Session) => {
  await session.query('SELECT FROM stock_items WHERE variant_id = $1 FOR NO KEY UPDATE', [
    variantId,
  ]);
  await session.query('UPDATE variants SET price = 99 WHERE id = $1', [variantId]);
};

test('a price that changes while an order that completes waits for its stock refuses that once (T46)', async () => {
  const desk = deskOf(database.client, adminViewer);
  const variantId = await makeVariant(database.client, { count: 1, price: '19.90' });
  const { number } = await desk.cartOf([variantId, 1]);
  const refused = await overtake(database, pricing(variantId), () =>
    desk.try.fire(number, 'complete'),
  );
  expect(refused.errors).toMatchObject([
    {
      code: 'EVENT_REFUSED',
      fields: { price: [expect.stringMatching(/^has changed from \$19\.90 to \$99\.00 /)] },
    },
  ]);
  expect(await desk.read(number)).toMatchObject({ state: 'cart', total: '99.0' });
  expect(await countOf(database, variantId)).toBe(1);
  expect(await desk.fire(number, 'complete')).toMatchObject({ total: '99.0' });
});

test('a price that is set by hand stays, whatever changes while the order waits (T46)', async () => {
  const desk = deskOf(database.client, adminViewer);
  const variantId = await makeVariant(database.client, { count: 1, price: '19.90' });
  const lineItems = [{ variantId: String(variantId), quantity: 1, price: '15.00' }];
  const { number } = await desk.create({ lineItems });
  const sold = await overtake(database, pricing(variantId), () => desk.fire(number, 'complete'));
  expect(sold).toMatchObject({ state: 'complete', total: '15.0' });
});
