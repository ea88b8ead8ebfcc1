import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { countOf, expectSound, snapshotOrders } from '../../support/dispatch.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let desk: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  desk = deskOf(database.client, adminViewer);
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

type Input = Readonly<Record<string, unknown>>;

interface Location {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly isDefault: boolean;
  readonly city: string | null;
}

const documents = {
  create: `mutation ($input: CreateStockLocationInput!) {
    answer: createStockLocation(input: $input) { stockLocation { id name active isDefault city } userErrors { code field message allowed lockVersion } } }`,
  update: `mutation ($id: ID!, $input: UpdateStockLocationInput!) {
    answer: updateStockLocation(id: $id, input: $input) { stockLocation { id name active isDefault city } userErrors { code field message allowed lockVersion } } }`,
} as const;

async function tell(name: keyof typeof documents, variables: Input) {
  const { data, errors } = await run(database.client, adminViewer, documents[name], variables);
  return { location: (data as { answer: Location | null } | null)?.answer ?? null, errors };
}

let made = 0;

/** A new location in use. */
async function openLocation(): Promise<string> {
  made += 1;
  const { location, errors } = await tell('create', { input: { name: `Place ${String(made)}` } });
  expect(errors).toEqual([]);
  return location?.id ?? '';
}

const setActive = (id: string, active: boolean) => tell('update', { id, input: { active } });

const isActive = async (id: string): Promise<boolean> =>
  (await database.client.stockLocation.findUniqueOrThrow({ where: { id: BigInt(id) } })).active;

async function close(id: string): Promise<void> {
  expect(await setActive(id, false)).toMatchObject({ location: { active: false }, errors: [] });
}

/** A variant with so many units in the default location and in another one. */
async function stocked(
  here: number,
  location: string,
  there: number,
  wish: Parameters<typeof makeVariant>[1] = {},
): Promise<bigint> {
  const variantId = await makeVariant(database.client, {
    name: 'Lamp',
    count: here,
    backorderable: false,
    ...wish,
  });
  if (there > 0) await put(variantId, location, there);
  return variantId;
}

const put = async (variantId: bigint, stockLocationId: string, quantity: number): Promise<void> => {
  const input = { variantId: String(variantId), stockLocationId, quantity };
  expect((await desk.try.adjust(input)).errors).toEqual([]);
};

const idOfDefault = async (): Promise<string> =>
  String((await database.client.stockLocation.findFirstOrThrow({ where: { isDefault: true } })).id);

async function promisedRefusal(id: string): Promise<void> {
  const before = await database.client.stockItem.findMany({ orderBy: { id: 'asc' } });
  expect((await setActive(id, false)).errors).toMatchObject([
    {
      code: 'REFUSED',
      fields: { active: ['Units that are sold from the location have not left it.'] },
    },
  ]);
  expect(await database.client.stockItem.findMany({ orderBy: { id: 'asc' } })).toEqual(before);
  expect(
    await database.client.stockLocation.findUniqueOrThrow({ where: { id: BigInt(id) } }),
  ).toMatchObject({ active: true });
}

