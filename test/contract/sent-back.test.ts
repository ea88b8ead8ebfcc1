import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { FormName } from '../../rest/request/form-name.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { readState } from './database-state.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

let store: Store;
let scene: Scene;

beforeAll(async () => {
  store = await openStore({ timeZone: 'America/New_York' });
  scene = await setScene(store);
});

afterAll(() => store.close());

const cart = async (): Promise<string> => `/api/orders/${(await scene.cart()).number}`;

/** Where each writable record is read. */
const records: Readonly<Record<string, () => Promise<string>>> = {
  'a cart': cart,
  'an order with addresses': async () => `/api/orders/${(await scene.addressed()).number}`,
  'a completed order': async () => `/api/orders/${(await scene.sold()).number}`,
  'a line item': async () => {
    const { number, lineId } = await scene.cart();
    return `/api/orders/${number}/line_items/${String(lineId)}`;
  },
  'an address': async () => {
    const { number, billAddressId } = await scene.addressed();
    return `/api/orders/${number}/addresses/${String(billAddressId)}`;
  },
  'a payment': async () => {
    const { number, paymentId } = await scene.paid();
    return `/api/orders/${number}/payments/${String(paymentId)}`;
  },
  'a settled payment': async () => {
    const { number, paymentId } = await scene.paid('capture');
    return `/api/orders/${number}/payments/${String(paymentId)}`;
  },
  'a shipment': async () => `/api/shipments/${String((await scene.sold()).shipmentId)}`,
  'a shipped shipment': async () =>
    `/api/shipments/${String((await scene.sold(['ready', 'ship'])).shipmentId)}`,
  'an inventory unit': async () => `/inventory_units/${String((await scene.sold()).unitIds[0])}`,
  'a product': async () => `/api/products/${(await scene.goods()).permalink}`,
  'a product made over the interface': async () => {
    const product = { name: 'Wool Cap', price: '12.00' };
    const { body } = await store.newer(scene.admin).post('/api/products', { body: { product } });
    return `/api/products/${(body as { permalink: string }).permalink}`;
  },
  'a product with options': async () => {
    const { permalink, variantId } = await scene.goods();
    const path = `/api/products/${permalink}`;
    await store.newer(scene.admin).put(`${path}/variants/${String(variantId)}`, {
      body: { variant: { weight: 0.35, options: [{ name: 'Size', value: 'Large' }] } },
    });
    return path;
  },
  'a variant': async () => {
    const { permalink, variantId } = await scene.goods();
    return `/api/products/${permalink}/variants/${String(variantId)}`;
  },
};

const readers: readonly (readonly [FormName, string, string])[] = Object.keys(records).flatMap(
  (record) => [['older', 'the admin', record] as const, ['newer', 'the admin', record] as const],
);

const owned = [
  'a cart',
  'an order with addresses',
  'a completed order',
  'a line item',
  'an address',
];
const owners = (['older', 'newer'] as const).flatMap((form) =>
  owned.map((record) => [form, 'the owner', record] as const),
);

describe('F11: a record that was read and is sent back whole changes nothing', () => {
  test.each([...readers, ...owners])('in the %s format by %s: %s', async (form, who, record) => {
    const account: Account = who === 'the owner' ? scene.ann : scene.admin;
    const path = (await records[record]?.()) ?? '';
    const client = store[form](account);
    const { body: read } = await client.get(path);
    const before = await readState(store.db);
    const { status, body } = await client.put(path, { body: read });
    expect([status < 300, body]).toEqual([true, read]);
    expect(await readState(store.db)).toEqual(before);
  });
});

describe.each(['older', 'newer'] as const)('In the %s format', (form) => {
  type Row = Readonly<Record<string, unknown>>;

  const price = (amount: string): unknown => (form === 'older' ? Number(amount) : amount);

  /** Sends a record back whole but for this change, and returns it as it is then. */
  async function sendBack(path: string, name: string, change: Row): Promise<unknown> {
    const client = store[form](scene.admin);
    const { body: read } = await client.get(path);
    const record = form === 'older' ? (read as Readonly<Record<string, Row>>)[name] : (read as Row);
    const { status, body } = await client.put(path, { body: { [name]: { ...record, ...change } } });
    expect(status).toBe(200);
    return form === 'older' ? (body as Row)[name] : body;
  }

  test('a line item that is sent back with another variant takes its price (F42)', async () => {
    const { number, lineId } = await scene.cart();
    const { variantId } = await scene.goods();
    const id = BigInt(variantId);
    await store.db.variant.update({ where: { id }, data: { price: '30.00' } });
    const path = `/api/orders/${number}/line_items/${String(lineId)}`;
    const exchanged = { variant_id: variantId, quantity: 2 };
    expect(await sendBack(path, 'line_item', { variant_id: variantId })).toMatchObject({
      ...exchanged,
      price: price('30.0'),
    });
    expect(
      await store.db.lineItem.findUniqueOrThrow({ where: { id: BigInt(lineId) } }),
    ).toMatchObject({ priceIsOwn: false });
    expect(await sendBack(path, 'line_item', { price: '12.00' })).toMatchObject({
      ...exchanged,
      price: price('12.0'),
    });
  });

  test('an address that is sent back with another country loses its state (C24)', async () => {
    const { number, billAddressId } = await scene.addressed();
    const { id } = await store.db.country.findUniqueOrThrow({ where: { iso: 'DK' } });
    const path = `/api/orders/${number}/addresses/${String(billAddressId)}`;
    expect(await sendBack(path, 'address', { country_id: Number(id) })).toMatchObject({
      country_id: Number(id),
      state_id: null,
      state_name: null,
      city: 'Portland',
    });
  });

  test('a payment that is sent back with another method by its name takes this method (F45)', async () => {
    const { number, paymentId } = await scene.paid();
    const path = `/api/orders/${number}/payments/${String(paymentId)}`;
    const name = `Transfer in the ${form} format`;
    const { id } = await store.db.paymentMethod.create({
      data: { name, kind: 'check', position: 2 },
    });
    expect(await sendBack(path, 'payment', { payment_method: name })).toMatchObject({
      payment_method_id: Number(id),
      amount: price('39.8'),
    });
  });
});
