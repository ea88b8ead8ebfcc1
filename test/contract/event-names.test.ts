import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
});
afterAll(() => store.close());

const ways = ['older', 'newer'].flatMap((form) =>
  ['query', 'body'].map((place) => [form, place] as const),
) as (readonly ['older' | 'newer', 'query' | 'body'])[];

describe.each(ways)('A31: in the %s format, in the %s', (form, place) => {
  /** Fires an event whose name has blanks around it. */
  const fire = (path: string, event: string, beside = {}) => {
    const e = ` ${event}\t`;
    const sent = place === 'query' ? `?e=${encodeURIComponent(e)}` : '';
    const body = place === 'query' ? beside : { ...beside, e };
    return store[form](scene.admin).put(`${path}/event${sent}`, { body });
  };

  test('an event of a shipment is fired although there are blanks around its name', async () => {
    const { shipmentNumber: number, goods } = await scene.sold();
    const stateOf = async () =>
      (await store.db.shipment.findUniqueOrThrow({ where: { number } })).state;
    const onHand = async () => {
      const where = { variantId: BigInt(goods.variantId) };
      return (await store.db.stockItem.findFirstOrThrow({ where })).countOnHand;
    };
    const before = await onHand();
    const told: unknown[] = [];
    for (const event of ['ready', 'pend', 'cancel', 'resume', 'ready', 'ship']) {
      const { status } = await fire(`/api/shipments/${number}`, event);
      told.push([event, status, await stateOf(), (await onHand()) - before]);
    }
    expect(told).toEqual([
      ['ready', 200, 'ready_to_ship', 0],
      ['pend', 200, 'pending', 0],
      ['cancel', 200, 'canceled', 2],
      ['resume', 200, 'pending', 0],
      ['ready', 200, 'ready_to_ship', 0],
      ['ship', 200, 'shipped', 0],
    ]);
  });

  test('so is one of an inventory unit, with what may be sent beside it', async () => {
    const { unitIds } = await scene.sold(['ready']);
    const [id] = unitIds;
    const path = `/inventory_units/${String(id)}`;
    const shipped = await fire(path, 'ship');
    const returned = await fire(path, 'return', { restock: false });
    const { state } = await store.db.inventoryUnit.findUniqueOrThrow({ where: { id } });
    expect([shipped.status, returned.status, state]).toEqual([200, 200, 'returned']);
  });

  test('so is one of an order', async () => {
    const { number } = await scene.sold();
    const told: unknown[] = [];
    for (const event of ['approve', 'cancel', 'resume']) {
      const { status } = await fire(`/api/orders/${number}`, event);
      const { state } = await store.db.order.findUniqueOrThrow({ where: { number } });
      told.push([event, status, state]);
    }
    expect(told).toEqual([
      ['approve', 200, 'complete'],
      ['cancel', 200, 'canceled'],
      ['resume', 200, 'resumed'],
    ]);
  });
});

test.each(['older', 'newer'] as const)(
  'A31: an event beside the attributes of a unit is fired although there are blanks around its name, in the %s format',
  async (form) => {
    const { unitIds } = await scene.sold(['ready', 'ship']);
    const [id] = unitIds;
    const { status } = await store[form](scene.admin).put(`/inventory_units/${String(id)}`, {
      body: { inventory_unit: { restock: false }, fire: ' return ' },
    });
    const { state } = await store.db.inventoryUnit.findUniqueOrThrow({ where: { id } });
    expect([status, state]).toEqual([200, 'returned']);
  },
);

test.each(['older', 'newer'] as const)(
  'A31: an event beside the attributes of a unit that is no text names none, in the %s format',
  async (form) => {
    const { unitIds } = await scene.sold();
    const { status, body } = await store[form](scene.admin).put(
      `/inventory_units/${String(unitIds[0])}`,
      { body: { inventory_unit: {}, fire: 5 } },
    );
    expect([status, body]).toMatchObject([422, { error: 'No event name supplied' }]);
  },
);
