import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Sent } from '../support/clients.ts';
import { createClient, keyHeader } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { readRequests } from './requests.ts';
import type { FindRequestProblems } from './requests.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

let store: Store;
let scene: Scene;
let findProblems: FindRequestProblems;
const sent: Sent[] = [];

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  findProblems = await readRequests(store);
});
afterAll(() => store.close());

/** A write by the admin, and how its request differs from the reference. */
async function write(route: string, path: string, body?: Readonly<Record<string, unknown>>) {
  const client = createClient(store.url, keyHeader(scene.admin.key), (one) => void sent.push(one));
  sent.length = 0;
  const isPut = route.startsWith('PUT ');
  const { status, body: record } = await client[isPut ? 'put' : 'post'](path, body && { body });
  return { status, record, problems: sent.flatMap((one) => findProblems(route, 'newer', one)) };
}

describe('the reference allows null where it is accepted', () => {
  test('for the addresses of an order', async () => {
    const { number } = await scene.cart();
    const order = { bill_address: null, ship_address: null, line_items: null, email: null };
    const written = await write('PUT /api/orders/:order', `/api/orders/${number}`, { order });
    expect(written).toMatchObject({ status: 200, problems: [] });
  });

  test('for the state of an address', async () => {
    const { number, billAddressId } = await scene.addressed();
    const path = `/api/orders/${number}/addresses/${String(billAddressId)}`;
    const address = { country: 'DK', state: null, state_name: 'Fyn' };
    const written = await write('PUT /api/orders/:order/addresses/:id', path, { address });
    expect(written).toMatchObject({ status: 200, problems: [] });
  });

  test('for the shipment of an inventory unit, and for the address of a shipment', async () => {
    const { unitIds, shipmentNumber } = await scene.sold();
    const unit = await write(
      'PUT /inventory_units/:inventory_unit',
      `/inventory_units/${String(unitIds[0])}`,
      { inventory_unit: { shipment: null } },
    );
    expect(unit).toMatchObject({ status: 200, problems: [] });
    const shipment = await write(
      'PUT /api/shipments/:shipment',
      `/api/shipments/${shipmentNumber}`,
      { shipment: { address: null } },
    );
    expect(shipment).toMatchObject({ status: 200, problems: [] });
  });
});

test('C1: the reference takes option types by name and as records with a name', async () => {
  const product = { name: 'Felt hat', price: '34.50', option_types: ['Size', { name: 'Colour' }] };
  const written = await write('POST /api/products', '/api/products', { product });
  expect(written).toMatchObject({ status: 201, problems: [] });
  expect(written.record).toMatchObject({ option_types: [{ name: 'Size' }, { name: 'Colour' }] });
});
