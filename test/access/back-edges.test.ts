import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Sale, type Scene, setScene } from '../contract/scene.ts';
import { keyHeader } from '../support/clients.ts';
import { openStore, type Store } from '../support/store.ts';

let store: Store;
let scene: Scene;
let sale: Sale;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  sale = await scene.sold();
});
afterAll(() => store.close());

/** The key of a user with just these permissions. */
async function keyWith(name: string, ...permissions: readonly string[]): Promise<string> {
  const input = { name, permissions };
  await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
    input,
  });
  return (await store.account(name, [name])).key;
}

async function ask(key: string, query: string): Promise<unknown> {
  const { body } = await store.client(keyHeader(key)).post('/graphql', { body: { query } });
  const { data, errors } = body as { data?: unknown; errors?: unknown };
  return errors ?? data;
}

/** The permission for the record, its selection, the edge, and the permission that the edge needs. */
const edges: readonly (readonly [string, (sale: Sale) => string, string, string])[] = [
  [
    'line_items.index',
    ({ number }) => `lineItems(order: { number: "${number}" })`,
    'order',
    'orders.read',
  ],
  ['shipments.index', () => 'shipments', 'order', 'orders.read'],
  ['inventory_units.index', () => 'inventoryUnits', 'order', 'orders.read'],
  ['inventory_units.index', () => 'inventoryUnits', 'lineItem', 'line_items.read'],
  ['inventory_units.index', () => 'inventoryUnits', 'shipment', 'shipments.read'],
  ['orders.index', () => 'orders', 'user', 'users.read'],
];

describe('V29: the way back to what a record belongs to', () => {
  test.each(edges)('from who has %s: %#', async (permission, list, edge, needed) => {
    const name = `${permission}_${edge}`.replace('.', '_').toLowerCase();
    const query = `{ ${list(sale)} { nodes { ${edge} { id } } } }`;
    const field = list(sale).replace(/\(.*/, '');
    const told = async (...rights: readonly string[]) => {
      const key = await keyWith(`${name}_${String(rights.length)}`, ...rights);
      const data = (await ask(key, query)) as Record<string, { nodes: Record<string, unknown>[] }>;
      return data[field]?.nodes.map((node) => node[edge]);
    };
    const hidden = await told(permission);
    expect(hidden).not.toEqual([]);
    expect(new Set(hidden)).toEqual(new Set([null]));
    const shown = await told(permission, needed);
    expect(shown).toEqual(hidden?.map(() => ({ id: expect.any(String) })));
  });

  test('of payments and adjustments is closed to who only writes them', async () => {
    const { number, paymentId } = await scene.paid();
    const key = await keyWith('cashier', 'payments.index', 'payments.update');
    expect(
      await ask(
        key,
        `{ payments(order: { number: "${number}" }) { nodes { id order { total } } } }`,
      ),
    ).toEqual({ payments: { nodes: [{ id: String(paymentId), order: null }] } });
  });

  test('an owner walks from the order to its parts and back', async () => {
    const query = `{ order(by: { number: "${sale.number}" }) {
      user { email }
      lineItems { order { number } variant { product { variants { product { id } } } } }
      shipments { order { number } inventoryUnits { order { number } lineItem { id order { number } } shipment { number order { number } } } } } }`;
    const { number } = sale;
    expect(await ask(sale.owner.key, query)).toMatchObject({
      order: {
        user: { email: sale.owner.email },
        lineItems: [{ order: { number }, variant: { product: {} } }],
        shipments: [
          {
            order: { number },
            inventoryUnits: [
              {
                order: { number },
                lineItem: { id: String(sale.lineId), order: { number } },
                shipment: { number: sale.shipmentNumber, order: { number } },
              },
              {},
            ],
          },
        ],
      },
    });
  });

  test('to a product that is not sold yet is open to who may see hidden ones', async () => {
    const { variantId } = sale.goods;
    const { productId } = await store.db.variant.findUniqueOrThrow({
      where: { id: BigInt(variantId) },
    });
    const availableOn = new Date('2999-01-01');
    await store.db.product.update({ where: { id: productId }, data: { availableOn } });
    const query = `{ order(by: { number: "${sale.number}" }) { lineItems { variant { product { id } } } } }`;
    const told = (product: unknown) => ({ order: { lineItems: [{ variant: { product } }] } });
    expect(await ask(sale.owner.key, query)).toEqual(told(null));
    expect(await ask(scene.admin.key, query)).toEqual(told({ id: String(productId) }));
    await store.db.product.update({
      where: { id: productId },
      data: { availableOn: new Date('2020-01-01') },
    });
  });
});
