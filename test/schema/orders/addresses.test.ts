import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer } from '../../support/graphql.ts';
import {
  type Desk,
  deskOf,
  maineAddress,
  type PlacedAddress,
  type ReadOrder,
} from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let customer: Desk;
let admin: Desk;
/** The customer in REST, which ignores what has no effect. */
let inRest: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  const viewer = customerViewer(await makeUser(database.client, 'ada@harbour.test'));
  customer = deskOf(database.client, viewer);
  inRest = deskOf(database.client, { ...viewer, language: 'rest' });
  admin = deskOf(database.client, adminViewer);
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

const invalid = (fields: Record<string, string[]>) => [{ code: 'INVALID', fields }];
const danish = { country: { iso: 'DK' }, state: null };

/** The bill address that a new order would have. */
async function made(billAddress: Record<string, unknown>): Promise<PlacedAddress | null> {
  return (await customer.create({ billAddress })).billAddress;
}

async function errorsOf(billAddress: Record<string, unknown>): Promise<readonly unknown[]> {
  return (await customer.try.create({ billAddress })).errors;
}

describe('What an address needs (C23)', () => {
  test.each(['firstname', 'lastname', 'address1', 'city', 'zipcode', 'phone'])(
    '%s, which is trimmed and at most 255 characters long',
    async (field) => {
      for (const value of [undefined, null, '', ' \t']) {
        expect(await errorsOf({ ...maineAddress, [field]: value })).toEqual(
          invalid({ [`billAddress.${field}`]: ["can't be blank"] }),
        );
      }
      expect(await errorsOf({ ...maineAddress, [field]: 'x'.repeat(256) })).toEqual(
        invalid({ [`billAddress.${field}`]: ['is too long (maximum is 255 characters)'] }),
      );
      expect(await made({ ...maineAddress, [field]: ` ${'x'.repeat(255)} ` })).toMatchObject({
        [field]: 'x'.repeat(255),
      });
    },
  );

  test.each([
    ['address2', ''],
    ['company', null],
    ['alternativePhone', null],
  ])('%s only where there is one', async (field, none) => {
    expect(await made({ ...maineAddress, [field]: '  ' })).toMatchObject({ [field]: none });
    expect(await made({ ...maineAddress, [field]: ' A ' })).toMatchObject({ [field]: 'A' });
    expect(await errorsOf({ ...maineAddress, [field]: 'x'.repeat(256) })).toEqual(
      invalid({ [`billAddress.${field}`]: ['is too long (maximum is 255 characters)'] }),
    );
  });

  test('a text with a NUL in it is invalid (A29)', async () => {
    expect(await errorsOf({ ...maineAddress, city: 'Port\u0000land' })).toEqual(
      invalid({ 'billAddress.city': ['is invalid'] }),
    );
  });

  test.each([
    [{ iso: 'us' }],
    [{ iso3: 'usa' }],
    [{ isoName: 'united states' }],
    [{ name: 'United States' }],
    [{ code: 'US' }],
    [{ code: 'USA' }],
    [{ code: 'united states' }],
  ])('a country, named by %j', async (country) => {
    expect(await made({ ...maineAddress, country })).toMatchObject({ country: { iso: 'US' } });
  });

  test('one country: a second is refused, and in REST the first wins (V30)', async () => {
    const { id } = await database.client.country.findUniqueOrThrow({ where: { iso: 'US' } });
    const inTwoFields = { ...maineAddress, countryId: String(id), country: { iso: 'DK' } };
    expect(await errorsOf(inTwoFields)).toEqual(
      invalid({ 'billAddress.country': ['cannot be sent with countryId'] }),
    );
    const underTwoNames = { ...maineAddress, country: { iso: 'US', name: 'Denmark' } };
    expect(await errorsOf(underTwoNames)).toEqual(
      invalid({ 'billAddress.country.name': ['cannot be sent with iso'] }),
    );
    for (const billAddress of [inTwoFields, underTwoNames]) {
      expect(await inRest.create({ billAddress })).toMatchObject({
        billAddress: { country: { iso: 'US' } },
      });
    }
  });

  test.each([
    [{ country: null }, "can't be blank"],
    [{ country: {} }, "can't be blank"],
    [{ country: { iso: ' ' } }, "can't be blank"],
    [{ country: { iso: 'ZZ' } }, 'is invalid'],
    [{ country: { id: 'x' } }, 'is invalid'],
    [{ country: { name: 'U%' } }, 'is invalid'],
    [{ country: { code: '\u0000' } }, 'is invalid'],
    [{ country: null, countryId: '999999' }, 'is invalid'],
  ])('no country from %j', async (input, message) => {
    expect(await errorsOf({ ...maineAddress, ...input })).toEqual(
      invalid({ 'billAddress.country': [message] }),
    );
  });

  test('all errors are reported at once, in both addresses', async () => {
    const { errors } = await customer.try.create({
      billAddress: {},
      shipAddress: { ...maineAddress, zipcode: '' },
    });
    const blank = ["can't be blank"];
    expect(errors).toEqual(
      invalid({
        'billAddress.firstname': blank,
        'billAddress.lastname': blank,
        'billAddress.address1': blank,
        'billAddress.city': blank,
        'billAddress.zipcode': blank,
        'billAddress.phone': blank,
        'billAddress.country': blank,
        'shipAddress.zipcode': blank,
      }),
    );
  });
});

