import { beforeAll, describe, expect, test } from '@jest/globals';
import type { FormName } from '../../rest/request/form-name.ts';
import { makeVariant } from '../support/records.ts';
import { forms, openWalk, recordIn, type Row } from './walk/walk.ts';
import { maine } from './scene.ts';

const walk = openWalk();

interface ShownOrder extends Row {
  readonly number: string;
  readonly state: string;
  readonly bill_address: Row;
  readonly line_items: readonly Row[];
  readonly shipments: readonly Row[];
}

/** What every order of this file consists of. */
interface Wares {
  readonly dear: number;
  readonly cheap: number;
  readonly other: number;
  readonly denmark: number;
  readonly slow: number;
}

let wares: Wares;

/** Shipping within the United States for 5.00 or 6.00 and a piece, within Denmark for 20.00 or 30.00. */
beforeAll(async () => {
  const { db } = walk.scene.store;
  await db.shippingMethod.updateMany({ data: { active: false } });
  const { id: shippingCategoryId } = await db.shippingCategory.findFirstOrThrow();
  for (const [iso, costs] of Object.entries({ US: ['5', '6'], DK: ['20', '30'] })) {
    const { id: countryId } = await db.country.findUniqueOrThrow({ where: { iso } });
    const { id: zoneId } = await db.zone.create({ data: { name: iso } });
    await db.zoneMember.create({ data: { zoneId, countryId } });
    for (const baseCost of costs) {
      await db.shippingMethod.create({
        data: { name: `${iso} ${baseCost}`, zoneId, shippingCategoryId, baseCost, itemCost: '1' },
      });
    }
  }
  const made = async (price: string) => Number(await makeVariant(db, { price, count: 1000 }));
  const denmark = await db.country.findUniqueOrThrow({ where: { iso: 'DK' } });
  const slow = await db.shippingMethod.findFirstOrThrow({ where: { name: 'US 6' } });
  wares = {
    dear: await made('20.00'),
    cheap: await made('10.00'),
    other: await made('50.00'),
    denmark: Number(denmark.id),
    slow: Number(slow.id),
  };
});

const at = (number: string, rest = ''): string => `/api/orders/${number}${rest}`;

const read = async (form: FormName, number: string): Promise<ShownOrder> =>
  recordIn(form, 'order', await walk.admin(form).get(at(number))) as ShownOrder;

/** The events that lead from a cart to each state. */
const events = {
  cart: [],
  delivery: ['next', 'next'],
  payment: ['next', 'next', 'next'],
  complete: ['complete'],
} as const;

type State = keyof typeof events;

/** An order of two dear pieces and a cheap one to Maine; once complete it has a box for each line. */
async function place(state: State, client = walk.admin('newer')): Promise<string> {
  const order = {
    email: 'ada@harbour.test',
    bill_address: { ...maine, city: 'Bangor' },
    ship_address: maine,
    line_items: [
      { variant_id: wares.dear, quantity: 2 },
      { variant_id: wares.cheap, quantity: 1 },
    ],
  };
  const made = await client.post('/api/orders', { body: { order } });
  const { number } = recordIn('newer', 'order', made) as ShownOrder;
  for (const event of events[state]) {
    const { status, text } = await client.put(at(number, `/event?e=${event}`));
    if (status !== 200) throw new Error(text);
  }
  if (state !== 'complete') return number;
  const { id } = await walk.scene.store.db.inventoryUnit.findFirstOrThrow({
    where: { order: { number }, variantId: BigInt(wares.cheap) },
  });
  const shipment = { inventory_unit_ids: [Number(id)] };
  const { status } = await client.post(at(number, '/shipments'), { body: { shipment } });
  expect(status).toBe(201);
  return number;
}

/** What differs between two orders of the same contents. */
const own = /^(id|number|token|variant|address_id|(order|shipment|adjustable|source)_id|.*_at)$/;

const withoutOwn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutOwn);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !own.test(name))
      .map(([name, inner]) => [name, withoutOwn(inner)]),
  );
};

