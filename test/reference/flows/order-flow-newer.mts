import createClient from 'openapi-fetch';
import type { paths } from './newer.ts';

/** What a request was answered with; throws where it was refused. */
function accepted<Data>({ data, error }: { data?: Data; error?: unknown }): Data {
  if (data === undefined) throw new Error(JSON.stringify(error));
  return data;
}

const [, , baseUrl = '', key = ''] = process.argv;
const store = createClient<paths>({ baseUrl, headers: { 'X-ServiceAPIKey': key } });

const product = accepted(
  await store.POST('/api/products', { body: { product: { name: 'Felt Hat', price: '34.50' } } }),
);
const variant = accepted(
  await store.POST('/api/products/{product}/variants', {
    params: { path: { product: product.permalink } },
    body: { variant: { sku: 'HAT-M', price: '34.50', count_on_hand: 5 } },
  }),
);
const cart = accepted(
  await store.POST('/api/orders', {
    params: { header: { 'Idempotency-Key': 'order-4711' } },
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
accepted(await store.PUT('/api/checkouts/{order}/next', { params: order }));
accepted(
  await store.PUT('/api/checkouts/{order}', {
    params: order,
    body: { order: { email: 'ada@harbour.example', bill_address: address }, use_billing: true },
  }),
);
accepted(await store.PUT('/api/checkouts/{order}/next', { params: order }));
accepted(
  await store.POST('/api/orders/{order}/payments', {
    params: order,
    body: { payment: { payment_method: 'Check' } },
  }),
);
const complete = accepted(await store.PUT('/api/orders/{order}/complete', { params: order }));
const [payment] = complete.payments;
const [shipment] = complete.shipments;
if (!payment || !shipment) throw new Error('The order has no payment or no shipment.');
accepted(
  await store.PUT('/api/orders/{order}/payments/{id}/capture', {
    params: { path: { ...order.path, id: String(payment.id) } },
  }),
);
accepted(
  await store.PUT('/api/shipments/{shipment}/event', {
    params: { path: { shipment: shipment.number } },
    body: { e: 'ready' },
  }),
);
const shipped = accepted(
  await store.PUT('/api/shipments/{shipment}/ship', {
    params: { path: { shipment: shipment.number } },
    body: { shipment: { tracking: '1Z999AA10123456784' } },
  }),
);
const found = accepted(
  await store.GET('/api/orders', {
    params: { query: { q: { number_eq: cart.number, state_in: 'complete,returned' } } },
  }),
);
const [last] = found.orders;
console.log(
  JSON.stringify({
    found: found.count,
    total: last?.total,
    states: [last?.state, last?.payment_state, last?.shipment_state],
    tracking: shipped.shipment.tracking,
    sku: last?.line_items[0]?.variant.sku,
    phone: last?.ship_address?.phone,
  }),
);

/** What a client would throw at does not compile. */
export const listOfNumbers = () =>
  store.GET('/api/orders', {
    // @ts-expect-error a list inside an object of the query
    params: { query: { q: { number_in: [cart.number] } } },
  });
