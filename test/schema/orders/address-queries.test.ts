import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, nobody, run } from '../../support/graphql.ts';
import { deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser } from '../../support/records.ts';

let database: Database;
let order: ReadOrder;
let other: ReadOrder;

beforeAll(async () => {
  database = await openTestDatabase();
  const desk = deskOf(database.client, adminViewer);
  order = await desk.create({ billAddress: maineAddress, useBilling: true });
  other = await desk.create({ billAddress: maineAddress });
});
afterAll(() => database.close());

const read = (viewer: Viewer, number: string, id: unknown) =>
  run(
    database.client,
    viewer,
    'query ($order: OrderBy!, $id: ID!) { address(order: $order, id: $id) { id city } }',
    { order: { number }, id },
  );

test('an address of the order can be read by callers who may read the order', async () => {
  const id = order.shipAddress?.id;
  for (const viewer of [adminViewer, { ...nobody, orderToken: order.token }]) {
    const { data } = await read(viewer, order.number, id);
    expect(data).toEqual({ address: { id, city: 'Portland' } });
  }
});

test('an address of another order is missing (A22)', async () => {
  for (const id of [other.billAddress?.id, 'x']) {
    const { errors } = await read(adminViewer, order.number, id);
    expect(errors).toEqual([{ code: 'NOT_FOUND' }]);
  }
});

test('a stranger is refused before the address is looked for (A19)', async () => {
  const stranger = customerViewer(await makeUser(database.client, 'stranger@harbour.test'));
  for (const id of [order.shipAddress?.id, '999999']) {
    const { errors } = await read(stranger, order.number, id);
    expect(errors).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
  }
});
