import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { maine, setScene } from './scene.ts';
import type { Scene } from './scene.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore({ timeZone: 'America/New_York' });
  scene = await setScene(store);
});

afterAll(() => store.close());

describe('of several names for one thing, the one counts that the reference tells', () => {
  /** What a write by the admin returns. */
  async function write(path: string, key: string, attributes: Readonly<Record<string, unknown>>) {
    const { status, body } = await store.newer(scene.admin).put(path, {
      body: { [key]: attributes },
    });
    return { status, record: body };
  }

  test('count_on_hand before on_hand', async () => {
    const { permalink, variantId } = await scene.goods();
    const path = `/api/products/${permalink}/variants/${String(variantId)}`;
    const written = await write(path, 'variant', { on_hand: 9, count_on_hand: 5 });
    expect(written).toMatchObject({ status: 201, record: { count_on_hand: 5 } });
  });

  test('variant_id before sku', async () => {
    const { number, lineId } = await scene.cart();
    const { variantId } = await scene.goods();
    const path = `/api/orders/${number}/line_items/${String(lineId)}`;
    const written = await write(path, 'line_item', { sku: 'none', variant_id: variantId });
    expect(written).toMatchObject({ status: 200, record: { variant_id: variantId } });
  });

  test('the code of a country before its iso, and that before its name', async () => {
    const { number, billAddressId } = await scene.addressed();
    const path = `/api/orders/${number}/addresses/${String(billAddressId)}`;
    const all = { name: 'Germany', iso: 'US', code: 'CA' };
    const written = await write(path, 'address', {
      ...maine,
      state_name: 'Ontario',
      country: all,
    });
    expect(written).toMatchObject({ status: 200, record: { country: { iso: 'CA' } } });
    const { code, ...some } = all;
    const rewritten = await write(path, 'address', { ...maine, country: some });
    expect([code, rewritten]).toMatchObject(['CA', { record: { country: { iso: 'US' } } }]);
  });

  test('a state_id of the country before state_name, and that before state', async () => {
    const { number, billAddressId } = await scene.addressed();
    const path = `/api/orders/${number}/addresses/${String(billAddressId)}`;
    const named = await write(path, 'address', { state: 'Ohio', state_name: 'Texas' });
    expect(named).toMatchObject({ record: { state: { name: 'Texas' } } });
    const { id } = (named.record as { state: { id: number } }).state;
    const byId = await write(path, 'address', {
      state: 'Ohio',
      state_name: 'Maine',
      state_id: id,
    });
    expect(byId).toMatchObject({ record: { state: { name: 'Texas' } } });
  });

  test('bill_address before bill_address_id', async () => {
    const { number, shipAddressId } = await scene.addressed();
    const written = await write(`/api/orders/${number}`, 'order', {
      bill_address_id: shipAddressId,
      bill_address: { ...maine, firstname: 'Grace' },
    });
    expect(written).toMatchObject({
      status: 200,
      record: { bill_address: { firstname: 'Grace' } },
    });
  });

  test('use_billing before ship_address', async () => {
    const { number } = await scene.addressed();
    const written = await write(`/api/orders/${number}`, 'order', {
      bill_address: { ...maine, firstname: 'Grace' },
      ship_address: { ...maine, firstname: 'Joan' },
      use_billing: true,
    });
    expect(written).toMatchObject({
      status: 200,
      record: { ship_address: { firstname: 'Grace' } },
    });
  });

  test('a present name beside a blank one keeps what it names', async () => {
    const { number, billAddressId } = await scene.addressed();
    const path = `/api/orders/${number}/addresses/${String(billAddressId)}`;
    const before = (await write(path, 'address', { state: 'Texas' })).record as {
      country: { id: number };
      state: { id: number };
    };
    const { country, state } = before;
    for (const sent of [
      { state_id: state.id, state: null },
      { state_id: state.id, state_name: '' },
      { country_id: country.id, country: null },
      { country_id: null, country: { id: country.id } },
    ]) {
      expect(await write(path, 'address', sent)).toMatchObject({
        status: 200,
        record: { country, state },
      });
    }
    const paid = await scene.paid();
    const payment = `/api/orders/${paid.number}/payments/${String(paid.paymentId)}`;
    const read = (await store.newer(scene.admin).get(payment)).body as Record<string, unknown>;
    const id = read['payment_method_id'];
    for (const sent of [
      { payment_method_id: id, payment_method: null },
      { payment_method_id: null, payment_method: { id } },
    ]) {
      expect(await write(payment, 'payment', sent)).toMatchObject({
        status: 200,
        record: { payment_method_id: id },
      });
    }
  });

  test('a state by its name where there was none', async () => {
    const { number, billAddressId } = await scene.addressed();
    const path = `/api/orders/${number}/addresses/${String(billAddressId)}`;
    const abroad = await write(path, 'address', { country: 'DK', state: 'Fyn' });
    expect(abroad).toMatchObject({ status: 200, record: { state: null, state_name: 'Fyn' } });
    const named = await write(path, 'address', { state: 'Als' });
    expect(named).toMatchObject({ status: 200, record: { state_name: 'Als' } });
    const home = await write(path, 'address', { country: 'US', state: 'Oregon' });
    expect(home).toMatchObject({ status: 200, record: { state: { name: 'Oregon' } } });
  });

  test('selected_shipping_rate_id before shipping_method_id, also the present one', async () => {
    const { number } = await scene.addressed();
    const client = store.newer(scene.admin);
    for (const event of ['next', 'next'])
      expect((await client.put(`/api/orders/${number}/event?e=${event}`)).status).toBe(200);
    const { shipments } = (await client.get(`/api/orders/${number}`)).body as {
      shipments: { id: number; cost: string; shipping_method_id: number }[];
    };
    const [shipment] = shipments;
    const { id: rate } = await store.db.shippingRate.findFirstOrThrow({
      where: { shipmentId: BigInt(shipment?.id ?? 0), selected: true },
    });
    const sent = { id: shipment?.id, selected_shipping_rate_id: Number(rate) };
    for (const shipping_method_id of [null, 0]) {
      const written = await write(`/api/orders/${number}`, 'order', {
        shipments: [{ ...sent, shipping_method_id }],
      });
      expect(written).toMatchObject({ status: 200, record: { shipments: [shipment] } });
    }
  });
});