/** An order as the newer format shows it, and what it does not show. */
async function contentsOf(number: string): Promise<Row> {
  const { lineItems, shipments } = await walk.scene.store.db.order.findUniqueOrThrow({
    where: { number },
    select: {
      lineItems: { select: { priceIsOwn: true }, orderBy: { id: 'asc' } },
      shipments: { select: { address: { select: { city: true } } }, orderBy: { id: 'asc' } },
    },
  });
  return { shown: withoutOwn(await read('newer', number)), lineItems, shipments };
}

const untouched = new Map<State, Promise<Row>>();

/** The contents of an order in a state to which nothing was sent. */
function contentsIn(state: State): Promise<Row> {
  const known = untouched.get(state) ?? place(state).then(contentsOf);
  untouched.set(state, known);
  return known;
}

/** An object with others put into it: lists by the place of their entries, objects by name. */
function mended(read: unknown, change: unknown): unknown {
  if (Array.isArray(read) && Array.isArray(change)) {
    const changes = new Map(change.map((entry: Row) => [entry['id'], entry]));
    return read.map((entry: Row) => mended(entry, changes.get(entry['id']) ?? {}));
  }
  if (typeof read !== 'object' || typeof change !== 'object' || !read || !change) return change;
  const names = Object.entries(change).map(([name, value]) => [
    name,
    mended((read as Row)[name], value),
  ]);
  return { ...read, ...Object.fromEntries(names) };
}

type Change = (order: ShownOrder) => Row;

const first = (list: 'line_items' | 'shipments', entry: Change): Change => {
  return (order) => ({ [list]: [{ id: order[list][0]?.['id'], ...entry(order) }] });
};

const toDenmark: Change = () => ({ ship_address: { country_id: wares.denmark } });

/** What a client changes of an order, in any state and either format. */
const changes = {
  'another variant of a line': first('line_items', () => ({ variant_id: wares.other })),
  'another variant of a line at a price': first('line_items', () => ({
    variant_id: wares.other,
    price: '15.00',
  })),
  'another quantity of a line': first('line_items', () => ({ quantity: 1 })),
  'another price of a line': first('line_items', () => ({ price: '15.00' })),
  'a line less': ({ line_items: lines }) => ({
    line_items: [{ id: lines[1]?.['id'], quantity: 0 }],
  }),
  'another city to ship to': () => ({ ship_address: { city: 'Augusta' } }),
  'another country to ship to': toDenmark,
  'a quantity and a country': (order) => ({
    ...first('line_items', () => ({ quantity: 5 }))(order),
    ...toDenmark(order),
  }),
  'another bill address': () => ({ bill_address: { city: 'Augusta' } }),
  'the bill address to ship to': () => ({ use_billing: true }),
  'the bill address to ship to, by its id': ({ bill_address: { id } }) => ({ ship_address_id: id }),
  'another owner': () => ({ user_id: walk.scene.bob.id }),
} satisfies Record<string, Change>;

/** What a client changes of the shipments of a completed order. */
const changesOfShipments = {
  'another cost': first('shipments', () => ({ cost: '9.00' })),
  'a cost and a country': (order) => ({
    ...first('shipments', () => ({ cost: '9.00' }))(order),
    ...toDenmark(order),
  }),
  'a tracking number': first('shipments', () => ({ tracking: '1Z' })),
  'another method': first('shipments', () => ({ shipping_method_id: wares.slow })),
} satisfies Record<string, Change>;

/** What a client changes of what only the older format shows. */
const changesOfOlder = {
  'another city of a shipment': first('shipments', () => ({ address: { city: 'Augusta' } })),
  'another address of a shipment': first('shipments', ({ bill_address: bill }) => ({
    address_id: bill['id'],
  })),
} satisfies Record<string, Change>;

/** What a client changes of what only the newer format shows. */
const changesOfNewer = {
  'another country, as a record': () => ({ ship_address: { country: 'DK' } }),
} satisfies Record<string, Change>;

/**
 * Sends a change alone to one order and, in these formats, as part of the whole order to others, which must become what
 * the first has become.
 */
