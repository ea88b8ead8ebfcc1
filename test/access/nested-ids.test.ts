import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readState } from '../contract/database-state.ts';
import type { AddressedCart, Sale, Scene } from '../contract/scene.ts';
import { setScene } from '../contract/scene.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';

let store: Store;
let scene: Scene;
let cart: AddressedCart;
let other: AddressedCart;
let sale: Sale;
let otherSale: Sale;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  cart = await scene.addressed();
  other = await scene.addressed();
  sale = await scene.sold();
  otherSale = await scene.sold();
});

afterAll(() => store.close());

type Path = readonly [title: string, method: 'get' | 'put' | 'delete', path: () => string];

/** Records requested below a parent that they do not belong to. Decision: A22. */
const strayPaths: readonly Path[] = [
  [
    'a line item of another order',
    'get',
    () => `/api/orders/${cart.number}/line_items/${String(other.lineId)}`,
  ],
  [
    'a line item of another order, written',
    'put',
    () => `/api/orders/${cart.number}/line_items/${String(other.lineId)}`,
  ],
  [
    'a line item of another order, removed',
    'delete',
    () => `/api/orders/${cart.number}/line_items/${String(other.lineId)}`,
  ],
  [
    'an address of another order',
    'get',
    () => `/api/orders/${cart.number}/addresses/${String(other.billAddressId)}`,
  ],
  [
    'an address of another order, written',
    'put',
    () => `/api/orders/${cart.number}/addresses/${String(other.billAddressId)}`,
  ],
  [
    'a shipment of another order',
    'get',
    () => `/api/orders/${sale.number}/shipments/${otherSale.shipmentNumber}`,
  ],
  [
    'a shipment of another order, written',
    'put',
    () => `/api/orders/${sale.number}/shipments/${otherSale.shipmentNumber}`,
  ],
  [
    'a shipment of another order, fired',
    'put',
    () => `/api/orders/${sale.number}/shipments/${otherSale.shipmentNumber}/ready`,
  ],
  [
    'a variant of another product',
    'get',
    () => `/api/products/${cart.goods.permalink}/variants/${String(other.goods.variantId)}`,
  ],
  [
    'a variant of another product, written',
    'put',
    () => `/api/products/${cart.goods.permalink}/variants/${String(other.goods.variantId)}`,
  ],
  [
    'a variant of another product, deleted',
    'delete',
    () => `/api/products/${cart.goods.permalink}/variants/${String(other.goods.variantId)}`,
  ],
];

