import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { wordsOf } from '../../../schema/domain/meanings.ts';
import { orderEvents } from '../../../schema/domain/order-machine.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { makeLocation, putStock } from '../../support/dispatch.ts';
import { adminViewer, run, shopRights, viewerWith } from '../../support/graphql.ts';
import {
  type Desk,
  deskOf,
  maineAddress,
  type ReadOrder,
  shipAll,
  statesOf,
} from '../../support/orders.ts';
import { countOf, makeUser, makeVariant, movementsOf } from '../../support/records.ts';

let database: Database;
let user: NonNullable<Viewer['user']>;
let customer: Desk;
let admin: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  user = await makeUser(database.client, 'ada@harbour.test');
  customer = deskOf(database.client, viewerWith(user, ...shopRights));
  admin = deskOf(database.client, adminViewer);
  await database.client.paymentMethod.create({ data: { name: 'Card', kind: 'card', position: 2 } });
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const variant = (wish: Parameters<typeof makeVariant>[1] = {}) =>
  makeVariant(database.client, { count: 5, ...wish });

/** How a known event is refused that is not possible now. */
const notNow = (
  event: string,
  allowed: readonly string[],
  fields: Record<string, string[]> = {},
) => [
  {
    code: 'EVENT_REFUSED',
    allowed,
    fields: { state: [`cannot transition via "${event}"`], ...fields },
  },
];

/** An order of two units, advanced to the state. */
async function orderIn(state: string, variantId?: bigint): Promise<ReadOrder> {
  const { number } = await customer.cartOf([variantId ?? (await variant()), 2]);
  const next = () => customer.next(number);
  const complete = () => customer.fire(number, 'complete');
  const steps: Readonly<Record<string, () => Promise<unknown>>> = {
    cart: () => Promise.resolve(),
    address: next,
    delivery: async () => {
      await customer.update(number, { billAddress: maineAddress, useBilling: true });
      await next();
      await next();
    },
    payment: async () => {
      await steps['delivery']?.();
      await next();
    },
    confirm: async () => {
      await steps['payment']?.();
      await customer.pay(number, { paymentMethod: { name: 'Card' } });
      await next();
    },
    complete,
    canceled: async () => {
      await complete();
      await customer.fire(number, 'cancel');
    },
    resumed: async () => {
      await steps['canceled']?.();
      await customer.fire(number, 'resume');
    },
    awaiting_return: async () => {
      await complete();
      await customer.fire(number, 'authorize_return');
    },
    returned: async () => {
      await steps['awaiting_return']?.();
      await customer.fire(number, 'return');
    },
  };
  await steps[state]?.();
  const order = await customer.read(number);
  expect(order.state).toBe(state);
  return order;
}

async function expectUnchanged(before: ReadOrder): Promise<void> {
  expect(await customer.read(before.number)).toEqual(before);
}

describe('Event names (T2, A31)', () => {
  test.each([
    ['none', undefined],
    ['null', null],
    ['blanks', '  '],
  ])('%s at all: no event name supplied', async (_what, event) => {
    const order = await orderIn('cart');
    expect((await customer.try.fire(order.number, event)).errors).toEqual([
      {
        code: 'EVENT_REFUSED',
        allowed: ['next', 'complete'],
        fields: { state: ['cannot transition without an event name'] },
      },
    ]);
    await expectUnchanged(order);
  });

  test.each(['ship', 'CANCEL', 'constructor', 'x'.repeat(101)])(
    'an unknown one is not echoed: %s',
    async (event) => {
      const order = await orderIn('cart');
      expect((await customer.try.fire(order.number, event)).errors).toEqual([
        {
          code: 'EVENT_REFUSED',
          allowed: ['next', 'complete'],
          fields: { state: ['cannot transition via an unknown event'] },
        },
      ]);
      await expectUnchanged(order);
    },
  );

  test('blanks around a name are cut off', async () => {
    const { number } = await orderIn('cart');
    expect((await customer.fire(number, ' next ')).state).toBe('address');
  });
});

