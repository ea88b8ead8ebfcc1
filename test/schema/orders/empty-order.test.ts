import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, shopRights, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, shipAll, statesOf } from '../../support/orders.ts';
import { countOf, makeUser, makeVariant, movementsOf } from '../../support/records.ts';

let database: Database;
let customer: Desk;
let admin: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  const user = await makeUser(database.client, 'ada@harbour.test');
  customer = deskOf(database.client, viewerWith(user, ...shopRights));
  admin = deskOf(database.client, adminViewer);
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const refused = [
  {
    code: 'REFUSED',
    fields: { base: ['The order cannot be emptied because something has shipped.'] },
  },
];

/** What is left of an order that was emptied (T48). */
const emptied = {
  state: 'cart',
  specialInstructions: null,
  itemTotal: '0.0',
  adjustmentTotal: '0.0',
  total: '0.0',
  totalQuantity: 0,
  paymentState: null,
  shipmentState: null,
  completedAt: null,
  approvedAt: null,
  billAddress: null,
  shipAddress: null,
  lineItems: [],
  shipments: [],
  adjustments: [],
};

/** An order of three units at the step before payment, with everything that can be cleared. */
async function fullOrder(variantId: bigint): Promise<string> {
  const { number } = await customer.create({
    specialInstructions: 'Ring twice',
    lineItems: [{ variantId: String(variantId), quantity: 3 }],
    billAddress: maineAddress,
    useBilling: true,
  });
  await customer.next(number);
  await customer.next(number);
  await customer.next(number);
  await customer.pay(number, { paymentMethod: { name: 'Check' } });
  return number;
}

describe('Emptying an order (T48)', () => {
  test('before completion clears it; number, token and user stay', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const number = await fullOrder(variantId);
    const before = await customer.read(number);
    const after = await customer.empty(number);
    expect(after).toMatchObject(emptied);
    const { id, userId, token, email } = before;
    expect(after).toMatchObject({ id, number, userId, token, email });
    expect(after.payments).toMatchObject([{ state: 'invalid' }]);
    expect(await movementsOf(database.client, variantId)).toEqual([['set', 5]]);
    expect(await database.client.address.count({ where: { orderId: BigInt(id) } })).toBe(0);
  });

  test('after completion gives its stock back and voids what is pending', async () => {
    const variantId = await makeVariant(database.client, { count: 2 });
    const number = await fullOrder(variantId);
    await customer.fire(number, 'complete');
    await customer.fire(number, 'approve');
    expect(await countOf(database.client, variantId)).toBe(-1);
    const after = await customer.empty(number);
    expect(after).toMatchObject(emptied);
    expect(after.payments).toMatchObject([{ state: 'void' }]);
    expect(await movementsOf(database.client, variantId)).toEqual([
      ['set', 2],
      ['sale', -3],
      ['restock', 1],
      ['restock', 2],
    ]);
  });

  test('keeps completed payments and what they come to', async () => {
    const number = await fullOrder(await makeVariant(database.client));
    await customer.fire(number, 'complete');
    const { payments } = await customer.read(number);
    await admin.firePayment(number, String(payments[0]?.id), 'capture');
    expect(await customer.empty(number)).toMatchObject({
      ...emptied,
      payments: [{ state: 'completed', amount: '35.0' }],
      paymentTotal: '35.0',
    });
  });

  test.each([
    ['canceled', ['complete', 'cancel']],
    ['resumed', ['complete', 'cancel', 'resume']],
    ['awaiting_return', ['complete', 'authorize_return']],
    ['returned', ['complete', 'authorize_return', 'return']],
  ])('from %s gives back what it still has', async (_state, events) => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const number = await fullOrder(variantId);
    for (const event of events) await customer.fire(number, event);
    expect(await customer.empty(number)).toMatchObject(emptied);
    expect(await countOf(database.client, variantId)).toBe(5);
  });

  test('may be repeated', async () => {
    const number = await fullOrder(await makeVariant(database.client));
    await customer.empty(number);
    expect(await customer.empty(number)).toMatchObject(emptied);
  });

  test.each<readonly [what: string, make: () => Promise<string>]>([
    [
      'an order that was emptied',
      async () => {
        const number = await fullOrder(await makeVariant(database.client));
        return (await customer.empty(number)).number;
      },
    ],
    ['a cart that never held anything', async () => (await customer.create({})).number],
  ])('again, of %s, is answered and writes nothing (L29)', async (_what, make) => {
    const number = await make();
    const before = await customer.read(number);
    const written = () =>
      Promise.all([database.client.stateChange.count(), database.client.outboxEvent.count()]);
    const rows = await written();
    expect(await customer.empty(number)).toEqual(before);
    expect(await written()).toEqual(rows);
  });

  test('clears instructions alone, or a payment alone, and is told (L29)', async () => {
    const noted = await customer.create({ specialInstructions: 'Ring twice' });
    expect(await customer.empty(noted.number)).toMatchObject(emptied);
    const { id, number } = await customer.create({});
    await admin.pay(number, { paymentMethod: { name: 'Check' }, amount: '5.00' });
    expect((await customer.empty(number)).payments).toMatchObject([{ state: 'invalid' }]);
    for (const orderId of [noted.id, id].map(BigInt)) {
      const where = { orderId, event: 'empty' };
      expect(await database.client.stateChange.count({ where })).toBe(1);
    }
  });

  test('fills the backorders of others with the units it returns (T33)', async () => {
    const variantId = await makeVariant(database.client, { count: 3 });
    const [one, other] = [await fullOrder(variantId), await fullOrder(variantId)];
    await customer.fire(one, 'complete');
    await customer.fire(other, 'complete');
    await customer.empty(one);
    expect(statesOf(await customer.read(other))).toMatchObject({
      units: ['sold', 'sold', 'sold'],
      shipmentState: 'pending',
    });
  });

  test('leaves an order that can be filled and completed again', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const number = await fullOrder(variantId);
    await customer.fire(number, 'complete');
    await customer.empty(number);
    await customer.add(number, { variantId: String(variantId), quantity: 2 });
    expect(statesOf(await customer.fire(number, 'complete'))).toEqual({
      state: 'complete',
      shipments: ['pending'],
      units: ['sold', 'sold'],
      paymentState: 'balance_due',
      shipmentState: 'pending',
    });
    expect(await countOf(database.client, variantId)).toBe(3);
  });
});

describe('Emptying is refused and changes nothing', () => {
  test('once a shipment has left', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const number = await fullOrder(variantId);
    await shipAll(admin, await customer.fire(number, 'complete'));
    const before = await customer.read(number);
    expect((await customer.try.empty(number)).errors).toEqual(refused);
    expect(await customer.read(number)).toEqual(before);
    expect(await countOf(database.client, variantId)).toBe(2);
  });

  test('once a unit has left, or came back', async () => {
    const number = await fullOrder(await makeVariant(database.client));
    await admin.adjust(BigInt((await customer.read(number)).lineItems[0]?.variant.id ?? ''), 3);
    const { shipments } = await customer.fire(number, 'complete');
    const unitId = String(shipments[0]?.inventoryUnits[0]?.id);
    await admin.fireUnit(unitId, 'ship');
    expect((await customer.try.empty(number)).errors).toEqual(refused);
    await admin.fireUnit(unitId, 'return');
    expect((await customer.try.empty(number)).errors).toEqual(refused);
  });
});