describe('The state of an address (C24)', () => {
  const stateId = async (iso: string, abbr: string): Promise<string> => {
    const where = { abbr, country: { iso } };
    return String((await database.client.state.findFirstOrThrow({ where })).id);
  };

  test.each([
    [{ state: { abbr: 'me' } }],
    [{ state: { name: 'maine' } }],
    [{ state: null, stateName: ' Maine ' }],
    [{ state: null, stateName: 'ME' }],
    [{ stateName: '', state: { abbr: 'ME' } }],
    [{ stateName: ' ', stateId: '', state: { abbr: ' ', name: 'Maine' } }],
  ])('becomes a known one from %j', async (input) => {
    expect(await made({ ...maineAddress, ...input })).toMatchObject({
      state: { abbr: 'ME' },
      stateName: null,
    });
  });

  test.each([
    ['is known by its id, and in REST a name beside it is dropped', 'US', 'NY', 'NY'],
    ['by a wrong id is ignored in REST if there is a name as well', 'CA', 'NS', 'ME'],
  ])('%s (V30)', async (_title, iso, abbr, known) => {
    const byId = { ...maineAddress, state: null, stateId: await stateId(iso, abbr) };
    const billAddress = { ...byId, stateName: 'Maine' };
    expect(await errorsOf(billAddress)).toEqual(
      invalid({ 'billAddress.stateName': ['cannot be sent with stateId'] }),
    );
    expect((await inRest.create({ billAddress })).billAddress).toMatchObject({
      state: { abbr: known },
      stateName: null,
    });
  });

  test('is known by its id beside blank names (V30)', async () => {
    const state = { id: await stateId('US', 'NY') };
    const sent = { ...maineAddress, state, stateId: ' ', stateName: null };
    expect(await made(sent)).toMatchObject({ state: { abbr: 'NY' }, stateName: null });
  });

  test('of another country, or an unknown one, is invalid', async () => {
    for (const input of [
      { stateId: await stateId('CA', 'NS') },
      { stateId: '999999' },
      { stateId: 'x' },
      { stateName: 'Bavaria' },
      { state: { abbr: 'ZZ' } },
    ]) {
      expect(await errorsOf({ ...maineAddress, state: null, ...input })).toEqual(
        invalid({ 'billAddress.state': ['is invalid'] }),
      );
    }
  });

  test('is required where the country has states, and only there', async () => {
    expect(await errorsOf({ ...maineAddress, state: null })).toEqual(
      invalid({ 'billAddress.state': ["can't be blank"] }),
    );
    expect(await made({ ...maineAddress, ...danish })).toMatchObject({
      state: null,
      stateName: null,
    });
  });

  test('of a country without states is kept as text', async () => {
    expect(await made({ ...maineAddress, ...danish, stateName: ' Fyn ' })).toMatchObject({
      state: null,
      stateName: 'Fyn',
    });
  });
});