/** Which events succeed in each state, for an order that meets every guard. */
const table: Readonly<Record<string, readonly string[]>> = {
  cart: ['next', 'complete'],
  delivery: ['next', 'complete'],
  confirm: ['next', 'complete'],
  complete: ['cancel', 'authorize_return', 'approve'],
  canceled: ['resume'],
  resumed: ['cancel', 'authorize_return', 'approve'],
  awaiting_return: ['cancel', 'return', 'approve'],
  returned: [],
};

describe.each(Object.entries(table))('In %s (T5 to T20)', (state, allowed) => {
  test.each(wordsOf(orderEvents).filter((event) => !allowed.includes(event)))(
    '%s is refused, changes nothing and lists what is possible',
    async (event) => {
      const order = await orderIn(state);
      expect((await customer.try.fire(order.number, event)).errors).toEqual(notNow(event, allowed));
      await expectUnchanged(order);
    },
  );
});

describe('next and complete need something to sell (T6, T15)', () => {
  const noItems = {
    base: ['There are no items for this order. Please add an item to the order to continue.'],
  };

  test.each(['next', 'complete'])('%s of an empty cart', async (event) => {
    const order = await customer.create({});
    expect((await customer.try.fire(order.number, event)).errors).toEqual(
      notNow(event, [], noItems),
    );
    await expectUnchanged(order);
  });
});

