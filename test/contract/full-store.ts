import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { maine, setScene } from './scene.ts';

interface Read {
  readonly id: number;
  readonly number: string;
  readonly line_items: readonly { readonly id: number }[];
  readonly shipments: readonly {
    readonly id: number;
    readonly shipping_rates: readonly { readonly id: number; readonly name: string }[];
  }[];
  readonly payments: readonly { readonly id: number }[];
  readonly bill_address: { readonly id: number };
}

/** A store in which every GET route finds a record with values in all of its keys. */
export interface FullStore {
  readonly store: Store;
  readonly admin: Account;
  /** Where each record is read, by the path of its route. */
  readonly paths: Readonly<Record<string, string>>;
}

/** An order with all its parts: addresses, a selected rate, a payment, an adjustment, a backordered unit. */
async function placeOrder(
  store: Store,
  admin: Account,
  goods: { readonly variantId: number },
): Promise<Read> {
  const client = store.newer(admin);
  const { body: cart } = await client.post('/api/orders', {
    body: {
      order: { user_id: admin.id, line_items: [{ variant_id: goods.variantId, quantity: 3 }] },
    },
  });
  const { number } = cart as Read;
  const checkout = async (order: unknown): Promise<Read> => {
    const { body } = await client.put(`/api/checkouts/${number}`, { body: { order } });
    return body as Read;
  };
  await checkout({ special_instructions: 'Ring twice.' });
  const { shipments } = await checkout({ bill_address: maine, use_billing: true });
  const [shipment] = shipments;
  const express = shipment?.shipping_rates.find(({ name }) => name === 'Express');
  const choice = { id: shipment?.id, selected_shipping_rate_id: express?.id };
  await checkout({ shipments_attributes: [choice] });
  await store.ask(
    `mutation ($order: OrderBy!) {
      createAdjustment(order: $order, input: { amount: "-2.50", label: "Goodwill" }) { adjustment { id } userErrors { code field message allowed lockVersion } }
    }`,
    { order: { number } },
  );
  return checkout({ payments_attributes: [{ payment_method_id: 1 }] });
}

/** Opens such a store in a time zone. */
export async function openFullStore(timeZone: string): Promise<FullStore> {
  const store = await openStore({ timeZone });
  const scene = await setScene(store);
  const { admin } = scene;
  const goods = await scene.goods({ onHand: 2 });
  const product = `/api/products/${goods.permalink}`;
  const variant = `${product}/variants/${String(goods.variantId)}`;
  await store.newer(admin).put(variant, {
    body: {
      variant: {
        cost_price: '7.10',
        weight: 0.35,
        height: 2,
        options: [{ name: 'Size', value: 'Large' }],
      },
    },
  });
  await store.ask(
    'mutation ($input: CreateImageInput!) { createImage(input: $input) { image { id } userErrors { code field message allowed lockVersion } } }',
    {
      input: {
        variantId: goods.variantId,
        alt: 'A shirt',
        attachmentFileName: 'shirt.png',
        attachmentContentType: 'image/png',
        attachmentWidth: 600,
        attachmentHeight: 800,
      },
    },
  );
  const order = await placeOrder(store, admin, goods);
  const at = `/api/orders/${order.number}`;
  const shipment = `/api/shipments/${String(order.shipments[0]?.id)}`;
  const { id: unitId } = await store.db.inventoryUnit.findFirstOrThrow();
  const unit = `/inventory_units/${String(unitId)}`;
  const line = order.line_items[0]?.id;
  const paths = {
    '/api/orders': '/api/orders',
    '/api/orders/mine': '/api/orders/mine',
    '/api/orders/:order': at,
    '/api/orders/:order/line_items': `${at}/line_items`,
    '/api/orders/:order/line_items/:id': `${at}/line_items/${String(line)}`,
    '/api/shipments': '/api/shipments',
    '/api/shipments/:shipment': shipment,
    '/api/orders/:order/shipments': `${at}/shipments`,
    '/api/orders/:order/shipments/:shipment': `${at}/shipments/${String(order.shipments[0]?.id)}`,
    '/inventory_units': '/inventory_units',
    '/orders/:order/inventory_units': `/orders/${order.number}/inventory_units`,
    '/shipments/:shipment/inventory_units': `${shipment.replace('/api', '')}/inventory_units`,
    '/inventory_units/:inventory_unit': unit,
    '/api/inventory_units': '/api/inventory_units',
    '/api/orders/:order/inventory_units': `${at}/inventory_units`,
    '/api/shipments/:shipment/inventory_units': `${shipment}/inventory_units`,
    '/api/inventory_units/:inventory_unit': `/api${unit}`,
    '/api/products': '/api/products',
    '/api/products/:product': product,
    '/api/variants': '/api/variants',
    '/api/products/:product/variants': `${product}/variants`,
    '/api/products/:product/variants/new': `${product}/variants/new`,
    '/api/products/:product/variants/:id': variant,
    '/api/variants/:id': `/api/variants/${String(goods.variantId)}`,
    '/api/orders/:order/addresses/:id': `${at}/addresses/${String(order.bill_address.id)}`,
    '/api/orders/:order/payments': `${at}/payments`,
    '/api/orders/:order/payments/:id': `${at}/payments/${String(order.payments[0]?.id)}`,
    '/api/payment_methods': '/api/payment_methods',
    '/api/shipping_methods': '/api/shipping_methods',
    '/api/stock_locations': '/api/stock_locations',
    '/api/countries': '/api/countries',
    '/api/countries/:country': '/api/countries/US',
    '/api/countries/:country/states': '/api/countries/US/states',
    '/api/countries/:country/states/:id': '/api/countries/US/states/ME',
    '/api/states': '/api/states',
    '/api/states/:id': '/api/states/1',
  };
  return { store, admin, paths };
}
