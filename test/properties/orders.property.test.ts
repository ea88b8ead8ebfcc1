import { afterAll, beforeAll, expect } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../support/orders.ts';
import { longProperty } from '../support/property.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;
let locations: readonly bigint[];

beforeAll(async () => {
  database = await openTestDatabase();
  await database.client.stockLocation.create({ data: { name: 'Annex', isDefault: false } });
  const rows = await database.client.stockLocation.findMany({ orderBy: { id: 'asc' } });
  locations = rows.map(({ id }) => id);
});
afterAll(() => database.close());

/** What one sequence works on: variants of its own, and the orders made so far. */
interface Shop {
  readonly desk: Desk;
  readonly variants: readonly bigint[];
  readonly locations: readonly bigint[];
  readonly numbers: string[];
}

const pick = <T>(list: readonly T[], place: number): T | undefined => list[place % list.length];

/** The order a command is about; the first command of a sequence finds none and does nothing. */
const orderOf = ({ numbers }: Shop, place: number): string | undefined => pick(numbers, place);

type Act = (shop: Shop, order: ReadOrder, place: number, amount: number) => Promise<unknown>;

const event =
  (name: string): Act =>
  ({ desk }, { number }) =>
    desk.try.fire(number, name);

const wanted = ({ variants }: Shop, place: number, quantity: number) => ({
  variantId: String(pick(variants, place)),
  quantity,
});

const unitsOf = ({ shipments }: ReadOrder) =>
  shipments.flatMap(({ inventoryUnits }) => inventoryUnits);

/** Everything that can be done to an order; what cannot be done now is refused. */
const acts = {
  add: (shop, { number }, place, amount) =>
    shop.desk.try.add(number, wanted(shop, place, amount), place % 2 === 0),
  set: ({ desk }, { number, lineItems }, place, amount) =>
    desk.try.set(number, pick(lineItems, place)?.id ?? 0, { quantity: amount - 1 }),
  exchange: (shop, { number, lineItems }, place) =>
    shop.desk.try.set(number, pick(lineItems, place)?.id ?? 0, {
      variantId: String(pick(shop.variants, place + 1)),
    }),
  remove: ({ desk }, { number, lineItems }, place) =>
    desk.try.remove(number, pick(lineItems, place)?.id ?? 0),
  rewrite: (shop, { number, lineItems }, place, amount) =>
    shop.desk.try.update(number, {
      specialInstructions: `Ring ${String(amount)} times`,
      lineItems: [
        wanted(shop, place, amount),
        ...lineItems.slice(0, 1).map(({ id }) => ({ id, quantity: amount - 1 })),
      ],
    }),
  address: ({ desk }, { number }, place) =>
    desk.try.update(number, {
      billAddress: { ...maineAddress, city: place % 2 === 0 ? 'Portland' : 'Bangor' },
      useBilling: true,
    }),
  rate: ({ desk }, { number, shipments }, place) =>
    desk.try.update(number, {
      shipments: shipments.slice(0, 1).map(({ id, shippingRates }) => ({
        id,
        selectedShippingRateId: pick(shippingRates, place)?.id,
      })),
    }),
  pay: ({ desk }, { number }) => desk.try.pay(number, { paymentMethod: { name: 'Check' } }),
  capture: ({ desk }, { number, payments }) =>
    desk.try.firePayment(number, payments.at(-1)?.id ?? 0, 'capture'),
  next: ({ desk }, { number }) => desk.try.next(number),
  advance: ({ desk }, { number }) => desk.try.advance(number),
  complete: event('complete'),
  cancel: event('cancel'),
  resume: event('resume'),
  approve: event('approve'),
  authorizeReturn: event('authorize_return'),
  return: event('return'),
  empty: ({ desk }, { number }) => desk.try.empty(number),
  ready: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(String(pick(shipments, place)?.id ?? 0), 'ready'),
  ship: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(String(pick(shipments, place)?.id ?? 0), 'ship'),
  cancelShipment: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(String(pick(shipments, place)?.id ?? 0), 'cancel'),
  resumeShipment: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(String(pick(shipments, place)?.id ?? 0), 'resume'),
  pack: (shop, { number }, place, amount) =>
    shop.desk.try.pack(number, wanted(shop, place, amount)),
  split: ({ desk }, order, place) =>
    desk.try.pack(order.number, {
      inventoryUnitIds: unitsOf(order)
        .slice(place % 3, (place % 3) + 2)
        .map(({ id }) => id),
    }),
  relocate: ({ desk, locations }, { shipments }, place) =>
    desk.try.writeShipment(String(pick(shipments, place)?.id ?? 0), {
      stockLocationId: String(pick(locations, place)),
    }),
  moveUnit: ({ desk }, order, place, amount) =>
    desk.try.writeUnit(pick(unitsOf(order), place)?.id ?? 0, {
      shipmentId: amount === 1 ? null : String(pick(order.shipments, amount)?.id ?? 0),
    }),
  shipUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? 0, 'ship'),
  returnUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? 0, 'return'),
  fillUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? 0, 'fill_backorder'),
} satisfies Record<string, Act>;

