import { afterAll, beforeAll, expect } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import type { Desk, ReadOrder } from '../support/orders.ts';
import { deskOf } from '../support/orders.ts';
import { longProperty, shareOf } from '../support/property.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;
let desk: Desk;
const variants: bigint[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  for (const price of ['9.99', '3.33', '24.50']) {
    variants.push(await makeVariant(database.client, { price, count: 1_000_000 }));
  }
  desk = deskOf(database.client, adminViewer, { settings: { ...settings, taxRate: '0.19' } });
});
afterAll(() => database.close());

/** One entry of `lineItems`: of the line at a place, or a new one of a variant. */
interface Entry {
  readonly line: number | null;
  readonly variant: number | null;
  readonly quantity: number | null;
  readonly price: string | null;
}

const place = fc.integer({ min: 0, max: 1 });
const kind = fc.integer({ min: 0, max: 2 });
const price = fc.constantFrom('5.00', '9.99', '0.00');
const change: fc.Arbitrary<Entry> = fc.record({
  line: place,
  variant: fc.option(kind, { freq: 2 }),
  quantity: fc.option(fc.integer({ min: 1, max: 5 })),
  price: fc.option(price, { freq: 2 }),
});
const addition: fc.Arbitrary<Entry> = fc.record({
  line: fc.constant(null),
  variant: kind,
  quantity: fc.integer({ min: 1, max: 3 }),
  price: fc.constant(null),
});

const write = (
  { lineItems }: Pick<ReadOrder, 'lineItems'>,
  { line, variant, quantity, price: sent }: Entry,
) => ({
  ...(line !== null && { id: lineItems[line]?.id }),
  ...(variant !== null && { variantId: String(variants[variant]) }),
  ...(quantity !== null && { quantity }),
  ...(sent !== null && { price: sent }),
});

/** What was bought, and at which prices. */
const bought = ({ lineItems, itemTotal, totalQuantity }: ReadOrder) => ({
  lines: lineItems.map((line) => [line.variant.id, line.quantity, line.price, line.priceIsOwn]),
  itemTotal,
  totalQuantity,
});

longProperty(
  shareOf(400),
  'several changes of the lines of an order in one request are those changes one after the other (T43 to T45)',
  fc.array(fc.oneof({ weight: 2, arbitrary: change }, addition), { minLength: 2, maxLength: 4 }),
  fc.boolean(),
  fc.boolean(),
  async (entries, merge, isSold) => {
    const order = async (): Promise<ReadOrder> => {
      const cart = await desk.cartOf([variants[0] ?? 0n, 2], [variants[1] ?? 0n, 3]);
      return isSold ? desk.fire(cart.number, 'complete') : cart;
    };
    const [first, second] = [await order(), await order()];
    const atOnce = await desk.try.update(
      first.number,
      { lineItems: entries.map((entry) => write(first, entry)) },
      merge,
    );
    for (const entry of entries) {
      const { errors } = await desk.try.update(
        second.number,
        { lineItems: [write(second, entry)] },
        merge,
      );
      if (errors.length === 0) continue;
      // what is refused at once is refused as a whole
      expect(atOnce.errors).not.toEqual([]);
      expect(bought(await desk.read(first.number))).toEqual(bought(first));
      return;
    }
    expect(atOnce.errors).toEqual([]);
    expect(bought(atOnce.record)).toEqual(bought(await desk.read(second.number)));
  },
);

/** What an order costs, and which goods are in which box. */
const delivered = ({ lineItems, shipments, total }: ReadOrder) => ({
  lines: lineItems.map(({ variant, quantity }) => `${String(quantity)} of ${variant.id}`).sort(),
  boxes: shipments.map(({ cost, inventoryUnits }) => [
    cost,
    inventoryUnits.map(({ variant }) => variant.id).sort(),
  ]),
  total,
});

/** The tax of each line; of new lines at one value the first has the cent that is left. */
const taxesOf = async ({ number }: ReadOrder) =>
  (
    await database.client.lineItem.findMany({
      where: { order: { number } },
      select: { quantity: true, price: true, tax: true },
    })
  )
    .map(({ quantity, price, tax }) => [tax, quantity, price].join(' '))
    .sort();

/** What is done to an order of two and three pieces before its lines are changed. */
interface Past {
  readonly isSplit: boolean;
  /** One piece of each line has left. */
  readonly isSent: boolean;
  /** The second box is canceled. */
  readonly isCanceled: boolean;
  readonly discount: string | null;
}