describe('Writing an address of an order (C23, C25)', () => {
  let order: ReadOrder;
  beforeAll(async () => {
    order = await customer.create({ billAddress: maineAddress, useBilling: true });
  });
  const bill = () => String(order.billAddress?.id);

  test('with some attributes keeps the others', async () => {
    expect(await customer.place(order.number, bill(), { company: 'Field & Co' })).toEqual({
      ...order.billAddress,
      company: 'Field & Co',
    });
    expect(await customer.place(order.number, bill(), { company: null })).toEqual(
      order.billAddress,
    );
  });

  test('judges the result', async () => {
    expect((await customer.try.place(order.number, bill(), { city: '' })).errors).toEqual(
      invalid({ city: ["can't be blank"] }),
    );
    expect(
      (await customer.try.place(order.number, bill(), { country: { iso: 'CA' } })).errors,
    ).toEqual(invalid({ state: ["can't be blank"] }));
    expect(await customer.read(order.number)).toMatchObject({ billAddress: order.billAddress });
  });

  test.each([
    [{ country: null }, 'country'],
    [{ countryId: null }, 'countryId'],
    [{ countryId: ' ', country: {} }, 'country'],
    [{ country: { iso: '' }, stateName: 'Fyn' }, 'country'],
  ])(
    'a country taken away by %j is missed, as any other attribute it needs',
    async (input, key) => {
      expect((await customer.try.place(order.number, bill(), input)).errors).toEqual(
        invalid({ [key]: ["can't be blank"] }),
      );
      expect(await customer.read(order.number)).toMatchObject({ billAddress: order.billAddress });
    },
  );

  test('a changed country drops the state', async () => {
    expect(await customer.place(order.number, bill(), { country: { iso: 'DK' } })).toMatchObject({
      country: { iso: 'DK' },
      state: null,
      stateName: null,
    });
    await customer.place(order.number, bill(), { ...maineAddress });
  });

  test('the same country named again keeps the state', async () => {
    expect(await customer.place(order.number, bill(), { country: { iso: 'US' } })).toMatchObject({
      state: { abbr: 'ME' },
    });
  });

  test('nothing sent, or the same, changes nothing at all', async () => {
    const before = await customer.read(order.number);
    await customer.place(order.number, bill(), {});
    await customer.place(order.number, bill(), maineAddress);
    expect(await customer.read(order.number)).toEqual(before);
  });

  test('moves updated_at of the order', async () => {
    const before = await customer.read(order.number);
    await customer.place(order.number, bill(), { phone: '1' });
    expect((await customer.read(order.number)).lockVersion).toBe(before.lockVersion + 1);
  });

  test('a row that both addresses share is split by a write, which returns the new one (C25)', async () => {
    const { number, billAddress } = await customer.create({ billAddress: maineAddress });
    const shared = billAddress?.id ?? '';
    await database.client.order.update({
      where: { number },
      data: { shipAddressId: BigInt(shared) },
    });
    const told = await customer.place(number, shared, { city: 'Bangor' });
    expect(told).toEqual({ ...billAddress, id: told.id, city: 'Bangor' });
    expect(await customer.read(number)).toMatchObject({
      billAddress: told,
      shipAddress: billAddress,
    });
  });

  test('an address of another order is missing, for every caller (A22)', async () => {
    const other = await customer.create({ billAddress: maineAddress });
    for (const desk of [customer, admin]) {
      for (const id of [String(other.billAddress?.id), '0', '999999']) {
        expect((await desk.try.place(order.number, id, { city: 'X' })).errors).toEqual([
          { code: 'NOT_FOUND' },
        ]);
      }
    }
  });

  test('a changed ship address voids the proposal, the same one does not (T27)', async () => {
    const { number } = await customer.create({
      lineItems: [{ variantId: String(await makeVariant(database.client)) }],
      billAddress: maineAddress,
      useBilling: true,
    });
    await customer.next(number);
    const atDelivery = await customer.next(number);
    const ship = String(atDelivery.shipAddress?.id);
    await customer.place(number, ship, maineAddress);
    expect(await customer.read(number)).toEqual(atDelivery);
    await customer.place(number, String(atDelivery.billAddress?.id), { city: 'Bangor' });
    expect((await customer.read(number)).state).toBe('delivery');
    await customer.place(number, ship, { city: 'Bangor' });
    expect(await customer.read(number)).toMatchObject({
      state: 'address',
      shipments: [],
      total: '10.0',
    });
  });
});

test('after the sale 27: REST reads a ship address if there is no bill address to use (T27)', async () => {
  const given = { shipAddress: maineAddress, useBilling: true };
  const { number } = await inRest.create(given);
  expect(await customer.read(number)).toMatchObject({
    billAddress: null,
    shipAddress: { city: maineAddress.city },
  });
  const changed = await inRest.update(number, { ...given, shipAddress: { city: 'Bangor' } });
  expect(changed.shipAddress).toMatchObject({ city: 'Bangor' });
  const billed = await inRest.update(number, { ...given, billAddress: maineAddress });
  expect(billed.shipAddress).toMatchObject({ city: maineAddress.city });
});

test('after the sale 23: what has left keeps the address it was sent to (T27)', async () => {
  const { number } = await admin.create({
    lineItems: [{ variantId: String(await makeVariant(database.client, { count: 1 })) }],
    billAddress: maineAddress,
    useBilling: true,
  });
  const { id, shipments } = await admin.fire(number, 'complete');
  const left = shipments[0]?.number ?? '';
  await admin.fireShipment(left, 'ready');
  await admin.fireShipment(left, 'ship');
  await admin.pack(number, {});
  await admin.update(number, { shipAddress: { city: 'Bangor' } });
  const placed = await database.client.shipment.findMany({
    where: { orderId: BigInt(id) },
    orderBy: { id: 'asc' },
    select: { address: { select: { city: true } } },
  });
  expect(placed).toEqual([{ address: { city: maineAddress.city } }, { address: null }]);
});

describe('Rows that nothing refers to are deleted (C25)', () => {
  test('an order has its own two addresses', async () => {
    const { id, number } = await customer.create({ billAddress: maineAddress, useBilling: true });
    await customer.update(number, { shipAddress: { city: 'Bangor' } });
    await customer.update(number, { useBilling: true });
    const rows = { where: { orderId: BigInt(id) } };
    expect(await database.client.address.count(rows)).toBe(2);
    await customer.empty(number);
    expect(await database.client.address.count(rows)).toBe(0);
  });
});
