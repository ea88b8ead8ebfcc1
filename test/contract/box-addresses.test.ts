import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import type { Account, Store } from '../support/store.ts';
import type { Client, Reply } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound, snapshotOrders } from '../support/dispatch.ts';
import { makeVariant } from '../support/records.ts';
import { openStore } from '../support/store.ts';
import { deliverToTwoCountries } from '../support/two-countries.ts';
import { maine } from './scene.ts';

let database: Database;
let store: Store;
let admin: Account;
let buyer: Account;

beforeAll(async () => {
  database = await openTestDatabase();
  await deliverToTwoCountries(database);
  store = await openStore({ database });
  admin = await store.account('admin', ['admin']);
  buyer = await store.account('buyer');
});
afterEach(() => expectSound(database));
afterAll(async () => {
  await store.close();
  await database.close();
});

interface Box {
  readonly id: number;
  readonly cost: number;
  readonly address_id: number;
  readonly address: { readonly city: string };
  readonly shipping_method: { readonly name: string };
}

interface Order {
  readonly number: string;
  readonly ship_address: { readonly id: number; readonly city: string };
  readonly shipments: readonly { readonly id: number }[];
}

/** How a client of each format speaks, and what it is told if data is invalid. */
const formats = {
  newer: {
    client: (by: Account): Client => store.newer(by),
    suffix: '',
    invalid: 422,
  },
  older: {
    client: (by: Account): Client => store.older(by),
    suffix: '.json',
    invalid: 500,
  },
} as const;

const ok = ({ status, body, text }: Reply): unknown => {
  if (status >= 300) throw new Error(text);
  return body;
};

/** A completed order of two pieces to Portland, in one box by `US for 5` for 7.00. */
async function placed(): Promise<Order> {
  const client = store.newer(buyer);
  const variantId = Number(await makeVariant(database.client, { count: 9 }));
  const order = {
    email: buyer.email,
    bill_address: maine,
    line_items: [{ variant_id: variantId, quantity: 2 }],
  };
  const { number } = ok(await client.post('/api/orders', { body: { order } })) as Order;
  ok(
    await client.put(`/api/orders/${number}`, {
      body: { order: { bill_address: maine }, use_billing: true },
    }),
  );
  ok(await store.newer(admin).put(`/api/checkouts/${number}/advance`));
  ok(await store.newer(admin).put(`/api/orders/${number}/complete`));
  return ok(await client.get(`/api/orders/${number}`)) as Order;
}

/** A box as the older format shows it: the newer one shows no address of a shipment. */
async function boxAt(id: number | undefined): Promise<Box> {
  const path = `/api/shipments/${String(id)}.json`;
  return (ok(await store.older(admin).get(path)) as { shipment: Box }).shipment;
}

const goesTo = ({ cost, address, shipping_method: { name } }: Box) => [address.city, name, cost];

const aarhus = { ...maine, city: 'Aarhus', country: 'DK', state_name: null };