describe('next from address (T7)', () => {
  test('requires an e-mail address and both addresses', async () => {
    const { number } = await orderIn('address');
    await customer.update(number, { email: null });
    expect((await customer.try.fire(number, 'next')).errors).toEqual(
      notNow('next', ['complete'], {
        email: ["can't be blank"],
        billAddress: ["can't be blank"],
        shipAddress: ["can't be blank"],
      }),
    );
  });

  test('requires stock for every line item', async () => {
    const variantId = await variant({ name: 'Lamp', backorderable: false });
    const order = await orderIn('address', variantId);
    await customer.update(order.number, { billAddress: maineAddress, useBilling: true });
    await admin.adjust(variantId, -4);
    expect((await customer.try.fire(order.number, 'next')).errors).toEqual(
      notNow('next', [], {
        quantity: ['Selected quantity of "Lamp" is not available.'],
      }),
    );
  });

  test('requires a rate for every package', async () => {
    const db = database.client;
    const category = await db.shippingCategory.create({
      data: { name: 'Unshippable', isDefault: false },
    });
    const variantId = await variant();
    await db.product.updateMany({
      where: { variants: { some: { id: variantId } } },
      data: { shippingCategoryId: category.id },
    });
    const { number } = await orderIn('address', variantId);
    await customer.update(number, { billAddress: maineAddress, useBilling: true });
    expect((await customer.try.fire(number, 'next')).errors).toEqual(
      notNow('next', ['complete'], {
        base: ['We are unable to calculate shipping rates for the selected items.'],
      }),
    );
  });

  test('reads the methods of its own categories: those of others do not make it too large', async () => {
    const order = await orderIn('address', await variant());
    await customer.update(order.number, { billAddress: maineAddress, useBilling: true });
    const others = "shipping_category_id = (SELECT id FROM shipping_categories WHERE name = 'Odd')";
    await database.script(
      `INSERT INTO shipping_categories (name, is_default) VALUES ('Odd', false);
       INSERT INTO shipping_methods (name, zone_id, shipping_category_id)
       SELECT repeat('x', 255), z.id, c.id FROM zones z, shipping_categories c, generate_series(1, 60000)
       WHERE z.name = 'Everywhere' AND c.name = 'Odd'`,
    );
    const shown = `{ order(by: { number: "${order.number}" }) { allowedEvents } }`;
    expect(await run(database.client, adminViewer, shown)).toMatchObject({
      data: { order: { allowedEvents: ['NEXT', 'COMPLETE'] } },
      errors: [],
    });
    expect(await customer.next(order.number)).toMatchObject({ state: 'delivery' });
    await database.script(`DELETE FROM shipping_methods WHERE ${others}`);
  });

  test('proposes at most 50 shipments; who may force completion ships in as few as it takes (P75, T14)', async () => {
    const annex = await makeLocation(database);
    const goods = await Promise.all(
      Array.from({ length: 26 }, () => variant({ count: 1, backorderable: false })),
    );
    for (const id of goods) await putStock(database, id, annex, 1);
    await database.script(
      `INSERT INTO shipping_categories (name, is_default)
       SELECT 'Of variant ' || n, false FROM unnest('{${goods.join()}}'::bigint[]) n;
       INSERT INTO shipping_methods (name, zone_id, shipping_category_id, base_cost)
       SELECT 'Post', z.id, c.id, 1 FROM zones z, shipping_categories c
       WHERE z.name = 'Everywhere' AND c.name LIKE 'Of variant %';
       UPDATE products p SET shipping_category_id = c.id FROM variants v, shipping_categories c
       WHERE v.product_id = p.id AND c.name = 'Of variant ' || v.id`,
    );
    const inAddress = async (...ids: readonly bigint[]): Promise<string> => {
      const { number } = await customer.cartOf(...ids.map((id) => [id, 2] as const));
      await customer.update(number, { billAddress: maineAddress, useBilling: true });
      await customer.next(number);
      return number;
    };
    const number = await inAddress(...goods);
    const before = await customer.read(number);
    const [, ...others] = goods;
    expect((await customer.next(await inAddress(...others))).shipments).toHaveLength(50);
    const tooMany = { shipments: ['is too long (maximum is 50 entries)'] };
    expect((await customer.try.fire(number, 'next')).errors).toEqual(
      notNow('next', ['complete'], tooMany),
    );
    const owner = deskOf(database.client, viewerWith(user));
    expect((await owner.try.fire(number, 'complete')).errors).toMatchObject([
      { allowed: [], fields: tooMany },
    ]);
    await expectUnchanged(before);
    const { shipments } = await customer.fire(number, 'complete');
    expect(shipments.map(({ cost, inventoryUnits }) => [cost, inventoryUnits.length])).toEqual([
      ['0.0', 26],
      ['0.0', 26],
    ]);
  });

  test('proposes one shipment for each shipping category, lowest first, the cheapest rate chosen (T21)', async () => {
    const db = database.client;
    const zone = await db.zone.findFirstOrThrow({ where: { name: 'Everywhere' } });
    const category = await db.shippingCategory.create({
      data: { name: 'Bulky', isDefault: false },
    });
    const methods = await db.shippingMethod.createManyAndReturn({
      data: [
        { name: 'Cart', baseCost: '8.00', itemCost: '2.00' },
        { name: 'Lorry', baseCost: '14.00', itemCost: '0' },
        { name: 'Retired', baseCost: '1.00', itemCost: '0', active: false },
      ].map((method) => ({ ...method, zoneId: zone.id, shippingCategoryId: category.id })),
    });
    const [light, bulky] = [await variant(), await variant()];
    await db.product.updateMany({
      where: { variants: { some: { id: bulky } } },
      data: { shippingCategoryId: category.id },
    });
    const { number } = await customer.cartOf([bulky, 3], [light, 1]);
    await customer.update(number, { billAddress: maineAddress, useBilling: true });
    await customer.next(number);
    const order = await customer.next(number);
    expect(order.shipments).toMatchObject([
      {
        state: 'pending',
        cost: '5.0',
        shippingRates: [
          { name: 'Standard', cost: '5.0', selected: true },
          { name: 'Express', cost: '15.0', selected: false },
        ],
        inventoryUnits: [{ state: 'on_hand', variant: { id: String(light) } }],
      },
      {
        state: 'pending',
        cost: '14.0',
        shippingMethod: { name: 'Cart' },
        shippingRates: [
          { name: 'Cart', cost: '14.0', selected: true },
          { name: 'Lorry', cost: '14.0', selected: false },
        ],
      },
    ]);
    expect(order.shipments[1]?.inventoryUnits).toHaveLength(3);
    expect(order).toMatchObject({ adjustmentTotal: '19.0', total: '59.0' });
    // Turning off or changing a method later leaves proposed shipments as they are.
    await db.shippingMethod.updateMany({
      where: { id: { in: methods.map(({ id }) => id) } },
      data: { baseCost: '99.00' },
    });
    await expectUnchanged(order);
  });
});