type ActName = keyof typeof acts;

const everything = Object.keys(acts) as ActName[];

/** What leads on in a state, the more often the more it is named; elsewhere anything goes. */
const inCheckout: readonly ActName[] = [
  ...(['complete', 'complete', 'complete', 'complete', 'complete', 'advance', 'advance'] as const),
  ...(['address', 'pay'] as const),
  ...(['add', 'set', 'exchange', 'remove', 'rewrite', 'rate', 'pack'] as const),
];
const inOpen: readonly ActName[] = [
  ...(['ready', 'ready', 'ship', 'ship', 'shipUnit', 'returnUnit', 'fillUnit', 'split'] as const),
  ...(['add', 'set', 'exchange', 'remove', 'rewrite', 'pack', 'relocate', 'moveUnit'] as const),
  ...(['cancelShipment', 'resumeShipment', 'cancel', 'authorizeReturn', 'pay', 'capture'] as const),
];
const sensible: Readonly<Record<string, readonly ActName[]>> = {
  complete: inOpen,
  resumed: inOpen,
  awaiting_return: [...inOpen, 'return', 'return', 'return', 'returnUnit'],
  canceled: ['resume', 'resume', 'empty'],
  returned: ['empty', 'pay'],
};

type Command =
  | { readonly name: 'create'; readonly place: number; readonly amount: number }
  | { readonly name: 'adjust'; readonly place: number; readonly amount: number }
  | {
      readonly name: 'act';
      /** Whether it is one that makes sense in the state of the order. */
      readonly isSensible: boolean;
      readonly act: number;
      readonly order: number;
      readonly place: number;
      readonly amount: number;
    };

async function carryOut(shop: Shop, command: Command): Promise<void> {
  const { desk, variants, numbers } = shop;
  const { place, amount } = command;
  if (command.name === 'create') {
    const { record, errors } = await desk.try.create({
      email: 'ada@harbour.test',
      lineItems: [wanted(shop, place, amount), wanted(shop, place + 1, 1)],
    });
    if (errors.length === 0) numbers.push(record.number);
    return;
  }
  if (command.name === 'adjust') {
    const quantity = place % 2 === 0 ? amount : -amount;
    await desk.try.adjust({ variantId: String(pick(variants, place)), quantity });
    return;
  }
  const number = orderOf(shop, command.order);
  if (number === undefined) return;
  const before = await desk.read(number);
  const choice = command.isSensible ? (sensible[before.state] ?? inCheckout) : everything;
  const act = pick(choice, command.act);
  if (act) await acts[act](shop, before, place, amount);
}

const small = fc.integer({ min: 0, max: 5 });
const amount = fc.integer({ min: 1, max: 4 });
/** Few orders, so that much happens to each. */
const few = fc.integer({ min: 0, max: 1 });

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 1,
    arbitrary: fc.record({ name: fc.constant('adjust' as const), place: small, amount }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ name: fc.constant('create' as const), place: small, amount }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      name: fc.constant('act' as const),
      isSensible: fc.boolean().chain((one) => (one ? fc.constant(true) : fc.boolean())),
      act: fc.nat(1000),
      order: few,
      place: small,
      amount,
    }),
  },
);

const create: fc.Arbitrary<Command> = fc.record({
  name: fc.constant('create' as const),
  place: small,
  amount,
});

longProperty(
  40,
  'any sequence of writes leaves every invariant true (T50)',
  fc.tuple(create, create),
  fc.array(command, { minLength: 5, maxLength: 20, size: 'max' }),
  fc.record({ requirePaymentToShip: fc.boolean(), taxRate: fc.constantFrom('0', '0.19') }),
  async (first, commands, chosen) => {
    const before = new Set((await findViolations(database)).map(spellViolation));
    const shop: Shop = {
      desk: deskOf(database.client, adminViewer, { settings: { ...settings, ...chosen } }),
      variants: [
        // Little of it, so that orders wait for each other.
        await makeVariant(database.client, { count: 1 }),
        await makeVariant(database.client, { count: 3, backorderable: false }),
        await makeVariant(database.client, { count: 2 }),
        await makeVariant(database.client, { count: 0, trackInventory: false }),
      ],
      locations,
      numbers: [],
    };
    for (const next of [...first, ...commands]) await carryOut(shop, next);
    const after = (await findViolations(database)).map(spellViolation);
    // Those that an earlier sequence left are told once, with that sequence.
    expect(after.filter((violation) => !before.has(violation))).toEqual([]);
  },
);

const spellViolation = ({ name, row }: { name: string; row: Record<string, unknown> }): string =>
  `${name}: ${JSON.stringify(row, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value))}`;