describe.each(Object.entries(formats))(
  'The address of a box in the %s format (F43, T27)',
  (_format, { client, suffix, invalid }) => {
    /** Every way to write the address of the only box of an order. */
    const ways: readonly (readonly [string, (order: Order, box: object) => Promise<Reply>])[] = [
      [
        'at the box',
        ({ shipments }, shipment) =>
          client(admin).put(`/api/shipments/${String(shipments[0]?.id)}${suffix}`, {
            body: { shipment },
          }),
      ],
      [
        'below its order',
        ({ number, shipments }, shipment) =>
          client(admin).put(
            `/api/orders/${number}/shipments/${String(shipments[0]?.id)}${suffix}`,
            { body: { shipment } },
          ),
      ],
      [
        'in its order',
        ({ number, shipments }, box) =>
          client(admin).put(`/api/orders/${number}${suffix}`, {
            body: { order: { shipments: [{ id: shipments[0]?.id, ...box }] } },
          }),
      ],
    ];

    test.each(ways)(
      'written %s, is its own, at the price of what delivers there',
      async (_way, write) => {
        const order = await placed();
        expect(goesTo(await boxAt(order.shipments[0]?.id))).toEqual(['Portland', 'US for 5', 7]);
        ok(await write(order, { address: aarhus }));
        const box = await boxAt(order.shipments[0]?.id);
        expect(goesTo(box)).toEqual(['Aarhus', 'DK for 20', 22]);
        expect(box.address_id).not.toBe(order.ship_address.id);
        const path = `/api/orders/${order.number}`;
        const { ship_address: kept } = ok(await store.newer(admin).get(path)) as Order;
        expect(kept).toMatchObject({ id: order.ship_address.id, city: 'Portland' });

        ok(await write(order, { address_id: order.ship_address.id }));
        const back = await boxAt(order.shipments[0]?.id);
        expect(goesTo(back)).toEqual(['Portland', 'US for 5', 7]);
        expect(back.address_id).toBe(order.ship_address.id);
      },
    );

    test.each(ways)(
      'written %s, is refused if it is none, is that of another order, or nothing delivers there',
      async (_way, write) => {
        const [order, other] = [await placed(), await placed()];
        const before = await snapshotOrders(database);
        for (const [box, told] of [
          [{ address: { ...aarhus, city: ' ' } }, /be blank/],
          [{ address: { ...aarhus, country: 'XX' } }, /invalid/],
          [{ address: 'Aarhus' }, /invalid|must be/],
          [{ address_id: other.ship_address.id }, /invalid/],
          [{ address: { ...aarhus, country: 'SE' } }, /does not deliver there/],
        ] as const) {
          const { status, text } = await write(order, box);
          expect(status).toBe(invalid);
          expect(text).toMatch(told);
        }
        expect(await snapshotOrders(database)).toBe(before);
      },
    );

    test('is not written by whose order it is, and ignored with the order', async () => {
      const order = await placed();
      const before = await snapshotOrders(database);
      const body = { shipment: { address: aarhus } };
      const path = `/api/shipments/${String(order.shipments[0]?.id)}${suffix}`;
      expect((await client(buyer).put(path, { body })).status).toBe(401);
      const shipments = [{ id: order.shipments[0]?.id, address: aarhus }];
      ok(
        await client(buyer).put(`/api/orders/${order.number}${suffix}`, {
          body: { order: { shipments } },
        }),
      );
      expect(await snapshotOrders(database)).toBe(before);
    });

    test('sent with goods in one request is priced once, with all of them (C29)', async () => {
      const { number, shipments } = await placed();
      const [box] = shipments;
      const { inventoryUnits } = await database.client.shipment.findUniqueOrThrow({
        where: { id: box?.id ?? 0 },
        select: { inventoryUnits: { select: { id: true }, orderBy: { id: 'asc' } } },
      });
      const second = Number(inventoryUnits[1]?.id);
      ok(
        await client(admin).post(`/api/orders/${number}/shipments${suffix}`, {
          body: { shipment: { inventory_unit_ids: [second] } },
        }),
      );
      ok(
        await client(admin).put(`/api/shipments/${String(box?.id)}${suffix}`, {
          body: { shipment: { address: aarhus, inventory_unit_ids: [second] } },
        }),
      );
      expect(goesTo(await boxAt(box?.id))).toEqual(['Aarhus', 'DK for 20', 22]);
    });

    test('of the order, sent with goods, is where these go (T45)', async () => {
      const { number, shipments } = await placed();
      const [{ id: unitId } = { id: 0n }] = await database.client.inventoryUnit.findMany({
        where: { shipmentId: shipments[0]?.id ?? 0 },
      });
      ok(await client(admin).put(`/api/inventory_units/${String(unitId)}/ship${suffix}`));
      const line = { variant_id: Number(await makeVariant(database.client, { count: 9 })) };
      const ship_address = { ...maine, city: 'Bangor' };
      ok(
        await client(admin).put(`/api/orders/${number}${suffix}`, {
          body: { order: { ship_address, line_items: [line] } },
        }),
      );
      const { shipments: boxes } = ok(
        await store.newer(admin).get(`/api/orders/${number}`),
      ) as Order;
      const cities = await Promise.all(boxes.map(async ({ id }) => (await boxAt(id)).address.city));
      expect(cities).toEqual(['Portland', 'Bangor']);
    });

    /** An order of two boxes with a unit each. */
    async function split() {
      const { number, shipments } = await placed();
      const units = await database.client.inventoryUnit.findMany({
        where: { shipmentId: shipments[0]?.id ?? 0 },
        orderBy: { id: 'asc' },
      });
      const unitId = Number(units[1]?.id);
      ok(
        await client(admin).post(`/api/orders/${number}/shipments${suffix}`, {
          body: { shipment: { inventory_unit_ids: [unitId] } },
        }),
      );
      const { shipments: boxes } = ok(
        await store.newer(admin).get(`/api/orders/${number}`),
      ) as Order;
      const write = (...entries: readonly object[]): Promise<Reply> =>
        client(admin).put(`/api/orders/${number}${suffix}`, {
          body: { order: { shipments: entries } },
        });
      return { number, first: boxes[0]?.id, second: boxes[1]?.id, unitId, write };
    }

    test.each([false, true])(
      'can be that of a box whose goods it takes, which is sent back with it (F43, last: %p)',
      async (isLast) => {
        const { number, first, second, unitId, write } = await split();
        ok(
          await client(admin).put(`/api/shipments/${String(second)}${suffix}`, {
            body: { shipment: { address: aarhus } },
          }),
        );
        const { address_id } = await boxAt(second);
        const taking = { id: first, inventory_unit_ids: [unitId], address_id };
        const back = { id: second, tracking: null };
        ok(await write(...(isLast ? [back, taking] : [taking, back])));
        const { shipments } = ok(await store.newer(admin).get(`/api/orders/${number}`)) as Order;
        expect(shipments.map(({ id }) => id)).toEqual([first]);
        expect(goesTo(await boxAt(first))).toEqual(['Aarhus', 'DK for 20', 22]);
      },
    );

    test('a unit that one box sends and another takes, and what is asked of a box that is gone, is refused (F43)', async () => {
      const { first, second, unitId, write } = await split();
      const before = await snapshotOrders(database);
      const sending = { id: second, inventory_units: [{ id: unitId, state: 'shipped' }] };
      const taking = { id: first, inventory_unit_ids: [unitId] };
      const tracked = { id: second, tracking: '1Z' };
      for (const entries of [
        [sending, taking],
        [taking, sending],
        [tracked, taking],
        [taking, tracked],
      ]) {
        const { status, text } = await write(...entries);
        expect(status).toBe(invalid);
        expect(text).toMatch(/invalid/);
      }
      const unknown = { id: first, inventory_units: [...sending.inventory_units, { id: 999999 }] };
      const { status, text } = await write(unknown);
      expect(status).toBe(invalid);
      // the keys of the newer format, the words of the older
      expect(text).toMatch(/inventory.units.1/);
      expect(text).not.toMatch(/inventory.units.0/);
      expect(await snapshotOrders(database)).toBe(before);
    });

    test('of two entries for a box one may ask something, the other send it back (F43)', async () => {
      const { first, write } = await split();
      const before = await snapshotOrders(database);
      const { status, text } = await write(
        { id: first, address: { city: 'Bangor' } },
        { id: first, address: { zipcode: '04401' } },
      );
      expect(status).toBe(invalid);
      expect(text).toMatch(/invalid/);
      expect(await snapshotOrders(database)).toBe(before);
      const back = { id: first, tracking: null };
      ok(await write(back, { id: first, address: { city: 'Bangor' } }));
      ok(await write(back, { id: first, tracking: '1Z' }, back));
      expect(await boxAt(first)).toMatchObject({ tracking: '1Z', address: { city: 'Bangor' } });
    });

    test.each([false, true])(
      'a box that is sent back with its goods leaves them to the one that takes them (F43, last: %p)',
      async (isLast) => {
        const { number, first, second, unitId, write } = await split();
        const taking = { id: first, inventory_unit_ids: [unitId] };
        const back = { id: second, inventory_units: [{ id: unitId }] };
        ok(await write(...(isLast ? [taking, back] : [back, taking])));
        const { shipments } = ok(await store.newer(admin).get(`/api/orders/${number}`)) as Order;
        expect(shipments.map(({ id }) => id)).toEqual([first]);
      },
    );

    test('two boxes with a piece each swap them in one request, and no piece goes into two (F43)', async () => {
      const { number, first, second, unitId, write } = await split();
      const inBox = async (shipmentId: number | undefined) => {
        const where = { order: { number }, shipmentId: BigInt(shipmentId ?? 0) };
        const units = await database.client.inventoryUnit.findMany({ where });
        return units.map(({ id }) => Number(id));
      };
      const [otherId] = await inBox(first);
      const boxes = [await boxAt(first), await boxAt(second)];
      ok(
        await write(
          { id: first, inventory_unit_ids: [unitId] },
          { id: second, inventory_units: [{ id: otherId }] },
        ),
      );
      expect([await inBox(first), await inBox(second)]).toEqual([[unitId], [otherId]]);
      expect([await boxAt(first), await boxAt(second)].map(goesTo)).toEqual(boxes.map(goesTo));

      const third = ok(
        await client(admin).post(`/api/orders/${number}/shipments${suffix}`, { body: {} }),
      ) as { shipment: { id: number } };
      const before = await snapshotOrders(database);
      const { status } = await write(
        { id: first, inventory_unit_ids: [otherId] },
        { id: third.shipment.id, inventory_unit_ids: [otherId] },
      );
      expect(status).toBe(invalid);
      expect(await snapshotOrders(database)).toBe(before);
    });

    test('of a box that stays while its order moves leaves its price and its rates as they are (T27)', async () => {
      const { number, shipments } = await placed();
      const [box] = shipments;
      const where = { name: 'US for 5' };
      await database.client.shippingMethod.updateMany({ where, data: { baseCost: '9' } });
      try {
        const address = { ...maine, city: 'Bangor' };
        ok(
          await client(admin).put(`/api/orders/${number}${suffix}`, {
            body: { order: { ship_address: aarhus, shipments: [{ id: box?.id, address }] } },
          }),
        );
        expect(goesTo(await boxAt(box?.id))).toEqual(['Bangor', 'US for 5', 7]);
      } finally {
        await database.client.shippingMethod.updateMany({ where, data: { baseCost: '5' } });
      }
    });
  },
);
