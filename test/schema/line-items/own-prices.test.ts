import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, nobody, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let user: NonNullable<Viewer['user']>;
let admin: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  user = await makeUser(database.client, 'ada@harbour.test');
  admin = deskOf(database.client, adminViewer);
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

interface Priced {
  readonly order: ReadOrder;
  readonly id: string;
  readonly variantId: string;
}

/** The customer's cart of two units at 19.90, whose price the store has set to 0.01. */
async function pricedCart(): Promise<Priced> {
  const variantId = await makeVariant(database.client, { price: '19.90', count: 900 });
  const { number } = await deskOf(database.client, viewerWith(user)).create({
    lineItems: [{ variantId: String(variantId), quantity: 2 }],
    billAddress: maineAddress,
    useBilling: true,
  });
  const [line] = (await admin.read(number)).lineItems;
  const id = String(line?.id);
  await admin.set(number, id, { price: '0.01' });
  return { order: await admin.read(number), id, variantId: String(variantId) };
}

const refused = (key: string) => [
  { code: 'INVALID', fields: { [key]: ['cannot be raised: the store has set the price'] } },
];

/** Callers who may write the order, but set no price. */
const callers: Readonly<Record<string, (order: ReadOrder) => Viewer>> = {
  'the customer': () => viewerWith(user),
  'the customer in REST': () => ({ ...viewerWith(user), language: 'rest' }),
  'a holder of the token': ({ token }) => ({ ...nobody, orderToken: token }),
  'staff who set no prices': () =>
    viewerWith(user, 'orders.fire', 'line_items.update', 'line_items.create', 'shipments.create'),
};

const linesOf = ({ lineItems }: ReadOrder) =>
  lineItems.map(({ quantity, price, priceIsOwn }) => [quantity, price, priceIsOwn]);

describe.each(Object.entries(callers))(
  'T46: of a line whose price the store has set, %s',
  (_, by) => {
    const deskFor = ({ order }: Priced): Desk => deskOf(database.client, by(order));

    test('takes no more units at that price', async () => {
      const cart = await pricedCart();
      const { order, id, variantId } = cart;
      const desk = deskFor(cart);
      const more = { quantity: 500 };
      expect((await desk.try.set(order.number, id, more)).errors).toEqual(refused('quantity'));
      const nested = [
        [{ id, ...more }],
        [{ id, ...more, variantId }],
        [
          { id, quantity: 1 },
          { id, ...more },
        ],
      ];
      for (const lineItems of nested) {
        const key = `lineItems.${String(lineItems.length - 1)}.quantity`;
        const { errors } = await desk.try.update(order.number, { lineItems });
        expect(errors).toEqual(refused(key));
        expect((await desk.try.checkout(order.number, { lineItems })).errors).toEqual(refused(key));
      }
      expect(await admin.read(order.number)).toEqual(order);
    });

    test('adds more as a line of its own, which the next ones join', async () => {
      const cart = await pricedCart();
      const { order, variantId } = cart;
      const desk = deskFor(cart);
      expect(await desk.add(order.number, { variantId, quantity: 500 })).toMatchObject({
        quantity: 500,
        price: '19.9',
        priceIsOwn: false,
      });
      await desk.update(order.number, {
        lineItems: [
          { variantId, quantity: 1 },
          { variantId, quantity: 2 },
        ],
      });
      await desk.checkout(order.number, { lineItems: [{ variantId, quantity: 3 }] });
      expect(linesOf(await admin.read(order.number))).toEqual([
        [2, '0.01', true],
        [506, '19.9', false],
      ]);
    });

    test('may keep, lower and remove the units', async () => {
      const cart = await pricedCart();
      const { order, id } = cart;
      const desk = deskFor(cart);
      await desk.set(order.number, id, { quantity: 2 });
      expect(await admin.read(order.number)).toEqual(order);
      expect(await desk.set(order.number, id, { quantity: 1 })).toMatchObject({
        quantity: 1,
        price: '0.01',
        priceIsOwn: true,
      });
      expect((await desk.try.set(order.number, id, { quantity: 2 })).errors).toEqual(
        refused('quantity'),
      );
      await desk.set(order.number, id, { quantity: 0 });
      expect((await admin.read(order.number)).lineItems).toEqual([]);
    });

    test('pays the price of the variant once it has had another one', async () => {
      const cart = await pricedCart();
      const { order, id, variantId } = cart;
      const desk = deskFor(cart);
      const other = await makeVariant(database.client, { price: '5.00', count: 900 });
      const lineItems = [
        { id, variantId: String(other) },
        { id, variantId, quantity: 500 },
      ];
      const exchanged = await desk.update(order.number, { lineItems: lineItems.slice(0, 1) });
      expect(linesOf(exchanged)).toEqual([[2, '5.0', false]]);
      expect(linesOf(await desk.update(order.number, { lineItems: lineItems.slice(1) }))).toEqual([
        [500, '19.9', false],
      ]);
      const atOnce = await pricedCart();
      const back = [
        { id: atOnce.id, variantId: String(other), quantity: 500 },
        { id: atOnce.id, variantId: atOnce.variantId },
      ];
      await deskFor(atOnce).try.update(atOnce.order.number, { lineItems: back });
      const [line] = (await admin.read(atOnce.order.number)).lineItems;
      expect(line?.priceIsOwn).toBe(false);
    });
  },
);

describe('T46: once the order is completed', () => {
  const sold = async (): Promise<Priced> => {
    const cart = await pricedCart();
    return { ...cart, order: await admin.fire(cart.order.number, 'complete') };
  };

  test('a holder of the token takes no more units at a price that the store has set, canceled and resumed or not', async () => {
    const { order, id, variantId } = await sold();
    const holder = deskOf(database.client, { ...nobody, orderToken: order.token });
    const more = { quantity: 500 };
    expect((await holder.try.set(order.number, id, more)).errors).toEqual(refused('quantity'));
    expect(await admin.read(order.number)).toEqual(order);
    await holder.fire(order.number, 'cancel');
    await holder.fire(order.number, 'resume');
    expect((await holder.try.set(order.number, id, more)).errors).toEqual(refused('quantity'));
    await holder.add(order.number, { variantId, quantity: 3 });
    expect(linesOf(await admin.read(order.number))).toEqual([
      [2, '0.01', true],
      [3, '19.9', false],
    ]);
  });

  test('goods added with a shipment by who sets no prices cost what the variant does', async () => {
    const { order, variantId } = await sold();
    const staff = deskOf(
      database.client,
      viewerWith(user, 'shipments.create', 'shipments.update', 'line_items.create'),
    );
    await staff.pack(order.number, { variantId, quantity: 4 });
    expect(linesOf(await admin.read(order.number))).toEqual([
      [2, '0.01', true],
      [4, '19.9', false],
    ]);
  });
});

test('T46: who may set prices raises the quantity of such a line, and adds to it', async () => {
  const { order, id, variantId } = await pricedCart();
  expect(await admin.set(order.number, id, { quantity: 5 })).toMatchObject({ price: '0.01' });
  expect(await admin.add(order.number, { variantId, quantity: 2 })).toMatchObject({
    id,
    quantity: 7,
    price: '0.01',
    priceIsOwn: true,
  });
});
