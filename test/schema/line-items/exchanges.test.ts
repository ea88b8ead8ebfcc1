import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { dispatchOf, expectSound, makeLocation } from '../../support/dispatch.ts';
import { adminViewer } from '../../support/graphql.ts';
import { deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
let annex: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
  annex = await makeLocation(database);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

const desk = () => deskOf(database.client, adminViewer);
const dispatch = () => dispatchOf(database, adminViewer);
const writeBox = (ref: string, input: object) => dispatch().act('updateShipment', { ref, input });
const variant = (wish: Parameters<typeof makeVariant>[1] = {}) =>
  makeVariant(database.client, { price: '10.00', count: 5, ...wish });

/** A completed order of one piece of a variant, whose box costs 5.00. */
async function sold(variantId: bigint): Promise<ReadOrder> {
  const { number } = await desk().cartOf([variantId, 1]);
  const { shipments } = await desk().fire(number, 'complete');
  await writeBox(shipments[0]?.id ?? '', { cost: '5.00' });
  return desk().read(number);
}

const boxesOf = ({ shipments }: ReadOrder) =>
  shipments.map(({ cost, inventoryUnits }) => [cost, inventoryUnits.map(({ state }) => state)]);

/** The two entries in either order. */
const eitherOrder = [
  ['the old one first', (old: object, added: object) => [old, added]],
  ['the new one first', (old: object, added: object) => [added, old]],
] as const;

describe.each(eitherOrder)(
  'A line exchanged for a new one in one request, %s (T45)',
  (_title, ordered) => {
    test('stays in its box, and its shipping charged', async () => {
      const order = await sold(await variant());
      const old = { id: order.lineItems[0]?.id, quantity: 0 };
      const added = { variantId: String(await variant()), quantity: 2 };
      const after = await desk().update(order.number, { lineItems: ordered(old, added) });
      expect(boxesOf(after)).toEqual([['5.0', ['sold', 'sold']]]);
      expect(after.shipments[0]?.id).toBe(order.shipments[0]?.id);
      expect(after.total).toBe('25.0');
    });

    test('takes the last piece that the old one gives back', async () => {
      const variantId = await variant({ count: 1, backorderable: false });
      const order = await sold(variantId);
      const old = { id: order.lineItems[0]?.id, quantity: 0 };
      const added = { variantId: String(variantId), quantity: 1, price: '8.00' };
      const after = await desk().update(order.number, { lineItems: ordered(old, added) }, false);
      expect(boxesOf(after)).toEqual([['5.0', ['sold']]]);
      expect(after.total).toBe('13.0');
      expect((await desk().stockOf(variantId)).countOnHand).toBe(0);
    });

    test('goes into the box of the old one, if that had the same variant', async () => {
      const [first, second] = [await variant(), await variant()];
      const { number } = await sold(first);
      await desk().add(number, { variantId: String(second) });
      const packed = (await desk().read(number)).shipments[0]?.inventoryUnits[1]?.id ?? '';
      const box = await desk().pack(number, { inventoryUnitIds: [packed] });
      await writeBox(box.id, { cost: '3.00' });
      const { lineItems } = await desk().read(number);
      const old = { id: lineItems[1]?.id, quantity: 0 };
      const added = { variantId: String(second), quantity: 1, price: '8.00' };
      const after = await desk().update(number, { lineItems: ordered(old, added) }, false);
      expect(boxesOf(after)).toEqual([
        ['5.0', ['sold']],
        ['3.0', ['sold']],
      ]);
    });

    test('takes its box along to where the new goods are', async () => {
      const order = await sold(await variant());
      const variantId = await variant({ count: 0 });
      await desk().try.adjust({
        ...{ variantId: String(variantId), quantity: 1, stockLocationId: String(annex) },
      });
      const old = { id: order.lineItems[0]?.id, quantity: 0 };
      const added = { variantId: String(variantId), quantity: 1 };
      const after = await desk().update(order.number, { lineItems: ordered(old, added) });
      expect(boxesOf(after)).toEqual([['5.0', ['sold']]]);
      expect(after.total).toBe('15.0');
    });
  },
);

test.each([
  ['exchanged', (id: string | undefined) => [{ id, quantity: 0 }], 2],
  ['divided', (id: string | undefined) => [{ id, quantity: 1 }], 1],
])(
  'a line %s for another of the same goods sells nobody a piece twice (T30)',
  async (_how, kept, added) => {
    const variantId = await variant({ count: 2, backorderable: true });
    const place = async (quantity: number) => {
      const { number } = await desk().cartOf([variantId, quantity]);
      return desk().fire(number, 'complete');
    };
    const [mine, others] = [await place(2), await place(1)];
    const states = () =>
      Promise.all(
        [mine, others].map(async ({ number }) =>
          (await desk().read(number)).shipments.flatMap(({ inventoryUnits }) =>
            inventoryUnits.map(({ state }) => state).sort(),
          ),
        ),
      );
    expect(await states()).toEqual([['sold', 'sold'], ['backordered']]);
    const again = { variantId: String(variantId), quantity: added, price: '8.00' };
    const lineItems = [...kept(mine.lineItems[0]?.id), again];
    await desk().update(mine.number, { lineItems }, false);
    const after = (await states()).flat().sort();
    expect(after).toEqual(['backordered', 'sold', 'sold']);
    expect((await desk().stockOf(variantId)).countOnHand).toBe(-1);
  },
);

test('a box that stays empty goes with its shipping (T29)', async () => {
  const order = await sold(await variant());
  const { number, lineItems } = order;
  const entries = [{ id: lineItems[0]?.id, quantity: 0 }];
  expect((await desk().update(number, { lineItems: entries })).total).toBe('0.0');
});

/** A completed order of two boxes: goods at 10.00 in one of 5.00, goods at 100.00 in one of 20.00 to another city. */
async function boxed() {
  const { number } = await sold(await variant());
  const dear = { price: '100.00' };
  await desk().add(number, { variantId: String(await variant(dear)) });
  const { shipments } = await desk().read(number);
  const packed = shipments[0]?.inventoryUnits[1]?.id ?? '';
  const { id: box } = await desk().pack(number, { inventoryUnitIds: [packed] });
  const address = { ...maineAddress, city: 'Bangor' };
  await writeBox(box, { cost: '20.00', address });
  const order = await desk().read(number);
  expect(order.total).toBe('135.0');
  const variantId = String(await variant(dear));
  return { order, number, box, line: order.lineItems[1]?.id ?? '', variantId };
}

/** How the goods of a line are exchanged for so many of another variant. */
const waysToExchange = [
  [
    'by one entry',
    (number: string, id: string, input: object) =>
      desk().update(number, { lineItems: [{ id, ...input }] }),
  ],
  ...eitherOrder.map(
    ([title, ordered]) =>
      [
        `by two entries, ${title}`,
        (number: string, id: string, input: object) =>
          desk().update(number, { lineItems: ordered({ id, quantity: 0 }, input) }),
      ] as const,
  ),
] as const;

describe.each(waysToExchange)(
  'Goods of one of several boxes that are exchanged %s (T45)',
  (_title, exchange) => {
    test.each(['pending', 'ready_to_ship'])(
      'go where the old ones would, in a %s box whose shipping stays charged',
      async (state) => {
        const { number, box, line, variantId } = await boxed();
        if (state !== 'pending') await desk().fireShipment(box, 'ready');
        const after = await exchange(number, line, { variantId, quantity: 1 });
        expect(boxesOf(after)).toEqual([
          ['5.0', ['sold']],
          ['20.0', ['sold']],
        ]);
        expect(after.shipments[1]).toMatchObject({ id: box, state, inventoryUnits: [{}] });
        expect(after.shipments[1]?.inventoryUnits[0]?.variant.id).toBe(variantId);
        expect(after.total).toBe('135.0');
        const { address } = await dispatch().act('shipment', { ref: box });
        expect(address?.city).toBe('Bangor');
      },
    );

    test('stay together when there are more of them', async () => {
      const { number, line, variantId } = await boxed();
      const after = await exchange(number, line, { variantId, quantity: 3 });
      expect(boxesOf(after)).toEqual([
        ['5.0', ['sold']],
        ['20.0', ['sold', 'sold', 'sold']],
      ]);
      expect(after.total).toBe('335.0');
    });

    test('empty none of the boxes that they were divided among', async () => {
      const { number, lineItems } = await sold(await variant());
      const line = lineItems[0]?.id ?? '';
      await desk().set(number, line, { quantity: 3 });
      const units = (await desk().read(number)).shipments[0]?.inventoryUnits ?? [];
      const box = await desk().pack(number, { inventoryUnitIds: [units[2]?.id] });
      await writeBox(box.id, { cost: '20.00' });
      const after = await exchange(number, line, {
        variantId: String(await variant()),
        quantity: 2,
      });
      expect(boxesOf(after)).toEqual([
        ['5.0', ['sold']],
        ['20.0', ['sold']],
      ]);
      expect(after.total).toBe('45.0');
    });
  },
);

test.each(eitherOrder)(
  'goods exchanged for two kinds of others go into one box, whichever comes first: %s (T45)',
  async (_title, ordered) => {
    const { number, line, variantId } = await boxed();
    const others = ordered({ variantId }, { variantId: String(await variant()) });
    const after = await desk().update(number, {
      lineItems: [{ id: line, quantity: 0 }, ...others],
    });
    expect(boxesOf(after)).toEqual([
      ['5.0', ['sold']],
      ['20.0', ['sold', 'sold']],
    ]);
    expect(after.total).toBe('145.0');
  },
);

test.each<readonly [string, (one: object, other: object) => (object | undefined)[]]>([
  ['by two entries each', (one, other) => [{ quantity: 0 }, { quantity: 0 }, one, other]],
  ['the first by one entry', (one, other) => [one, { quantity: 0 }, other]],
])('goods of two boxes exchanged at once leave both charged, %s (T45)', async (_how, entriesOf) => {
  const { order, number, variantId } = await boxed();
  const [x, y] = [{ variantId: String(await variant()) }, { variantId }];
  const [first, second, ...added] = entriesOf(x, y);
  const lineItems = [
    { id: order.lineItems[0]?.id, ...first },
    { id: order.lineItems[1]?.id, ...second },
    ...added,
  ];
  const after = await desk().update(number, { lineItems });
  expect(boxesOf(after)).toEqual([
    ['5.0', ['sold']],
    ['20.0', ['sold']],
  ]);
  expect(after.shipments[1]?.inventoryUnits[0]?.variant.id).toBe(variantId);
  expect(after.total).toBe('135.0');
});

test.each(eitherOrder)(
  'goods sold anew stay in their box, and others go into the one that is left: %s (T45)',
  async (_title, ordered) => {
    const { order, number, box, variantId } = await boxed();
    const [first, second] = order.lineItems;
    const again = { variantId: first?.variant.id, price: '10.00' };
    const gone = [first, second].map((line) => ({ id: line?.id, quantity: 0 }));
    const lineItems = [...gone, ...ordered(again, { variantId })];
    const after = await desk().update(number, { lineItems }, false);
    expect(boxesOf(after)).toEqual([
      ['5.0', ['sold']],
      ['20.0', ['sold']],
    ]);
    expect(after.shipments[1]).toMatchObject({
      id: box,
      inventoryUnits: [{ variant: { id: variantId } }],
    });
    expect(after.total).toBe('135.0');
  },
);

test('goods sold anew stay in their box also if that is ready (T45)', async () => {
  const { order, number, box } = await boxed();
  await desk().fireShipment(box, 'ready');
  const [first, second] = order.lineItems;
  const gone = [first, second].map((line) => ({ id: line?.id, quantity: 0 }));
  const again = { variantId: second?.variant.id, price: '100.00' };
  const after = await desk().update(number, { lineItems: [...gone, again] }, false);
  expect(boxesOf(after)).toEqual([['20.0', ['sold']]]);
});

describe('A line exchanged for goods that another box has (T45)', () => {
  test('by one entry keeps its box', async () => {
    const { order, number, line } = await boxed();
    const variantId = order.lineItems[0]?.variant.id;
    const after = await desk().update(number, { lineItems: [{ id: line, variantId }] });
    expect(boxesOf(after)).toEqual([
      ['5.0', ['sold']],
      ['20.0', ['sold']],
    ]);
    expect(after.total).toBe('45.0');
  });

  test('by two entries joins them', async () => {
    const { order, number, line } = await boxed();
    const variantId = order.lineItems[0]?.variant.id;
    const lineItems = [{ id: line, quantity: 0 }, { variantId }];
    const after = await desk().update(number, { lineItems });
    expect(boxesOf(after)).toEqual([['5.0', ['sold', 'sold']]]);
    expect(after.total).toBe('25.0');
  });
});

describe('An order without goods (R30)', () => {
  test('is charged for no box of a cart', async () => {
    const { number, lineItems } = await desk().cartOf([await variant(), 1]);
    await desk().pack(number, { cost: '5.00' });
    expect((await desk().read(number)).total).toBe('15.0');
    await desk().remove(number, lineItems[0]?.id ?? '');
    expect(await desk().read(number)).toMatchObject({ state: 'cart', shipments: [], total: '0.0' });
  });

  test.each(['pending', 'ready_to_ship'])('is charged for no %s box of a sale', async (state) => {
    const { number, lineItems } = await sold(await variant());
    const box = await desk().pack(number, { cost: '3.00' });
    if (state !== 'pending') await desk().fireShipment(box.id, 'ready');
    await desk().set(number, lineItems[0]?.id ?? '', { quantity: 0 });
    expect(await desk().read(number)).toMatchObject({
      state: 'complete',
      shipments: [],
      total: '0.0',
      paymentState: 'paid',
    });
  });

  test('still says what of it was canceled', async () => {
    const { number, lineItems, shipments } = await sold(await variant());
    await desk().pack(number, { cost: '3.00' });
    await desk().fireShipment(shipments[0]?.id ?? '', 'cancel');
    await desk().set(number, lineItems[0]?.id ?? '', { quantity: 0 });
    const after = await desk().read(number);
    expect(boxesOf(after)).toEqual([['5.0', []]]);
    expect(after).toMatchObject({ shipments: [{ state: 'canceled' }], total: '0.0' });
  });

  test('is not one of which a line is left: that keeps its empty box', async () => {
    const { number, lineItems } = await sold(await variant());
    await desk().add(number, { variantId: String(await variant()) });
    await desk().pack(number, { cost: '3.00' });
    await desk().set(number, lineItems[0]?.id ?? '', { quantity: 0 });
    expect(boxesOf(await desk().read(number))).toEqual([
      ['5.0', ['sold']],
      ['3.0', []],
    ]);
  });
});