describe('complete (T14, T15)', () => {
  test.each(['cart', 'address', 'delivery', 'payment', 'confirm'])(
    'from %s takes stock, sells the units and stamps the time',
    async (from) => {
      const variantId = await variant();
      const { number } = await orderIn(from, variantId);
      const order = await customer.fire(number, 'complete');
      expect(statesOf(order)).toEqual({
        state: 'complete',
        shipments: ['pending'],
        units: ['sold', 'sold'],
        paymentState: 'balance_due',
        shipmentState: 'pending',
      });
      expect(order.completedAt).not.toBeNull();
      expect(await countOf(database.client, variantId)).toBe(3);
      expect(await movementsOf(database.client, variantId)).toEqual([
        ['set', 5],
        ['sale', -2],
      ]);
    },
  );

  test('without a ship address makes one shipment without method and cost', async () => {
    const { number } = await orderIn('cart');
    const { shipments, adjustments } = await customer.fire(number, 'complete');
    expect(shipments).toMatchObject([{ cost: '0.0', shippingMethod: null, shippingRates: [] }]);
    expect(adjustments).toEqual([{ kind: 'shipping', amount: '0.0', label: 'Shipping' }]);
  });

  test('with a ship address builds the proposal', async () => {
    const { number } = await orderIn('cart');
    await customer.update(number, { shipAddress: maineAddress });
    const { shipments, total } = await customer.fire(number, 'complete');
    expect(shipments).toMatchObject([{ cost: '5.0', shippingMethod: { name: 'Standard' } }]);
    expect(total).toBe('25.0');
  });

  test('keeps the proposal that is there', async () => {
    const order = await orderIn('delivery');
    const after = await customer.fire(order.number, 'complete');
    const idsOf = ({ shipments }: ReadOrder) =>
      shipments.map(({ id, inventoryUnits }) => [id, inventoryUnits.map((unit) => unit.id)]);
    expect(idsOf(after)).toEqual(idsOf(order));
  });

  test('submits the payments in checkout', async () => {
    const { number } = await orderIn('payment');
    await customer.pay(number, { paymentMethod: { name: 'Check' } });
    const { payments } = await customer.fire(number, 'complete');
    expect(payments).toMatchObject([{ state: 'pending', amount: '25.0' }]);
  });

  test('backorders what is not there, the lowest units first sold (T30)', async () => {
    const variantId = await variant({ count: 1 });
    const { number } = await customer.cartOf([variantId, 3]);
    const order = await customer.fire(number, 'complete');
    expect(statesOf(order)).toMatchObject({
      units: ['sold', 'backordered', 'backordered'],
      shipmentState: 'backorder',
    });
    expect(await countOf(database.client, variantId)).toBe(-2);
  });

  test('sells untracked variants without touching their count (T35)', async () => {
    const variantId = await variant({ count: 0, trackInventory: false, backorderable: false });
    const { number } = await customer.cartOf([variantId, 3]);
    expect(statesOf(await customer.fire(number, 'complete')).units).toEqual([
      'sold',
      'sold',
      'sold',
    ]);
    expect(await movementsOf(database.client, variantId)).toEqual([]);
  });

  test('is refused where stock is short, once for each variant, and takes nothing (T13)', async () => {
    const [lamp, oil, rope] = [
      await variant({ name: 'Lamp', backorderable: false }),
      await variant({ name: 'Oil', backorderable: false }),
      await variant({ name: 'Rope' }),
    ];
    const order = await customer.cartOf([rope, 9], [lamp, 3], [oil, 4]);
    await admin.adjust(lamp, -3);
    await admin.adjust(oil, -3);
    expect((await customer.try.fire(order.number, 'complete')).errors).toEqual(
      notNow('complete', ['next'], {
        quantity: [
          'Selected quantity of "Lamp" is not available.',
          'Selected quantity of "Oil" is not available.',
        ],
      }),
    );
    await expectUnchanged(order);
    expect(await countOf(database.client, rope)).toBe(5);
  });

  test('is refused for a variant deleted meanwhile (T13)', async () => {
    const variantId = await variant({ name: 'Lamp' });
    const order = await customer.cartOf([variantId, 1]);
    await database.client.variant.update({
      where: { id: variantId },
      data: { deletedAt: new Date() },
    });
    expect((await customer.try.fire(order.number, 'complete')).errors).toEqual(
      notNow('complete', ['next'], {
        quantity: ['Selected quantity of "Lamp" is not available.'],
      }),
    );
  });

  test('safety 16: is refused above 5,000 units, as is entering delivery (A39, N61)', async () => {
    const variantId = await variant();
    const { number } = await customer.cartOf([variantId, 1]);
    const { id } = await database.client.order.findUniqueOrThrow({ where: { number } });
    await database.client.lineItem.updateMany({
      where: { orderId: id },
      data: { quantity: 5_001 },
    });
    const fields = { base: ['The order has too many units.'] };
    expect((await customer.try.fire(number, 'complete')).errors).toEqual(
      notNow('complete', ['next'], fields),
    );
    await customer.update(number, { billAddress: maineAddress, useBilling: true });
    await customer.next(number);
    expect((await customer.try.fire(number, 'next')).errors).toEqual(notNow('next', [], fields));
  });

  test('safety 16: is refused for two billion units without a record of each (N61)', async () => {
    const variantId = await variant({ price: '0.01' });
    const { number } = await admin.cartOf([variantId, 1]);
    await admin.update(number, { billAddress: maineAddress, useBilling: true });
    const { lineItems } = await admin.read(number);
    const fields = { base: ['The order has too many units.'] };
    await admin.update(number, { lineItems: [{ id: lineItems[0]?.id, quantity: 2_147_483_647 }] });
    expect((await admin.try.fire(number, 'complete')).errors).toEqual(
      notNow('complete', ['next'], fields),
    );
    const query = `{ orders(filter: { number: { eq: "${number}" } }) { nodes { allowedEvents } } }`;
    const { data } = await run(database.client, adminViewer, query);
    expect(data).toEqual({ orders: { nodes: [{ allowedEvents: ['NEXT'] }] } });
    expect(await database.client.inventoryUnit.count({ where: { order: { number } } })).toBe(0);
  });

  test('handles thousands of units, whether they are in stock or not (A39, A41)', async () => {
    const variantId = await variant({ count: 2_000 });
    const { number } = await customer.cartOf([variantId, 1]);
    const db = database.client;
    await db.lineItem.updateMany({ where: { order: { number } }, data: { quantity: 4_000 } });
    const { errors } = await customer.try.fire(number, 'complete');
    expect(errors).toEqual([]);
    expect(await db.inventoryUnit.count({ where: { order: { number }, state: 'sold' } })).toBe(
      2_000,
    );
    expect(await countOf(db, variantId)).toBe(-2_000);
  });
});

