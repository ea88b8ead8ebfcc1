import { createClient } from './hey-api/client';
import {
  captureOrderPayment,
  completeOrder,
  createOrder,
  createOrderPayment,
  createProduct,
  createProductVariant,
  fireShipmentEvent,
  listOrders,
  nextCheckout,
  shipShipment,
  updateCheckout,
} from './hey-api';

const [, , baseUrl = '', key = ''] = process.argv;
const client = createClient({ baseUrl, headers: { 'X-ServiceAPIKey': key } });
const options = { client, throwOnError: true } as const;

const { data: product } = await createProduct({
  ...options,
  body: { product: { name: 'Felt Hat', price: '34.50' } },
});
const { data: variant } = await createProductVariant({
  ...options,
  path: { product: product.permalink },
  body: { variant: { sku: 'HAT-M', price: '34.50', count_on_hand: 5 } },
});
const { data: cart } = await createOrder({
  ...options,
  body: { order: { line_items: [{ variant_id: variant.id, quantity: 2 }] } },
});
const path = { order: cart.number };
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
await nextCheckout({ ...options, path });
await updateCheckout({
  ...options,
  path,
  body: { order: { email: 'ada@harbour.example', bill_address: address }, use_billing: true },
});
await nextCheckout({ ...options, path });
await createOrderPayment({ ...options, path, body: { payment: { payment_method: 'Check' } } });
const { data: complete } = await completeOrder({ ...options, path });
const [payment] = complete.payments;
const [shipment] = complete.shipments;
if (!payment || !shipment) throw new Error('The order has no payment or no shipment.');
await captureOrderPayment({ ...options, path: { ...path, id: String(payment.id) } });
await fireShipmentEvent({
  ...options,
  path: { shipment: shipment.number },
  body: { e: 'ready' },
});
const { data: shipped } = await shipShipment({
  ...options,
  path: { shipment: shipment.number },
  body: { shipment: { tracking: '1Z999AA10123456784' } },
});
const { data: found } = await listOrders({
  ...options,
  query: { q: { number_eq: cart.number, state_in: 'complete,returned' } },
});
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
