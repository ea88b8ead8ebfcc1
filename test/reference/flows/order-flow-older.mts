import createClient from 'openapi-fetch';
import type { paths } from './older.ts';

/** What a request was answered with; throws where it was refused. */
function accepted<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const [, , baseUrl = '', key = ''] = process.argv;
const Authorization = `Basic ${Buffer.from(`${key}:x`).toString('base64')}`;
const store = createClient<paths>({ baseUrl, headers: { Authorization } });

const { product } = accepted(
  await store.POST('/api/products.json', { body: { product: { name: 'Felt Hat', price: 34.5 } } }),
);
const { variant } = accepted(
  await store.POST('/api/products/{product}/variants.json', {
    params: { path: { product: String(product.id) } },
    body: { variant: { sku: 'HAT-M', price: 34.5, count_on_hand: 5 } },
  }),
);
const { order: cart } = accepted(
  await store.POST('/api/orders.json', {
    body: { order: { line_items: [{ variant_id: variant.id, quantity: 2 }] } },
  }),
);
const order = { path: { order: cart.number } };
const address = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: 'US',
  state: 'ME',
};
accepted(await store.PUT('/api/checkouts/{order}/next.json', { params: order }));
accepted(
  await store.PUT('/api/checkouts/{order}.json', {
    params: order,
    body: { order: { email: 'ada@harbour.example', bill_address: address }, use_billing: true },
  }),
);
accepted(await store.PUT('/api/checkouts/{order}/next.json', { params: order }));
const { payment } = accepted(
  await store.POST('/api/orders/{order}/payments.json', {
    params: order,
    body: { payment: { payment_method: 'Check' } },
  }),
);
const complete = accepted(await store.PUT('/api/orders/{order}/complete.json', { params: order }));
const [shipment] = complete.order.shipments;
if (!shipment) throw new Error('The order has no shipment.');
accepted(
  await store.PUT('/api/orders/{order}/payments/{id}/capture.json', {
    params: { path: { ...order.path, id: String(payment.id) } },
  }),
);
accepted(
  await store.PUT('/api/shipments/{shipment}/ready.json', {
    params: { path: { shipment: String(shipment.id) } },
  }),
);
const shipped = accepted(
  await store.PUT('/api/shipments/{shipment}/event.json', {
    params: { path: { shipment: String(shipment.id) } },
    body: { e: 'ship', shipment: { tracking: '1Z999AA10123456784' } },
  }),
);
const found = accepted(
  await store.GET('/api/orders.json', { params: { query: { search: { state: 'new' } } } }),
);
const [last] = found;
console.log(
  JSON.stringify({
    found: found.length,
    total: last?.order.total,
    states: [last?.order.state, shipped.shipment.state],
    tracking: last?.order.shipments[0]?.tracking,
    sku: last?.order.line_items[0]?.variant.sku,
    phone: last?.order.ship_address?.phone,
  }),
);