describe('cancel (T16)', () => {
  test.each(['complete', 'resumed', 'awaiting_return'])(
    'from %s gives all stock back and voids open payments',
    async (from) => {
      const variantId = await variant();
      const { number } = await orderIn(from, variantId);
      await customer.pay(number, { paymentMethod: { name: 'Check' } });
      const order = await customer.fire(number, 'cancel');
      expect(statesOf(order)).toEqual({
        state: 'canceled',
        shipments: ['canceled'],
        units: ['on_hand', 'on_hand'],
        paymentState: 'void',
        shipmentState: 'canceled',
      });
      expect(order.payments).toMatchObject([{ state: 'void' }]);
      expect(order.completedAt).not.toBeNull();
      expect(await countOf(database.client, variantId)).toBe(5);
    },
  );

  test('leaves completed payments, which are then owed back (T40)', async () => {
    const { number } = await orderIn('complete');
    const { id } = await customer.pay(number, { paymentMethod: { name: 'Check' } });
    await admin.firePayment(number, id, 'capture');
    expect(await customer.fire(number, 'cancel')).toMatchObject({
      payments: [{ state: 'completed' }],
      paymentTotal: '20.0',
      paymentState: 'credit_owed',
    });
  });

  const somethingShipped = 'The order cannot be canceled because something has shipped.';

  test('is refused once a shipment has left', async () => {
    const { number } = await orderIn('complete');
    await shipAll(admin, await customer.read(number));
    const order = await customer.read(number);
    expect((await customer.try.fire(number, 'cancel')).errors).toEqual(
      notNow('cancel', ['authorize_return', 'approve'], { base: [somethingShipped] }),
    );
    await expectUnchanged(order);
  });

  test('is refused once a unit has left, or came back', async () => {
    const { number, shipments } = await orderIn('complete');
    const unit = shipments[0]?.inventoryUnits[0];
    await admin.fireUnit(String(unit?.id), 'ship');
    const refusal = notNow('cancel', ['authorize_return', 'approve'], { base: [somethingShipped] });
    expect((await customer.try.fire(number, 'cancel')).errors).toEqual(refusal);
    await admin.fireUnit(String(unit?.id), 'return');
    expect((await customer.try.fire(number, 'cancel')).errors).toEqual(refusal);
  });

  test('returns the debt of backordered units without filling anything (T32)', async () => {
    const variantId = await variant({ count: 0 });
    const [one, other] = [await orderIn('cart', variantId), await orderIn('cart', variantId)];
    await customer.fire(one.number, 'complete');
    await customer.fire(other.number, 'complete');
    await customer.fire(one.number, 'cancel');
    expect(await countOf(database.client, variantId)).toBe(-2);
    expect(statesOf(await customer.read(other.number)).units).toEqual([
      'backordered',
      'backordered',
    ]);
  });

  test('fills the backorders of others with the units it returns (T33)', async () => {
    const variantId = await variant({ count: 2 });
    const [one, other] = [await orderIn('cart', variantId), await orderIn('cart', variantId)];
    await customer.fire(one.number, 'complete');
    await customer.fire(other.number, 'complete');
    await customer.fire(one.number, 'cancel');
    expect(statesOf(await customer.read(other.number))).toMatchObject({
      units: ['sold', 'sold'],
      shipmentState: 'pending',
    });
    expect(await movementsOf(database.client, variantId)).toEqual([
      ['set', 2],
      ['sale', -2],
      ['sale', -2],
      ['restock', 2],
    ]);
  });
});