describe('A stock location (C43)', () => {
  test('is created active, without stock', async () => {
    const { location, errors } = await tell('create', {
      input: { name: ' East Quay ', city: 'Bath' },
    });
    expect(errors).toEqual([]);
    expect(location).toMatchObject({
      name: 'East Quay',
      city: 'Bath',
      active: true,
      isDefault: false,
    });
    const { data } = await run(database.client, adminViewer, '{ stockLocations { name active } }');
    expect(data).toMatchObject({
      stockLocations: [
        { name: 'default', active: true },
        { name: 'East Quay', active: true },
      ],
    });
  });

  test.each([
    [{ name: '  ' }, { name: ["can't be blank"] }],
    [{ name: 'default' }, { name: ['has already been taken'] }],
    [{ name: 'x'.repeat(256) }, { name: ['is too long (maximum is 255 characters)'] }],
    [
      { name: 'West', city: 'x'.repeat(256) },
      { city: ['is too long (maximum is 255 characters)'] },
    ],
  ])('is refused as %j', async (input, fields) => {
    const before = await database.client.stockLocation.count();
    expect((await tell('create', { input })).errors).toEqual([{ code: 'INVALID', fields }]);
    expect(await database.client.stockLocation.count()).toBe(before);
  });

  test('gets another name and address; sending the same changes nothing', async () => {
    const id = await openLocation();
    const input = { name: `Renamed ${id}`, city: 'Bath', active: true };
    expect((await tell('update', { id, input })).location).toMatchObject({
      name: `Renamed ${id}`,
      city: 'Bath',
    });
    const stored = { where: { id: BigInt(id) } };
    const { updatedAt } = await database.client.stockLocation.findUniqueOrThrow(stored);
    expect((await tell('update', { id, input })).errors).toEqual([]);
    expect(await database.client.stockLocation.findUniqueOrThrow(stored)).toMatchObject({
      updatedAt,
    });
    expect((await tell('update', { id, input: { name: 'default' } })).errors).toEqual([
      { code: 'INVALID', fields: { name: ['has already been taken'] } },
    ]);
    expect((await tell('update', { id: '999999', input })).errors).toMatchObject([
      { code: 'NOT_FOUND' },
    ]);
  });

  test('is in a country and one of its states; another country, or none, removes the state', async () => {
    const placed = async (id: string) => {
      const { data } = await run(
        database.client,
        adminViewer,
        '{ stockLocations { id country { iso } state { abbr } } }',
      );
      const { stockLocations } = data as {
        stockLocations: { id: string; country: { iso: string }; state: { abbr: string } }[];
      };
      const { country, state } = stockLocations.find((one) => one.id === id) ?? {};
      return [country?.iso ?? null, state?.abbr ?? null];
    };
    const input = { name: 'Harbour', country: { iso: 'us' }, state: { abbr: 'me' } };
    const id = (await tell('create', { input })).location?.id ?? '';
    expect(await placed(id)).toEqual(['US', 'ME']);
    const steps: readonly (readonly [Input, readonly (string | null)[]])[] = [
      [{ state: { abbr: 'CA' } }, ['US', 'CA']],
      [{ city: 'Bath', country: { iso3: 'USA' } }, ['US', 'CA']],
      [{ country: { iso: 'CA' }, state: { abbr: 'ON' } }, ['CA', 'ON']],
      [{ state: null }, ['CA', null]],
      [{ state: { abbr: 'QC' } }, ['CA', 'QC']],
      [{ country: { iso: 'DE' } }, ['DE', null]],
      [{ country: null }, [null, null]],
    ];
    for (const [change, place] of steps) {
      expect((await tell('update', { id, input: change })).errors).toEqual([]);
      expect(await placed(id)).toEqual(place);
    }
    const refused: readonly (readonly [Input, Input])[] = [
      [{ state: { abbr: 'ME' } }, { country: ["can't be blank"] }],
      [{ country: { iso: 'XX' } }, { country: ['is invalid'] }],
      [{ country: { iso: 'CA' }, state: { abbr: 'ME' } }, { state: ['is invalid'] }],
    ];
    for (const [change, fields] of refused) {
      const { errors } = await tell('update', { id, input: { ...change, city: 'Bonn' } });
      expect(errors).toEqual([{ code: 'INVALID', fields }]);
    }
    expect(await placed(id)).toEqual([null, null]);
    const { city } = await database.client.stockLocation.findUniqueOrThrow({
      where: { id: BigInt(id) },
    });
    expect(city).toBe('Bath');
  });

  test('is one of at most 50', async () => {
    const present = await database.client.stockLocation.count();
    const data = Array.from({ length: 50 - present }, (_, place) => ({
      name: `Filler ${String(place)}`,
      isDefault: false,
    }));
    await database.client.stockLocation.createMany({ data });
    expect((await tell('create', { input: { name: 'One more' } })).errors).toEqual([
      { code: 'REFUSED', fields: { base: ['is too long (maximum is 50 entries)'] } },
    ]);
    expect(await database.client.stockLocation.count()).toBe(50);
    await database.client.stockLocation.deleteMany({ where: { name: { startsWith: 'Filler' } } });
  });
});

describe('An order in parcels from two locations', () => {
  test('is sold in these, where each location gives what the other one lacks (T30)', async () => {
    const annex = await openLocation();
    const [here, there] = [await stocked(2, annex, 0), await stocked(0, annex, 2)];
    const { number } = await desk.create({
      email: 'ada@harbour.test',
      billAddress: maineAddress,
      useBilling: true,
      lineItems: [here, there].map((id) => ({ variantId: String(id), quantity: 2 })),
    });
    expect((await desk.advance(number)).shipments).toHaveLength(2);
    await put(here, await idOfDefault(), -1);
    await put(here, annex, 1);
    await put(there, annex, -1);
    await put(there, await idOfDefault(), 1);
    const { shipments } = await desk.fire(number, 'complete');
    expect(
      shipments.map(({ inventoryUnits }) => inventoryUnits.map(({ variant }) => variant.id)),
    ).toEqual([
      [String(here), String(there)],
      [String(here), String(there)],
    ]);
    for (const id of [here, there]) {
      expect([await countOf(database, id), await countOf(database, id, BigInt(annex))]).toEqual([
        0, 0,
      ]);
    }
  });
});