async function soldWith({ isSplit, isSent, isCanceled, discount }: Past): Promise<ReadOrder> {
  const { number } = await desk.cartOf([variants[0] ?? 0n, 2], [variants[1] ?? 0n, 3]);
  const { shipments } = await desk.fire(number, 'complete');
  const units = shipments[0]?.inventoryUnits ?? [];
  if (isSplit) await desk.pack(number, { inventoryUnitIds: units.slice(3).map(({ id }) => id) });
  const boxes = (await desk.read(number)).shipments;
  for (const { id } of boxes) await desk.try.writeShipment(id, { cost: '5.00' });
  if (discount !== null) await desk.try.adjustOrder(number, { amount: discount, label: 'Sorry' });
  if (isSent) for (const place of [0, 2]) await desk.fireUnit(units[place]?.id ?? '', 'ship');
  if (isCanceled && boxes[1]) await desk.fireShipment(boxes[1].id, 'cancel');
  return desk.read(number);
}

longProperty(
  shareOf(300),
  'the order of entries for different goods in one request does not matter (T45, C26)',
  fc.tuple(
    ...[0, 1].map(() =>
      fc.option(
        fc.record({
          quantity: fc.option(fc.integer({ min: 0, max: 4 }), { freq: 3 }),
          price: fc.option(fc.constantFrom('5.00', '20.00', '0.00')),
        }),
      ),
    ),
  ),
  fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 }),
  fc.record({
    isSplit: fc.boolean(),
    isSent: fc.boolean(),
    isCanceled: fc.boolean(),
    discount: fc.constantFrom(null, '-10.00', '-40.00'),
  }),
  async (changes, added, past) => {
    const outcomes: unknown[] = [];
    for (const isReversed of [false, true]) {
      const { number, lineItems } = await soldWith(past);
      const entries = [
        ...changes.flatMap((one, place) =>
          one === null ? [] : [write({ lineItems }, { line: place, variant: null, ...one })],
        ),
        ...added.map((quantity, place) => ({
          variantId: String(variants[2 - place]),
          quantity,
          price: '7.00',
        })),
      ];
      const ordered = isReversed ? entries.toReversed() : entries;
      const { record, errors } = await desk.try.update(number, { lineItems: ordered }, false);
      // the first entry that is refused tells why
      const isRefused = errors.length > 0;
      outcomes.push(isRefused || { ...delivered(record), taxes: await taxesOf(record) });
    }
    expect(outcomes[1]).toEqual(outcomes[0]);
  },
);

/** What an order and each of its lines cost. */
const costsOf = async (number: string) => ({
  order: await database.client.order.findUniqueOrThrow({
    where: { number },
    select: { total: true, taxTotal: true, adjustmentTotal: true },
  }),
  lines: await database.client.lineItem.findMany({
    where: { order: { number } },
    orderBy: { id: 'asc' },
    select: { quantity: true, price: true, discount: true, tax: true },
  }),
});

longProperty(
  shareOf(150),
  'pieces that join lines, and are taken off again, leave what everything costs (C26)',
  fc.record({
    isSplit: fc.boolean(),
    isSent: fc.boolean(),
    isCanceled: fc.constant(false),
    discount: fc.constantFrom(null, '-10.00', '-40.00'),
  }),
  fc.record({
    /** The first line has left whole, and so has the second. */
    isWhole: fc.tuple(fc.boolean(), fc.boolean()),
    discount: fc.constantFrom(null, '-7.77', '-60.00'),
    isReturned: fc.boolean(),
  }),
  fc.array(fc.record({ line: place, more: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 3,
  }),
  async (past, { isWhole, discount, isReturned }, joins) => {
    const { number, lineItems, shipments } = await soldWith(past);
    const units = shipments.flatMap(({ inventoryUnits }) => inventoryUnits);
    for (const { id, lineItem, state } of units) {
      const at = lineItems.findIndex((line) => line.id === lineItem.id);
      if (isWhole[at] === true && state === 'sold') await desk.fireUnit(id, 'ship');
    }
    if (discount !== null) await desk.try.adjustOrder(number, { amount: discount, label: 'Late' });
    if (isReturned) await desk.try.fireUnit(units[0]?.id ?? '', 'return');
    const quantities = lineItems.map(({ quantity }) => quantity);
    const before = await costsOf(number);
    const set = (line: number) =>
      desk.set(number, lineItems[line]?.id ?? '', { quantity: quantities[line] });
    for (const { line, more } of joins) {
      quantities[line] = (quantities[line] ?? 0) + more;
      await set(line);
    }
    for (const { line, more } of joins) {
      quantities[line] = (quantities[line] ?? 0) - more;
      await set(line);
    }
    expect(await costsOf(number)).toEqual(before);
  },
);