describe('A22: a record is looked for inside its parent, even by an admin', () => {
  test.each(strayPaths)('%s is missing, in both forms', async (_title, method, path) => {
    const before = await readState(store.db);
    const answers = [
      await store.newer(scene.admin)[method](path()),
      await store.older(scene.admin)[method](`${path()}.json`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await readState(store.db)).toEqual(before);
  });

  test('the units of an order or shipment are its own', async () => {
    const { body } = await store.newer(scene.admin).get(`/orders/${sale.number}/inventory_units`);
    const units = body as readonly { inventory_unit: { id: number } }[];
    expect(units.map(({ inventory_unit: { id } }) => id).toSorted((a, b) => a - b)).toEqual(
      sale.unitIds,
    );
  });
});

type Body = readonly [title: string, path: () => string, body: () => unknown];

const orderPath = (): string => `/api/orders/${cart.number}`;

/** Ids in a body that name records of others, or none. Decision: A23. */
const strayIds: readonly Body[] = [
  [
    'the bill address of another order',
    orderPath,
    () => ({ order: { bill_address_id: other.billAddressId } }),
  ],
  [
    'the ship address of another order',
    orderPath,
    () => ({ order: { ship_address_id: other.shipAddressId } }),
  ],
  [
    'a line item of another order',
    orderPath,
    () => ({ order: { line_items: [{ id: other.lineId, quantity: 9 }] } }),
  ],
  [
    'a shipment of another order',
    orderPath,
    () => ({ order: { shipments: [{ id: otherSale.shipmentId }] } }),
  ],
  [
    'a variant that is not there',
    orderPath,
    () => ({ order: { line_items: [{ variant_id: 999_999_999, quantity: 1 }] } }),
  ],
];

/** Attributes that only admins write. */
const strayIdsOfAdmins: readonly Body[] = [
  ['a user that is not there', orderPath, () => ({ order: { user_id: 999_999_999 } })],
  [
    'a stock location that is not there',
    () => `/api/shipments/${sale.shipmentNumber}`,
    () => ({ shipment: { stock_location_id: 999_999_999 } }),
  ],
  [
    'a shipping method that is not there',
    () => `/api/shipments/${sale.shipmentNumber}`,
    () => ({ shipment: { shipping_method_id: 999_999_999 } }),
  ],
  [
    'a rate that is not there',
    () => `/api/shipments/${sale.shipmentNumber}`,
    () => ({ shipment: { selected_shipping_rate_id: 999_999_999 } }),
  ],
  [
    'a unit of another order',
    () => `/api/shipments/${sale.shipmentNumber}`,
    () => ({ shipment: { inventory_units: [{ id: otherSale.unitIds[0] }] } }),
  ],
  [
    'a shipment of another order for a unit',
    () => `/inventory_units/${String(sale.unitIds[0])}`,
    () => ({ inventory_unit: { shipment_id: otherSale.shipmentId } }),
  ],
  [
    'an address of another order for a shipment',
    () => `/api/shipments/${sale.shipmentNumber}`,
    () => ({ shipment: { address_id: other.billAddressId } }),
  ],
];

describe('A23: an id in a body names what the caller could reach and what belongs there', () => {
  const cases = [
    ...strayIds.map((row) => [...row, 'ann'] as const),
    ...[...strayIds, ...strayIdsOfAdmins].map((row) => [...row, 'admin'] as const),
  ];

  test.each(cases)('%s is refused in both forms', async (_title, path, body, who) => {
    const before = await readState(store.db);
    const newer = await store.newer(scene[who]).put(path(), { body: body() });
    const older = await store.older(scene[who]).put(`${path()}.json`, { body: body() });
    expect([newer.status, older.status]).toEqual([422, 500]);
    expect(JSON.stringify(newer.body)).toMatch(/is invalid/);
    expect(JSON.stringify(older.body)).toMatch(/is invalid/);
    expect(await readState(store.db)).toEqual(before);
  });
});

test.each(['newer', 'older'] as const)(
  'C25: an address can be sent as it was read in another order, or as the other address, in the %s format',
  async (form) => {
    const client = store[form](scene.admin);
    const addressIn = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
      const body = (await client.get(path)).body as { address?: Record<string, unknown> };
      return body.address ?? body;
    };
    const read = `/api/orders/${other.number}/addresses/${String(other.shipAddressId)}`;
    const theirs = await addressIn(read);
    expect(theirs).toMatchObject({ id: other.shipAddressId, firstname: 'Ada' });
    const address = { ...theirs, city: `Bath ${form}` };
    const body = { order: { bill_address: address, ship_address: address } };
    const before = await store.db.order.findUniqueOrThrow({ where: { id: BigInt(cart.id) } });
    expect((await client.put(orderPath(), { body })).status).toBe(200);
    const order = await store.db.order.findUniqueOrThrow({
      where: { id: BigInt(cart.id) },
      include: { billAddress: true, shipAddress: true },
    });
    expect([order.billAddressId, order.shipAddressId]).toEqual([
      before.billAddressId,
      before.shipAddressId,
    ]);
    expect([order.billAddress?.city, order.shipAddress?.city]).toEqual([
      address.city,
      address.city,
    ]);
    expect(await addressIn(read)).toEqual(theirs);
  },
);

test('A23: the id of another address inside an address changes that one for nobody', async () => {
  const theirs = () =>
    store.db.address.findUniqueOrThrow({ where: { id: BigInt(other.billAddressId) } });
  const before = await theirs();
  const body = { order: { bill_address: { id: other.billAddressId, city: 'Bath' } } };
  await store.newer(scene.ann).put(orderPath(), { body });
  await store.older(scene.admin).put(`${orderPath()}.json`, { body });
  expect(await theirs()).toEqual(before);
  const order = await store.db.order.findUniqueOrThrow({ where: { id: BigInt(cart.id) } });
  expect(Number(order.billAddressId)).not.toBe(other.billAddressId);
});