describe('resume (T17)', () => {
  test('takes stock again for every unit and reopens the shipments', async () => {
    const variantId = await variant();
    const { number } = await orderIn('canceled', variantId);
    const order = await customer.fire(number, 'resume');
    expect(statesOf(order)).toEqual({
      state: 'resumed',
      shipments: ['pending'],
      units: ['sold', 'sold'],
      paymentState: 'balance_due',
      shipmentState: 'pending',
    });
    expect(await countOf(database.client, variantId)).toBe(3);
  });

  test('leaves a box canceled that was canceled before its order, credited and without stock', async () => {
    const variantId = await variant({ name: 'B', count: 2, backorderable: false });
    const { number, shipments } = await orderIn('complete', variantId);
    const [unit] = shipments[0]?.inventoryUnits ?? [];
    await admin.pack(number, { inventoryUnitIds: [unit?.id] });
    const box = (await admin.read(number)).shipments.find(({ inventoryUnits }) =>
      inventoryUnits.some(({ id }) => id === unit?.id),
    );
    await admin.fireShipment(String(box?.id), 'cancel');
    const before = await admin.read(number);
    await admin.fire(number, 'cancel');
    await admin.adjust(variantId, -1);
    const after = await admin.fire(number, 'resume');
    expect({ ...statesOf(after), state: before.state }).toEqual(statesOf(before));
    expect(after.shipments.map(({ state }) => state).toSorted()).toEqual(['canceled', 'pending']);
    expect([after.total, after.paymentState]).toEqual([before.total, before.paymentState]);
    expect(await countOf(database.client, variantId)).toBe(0);
  });

  test('is refused where stock has gone meanwhile, and nothing changes (T61 5b)', async () => {
    const variantId = await variant({ name: 'B', count: 4, backorderable: false });
    const order = await orderIn('canceled', variantId);
    await admin.adjust(variantId, -3);
    expect((await customer.try.fire(order.number, 'resume')).errors).toEqual(
      notNow('resume', [], {
        quantity: ['Selected quantity of "B" is not available.'],
      }),
    );
    await expectUnchanged(order);
    expect(await countOf(database.client, variantId)).toBe(1);
  });
});