describe('An inactive location', () => {
  test('neither shows nor sells its stock, until it is active again', async () => {
    const annex = await openLocation();
    const variantId = await stocked(1, annex, 2);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(3);
    const carts = [await desk.cartOf([variantId, 3]), await desk.cartOf([variantId, 3])];
    await close(annex);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(1);
    const before = await snapshotOrders(database);
    expect((await desk.try.fire(carts[0]?.number ?? '', 'complete')).errors).toMatchObject([
      {
        code: 'EVENT_REFUSED',
        fields: { quantity: ['Selected quantity of "Lamp" is not available.'] },
      },
    ]);
    expect(await snapshotOrders(database)).toEqual(before);
    // its own count may still be corrected
    await put(variantId, annex, 1);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(1);
    expect((await setActive(annex, true)).location).toMatchObject({ active: true });
    expect((await desk.stockOf(variantId)).countOnHand).toBe(4);
    await desk.fire(carts[1]?.number ?? '', 'complete');
    expect([
      await countOf(database, variantId),
      await countOf(database, variantId, BigInt(annex)),
    ]).toEqual([0, 1]);
  });

  test('is never the default one', async () => {
    const id = await idOfDefault();
    expect((await setActive(id, false)).errors).toMatchObject([
      { code: 'REFUSED', fields: { active: ['The default location is always active.'] } },
    ]);
    expect(
      await database.client.stockLocation.findFirstOrThrow({ where: { isDefault: true } }),
    ).toMatchObject({ active: true });
    expect((await setActive(id, true)).errors).toEqual([]);
  });

  test('is refused while units sold from it wait there, and accepted once they have left', async () => {
    const annex = await openLocation();
    const variantId = await stocked(0, annex, 2);
    const { number } = await desk.cartOf([variantId, 2]);
    const { shipments } = await desk.fire(number, 'complete');
    const [parcel] = shipments;
    await promisedRefusal(annex);
    await desk.fireShipment(String(parcel?.id), 'ready');
    await promisedRefusal(annex);
    await desk.fireShipment(String(parcel?.id), 'ship');
    await close(annex);
    // what comes back lies there, and is not sold
    await desk.fireUnit(parcel?.inventoryUnits[0]?.id ?? '', 'return');
    expect(await countOf(database, variantId, BigInt(annex))).toBe(1);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(0);
  });

  test('is refused while a backorder waits there, and accepted once the order is canceled', async () => {
    const annex = await openLocation();
    const variantId = await stocked(0, annex, 0, { backorderable: true });
    const { number, shipments } = await desk.fire(
      (await desk.cartOf([variantId, 1])).number,
      'complete',
    );
    const input = { stockLocationId: annex };
    expect((await desk.try.writeShipment(String(shipments[0]?.id), input)).errors).toEqual([]);
    await promisedRefusal(annex);
    await desk.fire(number, 'cancel');
    await close(annex);
    // the order comes back from the default location
    await desk.fire(number, 'resume');
    expect(await countOf(database, variantId)).toBe(-1);
    expect(await countOf(database, variantId, BigInt(annex))).toBe(0);
  });

  test('a cart that waits in its parcel is sold from where there still is some', async () => {
    const annex = await openLocation();
    const variantId = await stocked(1, annex, 1);
    const { number } = await desk.create({
      email: 'ada@harbour.test',
      billAddress: maineAddress,
      useBilling: true,
      lineItems: [{ variantId: String(variantId), quantity: 2 }],
    });
    expect((await desk.advance(number)).shipments).toHaveLength(2);
    await close(annex);
    expect((await desk.try.fire(number, 'complete')).errors).toMatchObject([
      { code: 'EVENT_REFUSED' },
    ]);
    await put(variantId, await idOfDefault(), 1);
    const { total, shipments } = await desk.fire(number, 'complete');
    // what was offered stays: two parcels, both from the default location now
    expect(total).toBe('30.0');
    expect(shipments.map(({ inventoryUnits }) => inventoryUnits.length)).toEqual([1, 1]);
    expect(await countOf(database, variantId)).toBe(0);
    expect(await countOf(database, variantId, BigInt(annex))).toBe(1);
  });

  test.each([
    ['counted', { backorderable: true }],
    ['not counted', { trackInventory: false }],
  ])(
    'takes no unit of a variant that is %s: into a shipment there, or of a resumed one',
    async (_how, wish) => {
      const annex = await openLocation();
      const variantId = await stocked(1, annex, 0, wish);
      const { number, shipments } = await desk.fire(
        (await desk.cartOf([variantId, 1])).number,
        'complete',
      );
      const parcel = await desk.pack(number, { stockLocationId: annex });
      await close(annex);
      const unit = shipments[0]?.inventoryUnits[0]?.id ?? '';
      const before = await snapshotOrders(database);
      expect((await desk.try.writeUnit(unit, { shipmentId: parcel.id })).errors).toMatchObject([
        { code: 'INVALID' },
      ]);
      expect(await snapshotOrders(database)).toEqual(before);

      await setActive(annex, true);
      expect((await desk.try.writeUnit(unit, { shipmentId: parcel.id })).errors).toEqual([]);
      await desk.fireShipment(parcel.id, 'cancel');
      await close(annex);
      const canceled = await snapshotOrders(database);
      const { errors } = await desk.try.fireShipment(parcel.id, 'resume');
      expect(errors).toMatchObject([{ code: 'EVENT_REFUSED', allowed: [] }]);
      expect(await snapshotOrders(database)).toEqual(canceled);
    },
  );

  test('a variant whose stock would exceed the bound keeps a location from becoming active', async () => {
    const annex = await openLocation();
    await close(annex);
    const variantId = await stocked(2_147_483_647, annex, 1);
    expect((await setActive(annex, true)).errors).toEqual([
      { code: 'INVALID', fields: { active: ['must be less than or equal to 2147483647'] } },
    ]);
    expect(await isActive(annex)).toBe(false);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(2_147_483_647);
    const other = { variantId: String(variantId), stockLocationId: await openLocation() };
    expect((await desk.try.adjust({ ...other, quantity: 1 })).errors).toEqual([
      { code: 'INVALID', fields: { quantity: ['must be less than or equal to 2147483647'] } },
    ]);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(2_147_483_647);
  });

  test('a variant that would owe more than the bound keeps a location from becoming active', async () => {
    const annex = await openLocation();
    await close(annex);
    const variantId = await stocked(-2_147_483_648, annex, 0, { backorderable: true });
    await put(variantId, annex, -1);
    const before = await snapshotOrders(database);
    expect((await setActive(annex, true)).errors).toEqual([
      { code: 'INVALID', fields: { active: ['must be greater than or equal to -2147483648'] } },
    ]);
    expect(await isActive(annex)).toBe(false);
    expect(await snapshotOrders(database)).toBe(before);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(-2_147_483_648);
  });

  test('a variant that owes as much as a count can hold is owed no more anywhere', async () => {
    const annex = await openLocation();
    const variantId = await stocked(-2_147_483_647, annex, 0, {
      backorderable: true,
      name: 'Lamp',
    });
    await put(variantId, annex, -1);
    const { number } = await desk.cartOf([variantId, 1]);
    const before = await snapshotOrders(database);
    for (const stockLocationId of [annex, await idOfDefault()]) {
      const input = { variantId: String(variantId), stockLocationId, quantity: -1 };
      expect((await desk.try.adjust(input)).errors).toEqual([
        {
          code: 'INVALID',
          fields: { quantity: ['Selected quantity of "Lamp" is not available.'] },
        },
      ]);
    }
    expect((await desk.try.fire(number, 'complete')).errors).toMatchObject([{}]);
    expect(await snapshotOrders(database)).toBe(before);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(-2_147_483_648);
  });

  test('a count that is written leaves room for closing a location that owes units', async () => {
    const [shelf, debt] = [await openLocation(), await openLocation()];
    const variantId = await stocked(0, shelf, 5, { backorderable: true });
    await put(variantId, debt, -10);
    const document = `mutation ($id: ID!, $countOnHand: Int!) {
      answer: updateVariant(by: { id: $id }, input: { countOnHand: $countOnHand }) {
        variant { countOnHand } userErrors { code field message allowed lockVersion } } }`;
    const set = async (countOnHand: number) =>
      run(database.client, adminViewer, document, { id: String(variantId), countOnHand });
    const before = await snapshotOrders(database);
    expect((await set(2_147_483_638)).errors).toEqual([
      {
        code: 'INVALID',
        fields: { countOnHand: ['must be less than or equal to 2147483637'] },
      },
    ]);
    expect(await snapshotOrders(database)).toBe(before);
    expect((await set(2_147_483_637)).data).toMatchObject({
      answer: { countOnHand: 2_147_483_637 },
    });
    await close(debt);
    expect((await desk.stockOf(variantId)).countOnHand).toBe(2_147_483_647);
  });

  test('is changed by those who may change stock', async () => {
    const annex = await openLocation();
    const clerk = viewerWith(await makeUser(database.client, 'cy@harbour.test'), 'orders.*');
    const { errors } = await run(database.client, clerk, documents.update, {
      id: annex,
      input: { active: false },
    });
    expect(errors).toMatchObject([{ code: 'UNAUTHORIZED' }]);
    expect(await isActive(annex)).toBe(true);
  });
});