async function expectSame(state: State, change: Change, formats = forms, path = '/api/orders') {
  const send = async (form: FormName, isWhole: boolean) => {
    const number = await place(state);
    const shown = await read(form, number);
    const asked = change(shown);
    const record = isWhole ? mended(shown, asked) : asked;
    const body = form === 'older' ? { order: record } : record;
    const { status } = await walk.admin(form).put(`${path}/${number}`, { body });
    return { status, ...(await contentsOf(number)) };
  };
  const alone = await send(formats.at(-1) ?? 'newer', false);
  expect(alone).not.toMatchObject(await contentsIn(state));
  for (const form of formats) expect([form, await send(form, true)]).toEqual([form, alone]);
}

const rows = (named: Readonly<Record<string, Change>>) => Object.entries(named);

describe('F11: an order that is sent back whole becomes what the change alone makes of it', () => {
  test.each([
    ['cart', 'another variant of a line'],
    ['cart', 'another country to ship to'],
    ['payment', 'another quantity of a line'],
    ['payment', 'another country to ship to'],
  ] as const)('in state %s: %s', (state, name) => expectSame(state, changes[name]));

  describe.each(['delivery', 'complete'] as const)('in state %s', (state) => {
    test.each(rows(changes))('%s', (_name, change) => expectSame(state, change));
    test.each(rows(changesOfNewer))('%s', (_name, change) => expectSame(state, change, ['newer']));
  });

  test.each(rows(changesOfShipments))('in state complete: %s', (_name, change) =>
    expectSame('complete', change),
  );

  test.each(rows(changesOfOlder))('in state complete: %s', (_name, change) =>
    expectSame('complete', change, ['older']),
  );

  test.each([
    ['cart', 'another variant of a line'],
    ['delivery', 'another quantity of a line'],
    ['payment', 'another city to ship to'],
  ] as const)('as a checkout in state %s: %s', (state, name) =>
    expectSame(state, changes[name], forms, '/api/checkouts'),
  );
});

describe.each(forms)('In the %s format', (form) => {
  const refused = form === 'older' ? 500 : 422;

  const write = (number: string, order: unknown) =>
    walk.admin(form).put(at(number), { body: { order } });

  test('nothing can be asked of a shipment that the write discards: the whole write is refused (T45)', async () => {
    const number = await place('delivery');
    const shown = await read(form, number);
    const change = { line_items: [{ id: shown.line_items[0]?.['id'], quantity: 5 }] };
    const box = { shipments: [{ id: shown.shipments[0]?.['id'], tracking: '1Z' }] };
    const order = mended(shown, { ...change, ...box });
    expect((await write(number, order)).status).toBe(refused);
    expect(await read(form, number)).toEqual(shown);
  });

  test('a shipment of another order is refused, though nothing is asked of it', async () => {
    const [number, other] = [await place('complete'), await place('complete')];
    const shown = await read(form, number);
    const { shipments } = await read(form, other);
    expect((await write(number, { ...shown, shipments })).status).toBe(refused);
    expect(await read(form, number)).toEqual(shown);
  });

  test('owners send back whole what they change of their order in delivery', async () => {
    const ann = walk.as('newer', walk.scene.ann);
    const number = await place('delivery', ann);
    const shown = await read(form, number);
    const change = { line_items: [{ id: shown.line_items[0]?.['id'], quantity: 5 }] };
    const body = { order: mended(shown, change) };
    const { status } = await walk.as(form, walk.scene.ann).put(at(number), { body });
    expect(status).toBe(200);
    expect(await read('newer', number)).toMatchObject({ state: 'address', item_total: '110.0' });
  });
});

test('In the older format a shipment that is sent back whole with another address_id goes there (F43)', async () => {
  const number = await place('complete');
  const { bill_address: bill, shipments } = await read('older', number);
  const path = `/api/shipments/${String(shipments[0]?.['id'])}`;
  const client = walk.admin('older');
  const shipment = recordIn('older', 'shipment', await client.get(path));
  const body = { shipment: { ...shipment, address_id: bill['id'] } };
  const { status } = await client.put(path, { body });
  expect(status).toBe(200);
  expect((await read('older', number)).shipments).toMatchObject([
    { address: { city: 'Bangor' } },
    { address: { city: 'Portland' } },
  ]);
});