describe('authorize_return and return (T18, T19)', () => {
  test.each(['complete', 'resumed'])('an order in %s awaits its return', async (from) => {
    const order = await orderIn(from);
    const after = await customer.fire(order.number, 'authorize_return');
    expect(statesOf(after)).toEqual({ ...statesOf(order), state: 'awaiting_return' });
  });

  test('what was shipped comes back, the rest is released, all stock returns', async () => {
    const variantId = await variant();
    const { number, shipments } = await orderIn('complete', variantId);
    await admin.fireUnit(String(shipments[0]?.inventoryUnits[0]?.id), 'ship');
    await customer.fire(number, 'authorize_return');
    expect(statesOf(await customer.fire(number, 'return'))).toMatchObject({
      state: 'returned',
      shipments: ['pending'],
      units: ['returned', 'on_hand'],
    });
    expect(await movementsOf(database.client, variantId)).toEqual([
      ['set', 5],
      ['sale', -2],
      ['return', 1],
      ['restock', 1],
    ]);
  });

  test('shipments with nothing shipped are canceled', async () => {
    const variantId = await variant();
    const { number } = await orderIn('awaiting_return', variantId);
    expect(statesOf(await customer.fire(number, 'return'))).toEqual({
      state: 'returned',
      shipments: ['canceled'],
      units: ['on_hand', 'on_hand'],
      paymentState: 'paid',
      shipmentState: 'canceled',
    });
    expect(await countOf(database.client, variantId)).toBe(5);
  });

  test('a shipped order returned keeps its shipments shipped', async () => {
    const variantId = await variant();
    const { number } = await orderIn('complete', variantId);
    await shipAll(admin, await customer.read(number));
    await customer.fire(number, 'authorize_return');
    expect(statesOf(await customer.fire(number, 'return'))).toEqual({
      state: 'returned',
      shipments: ['shipped'],
      units: ['returned', 'returned'],
      paymentState: 'paid',
      shipmentState: 'shipped',
    });
    expect(await countOf(database.client, variantId)).toBe(5);
  });
});

describe('approve (T20)', () => {
  test.each(['complete', 'resumed', 'awaiting_return'])(
    'stamps an order in %s once; later firings keep the first',
    async (state) => {
      const { number } = await orderIn(state);
      const at = (time: string) =>
        deskOf(database.client, viewerWith(user, ...shopRights), { now: () => new Date(time) });
      const first = await at('2030-01-01T00:00:00Z').fire(number, 'approve');
      const second = await at('2031-01-01T00:00:00Z').fire(number, 'approve');
      expect([first.state, first.approvedAt]).toEqual([state, '2030-01-01T00:00:00.000Z']);
      expect([second.state, second.approvedAt]).toEqual([state, '2030-01-01T00:00:00.000Z']);
      const { approverId } = await database.client.order.findUniqueOrThrow({ where: { number } });
      expect(approverId).toBe(user.id);
    },
  );
});

describe('Every firing is kept (C32, C35)', () => {
  test('with who, from, to, and an event for the outbox; a refusal is not', async () => {
    const { id, number } = await orderIn('cart');
    await customer.fire(number, 'complete');
    await customer.try.fire(number, 'complete');
    const changes = await database.client.stateChange.findMany({
      where: { orderId: BigInt(id), statefulType: 'Order' },
      select: { event: true, previousState: true, nextState: true, userId: true },
    });
    expect(changes).toEqual([
      { event: 'complete', previousState: 'cart', nextState: 'complete', userId: user.id },
    ]);
    expect(
      await database.client.outboxEvent.count({
        where: { eventType: 'Order.complete', resourceId: BigInt(id) },
      }),
    ).toBe(1);
  });

  test('a step back is kept as well, whatever caused it (L29)', async () => {
    const { id, number, lineItems } = await orderIn('payment');
    await customer.update(number, { lineItems: [{ id: String(lineItems[0]?.id), quantity: 1 }] });
    await customer.next(number);
    await customer.update(number, { shipAddress: { ...maineAddress, city: 'Bath' } });
    await customer.fire(number, 'complete');
    await customer.empty(number);
    const changes = await database.client.stateChange.findMany({
      where: { orderId: BigInt(id), statefulType: 'Order', userId: user.id },
      orderBy: { id: 'asc' },
    });
    const steps = changes.map((step) => `${step.previousState} ${step.event} ${step.nextState}`);
    expect(steps.slice(3)).toEqual([
      'payment set_back address',
      'address next delivery',
      'delivery set_back address',
      'address complete complete',
      'complete empty cart',
    ]);
  });
});
