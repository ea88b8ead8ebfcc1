import type { Client } from '../../test/support/clients.ts';
import { mostPieces } from '../../schema/domain/order-machine.ts';
import type { Ask } from './ask.ts';
import type { SeenOrder, Shop } from './shop.ts';
import { delivered, linesOfAll, many } from './shop.ts';

const pathOf = ({ number }: SeenOrder): string => `/api/orders/${number}`;

/** One step of a checkout. */
const step = (client: Client, { number }: SeenOrder, body: object = {}) =>
  client.put(`/api/checkouts/${number}`, { body });

const quantities = ({ line_items: lines }: SeenOrder, quantity: number) => ({
  order: { line_items: lines.map(({ id }) => ({ id, quantity })) },
});

/** An order of as many lines as it may have. Decision: A39, P75. */
export async function writeLines(shop: Shop, ask: Ask): Promise<void> {
  const { prepare } = shop;
  const admin = shop.admin();
  const cart = await prepare<SeenOrder>(() => admin.post('/api/orders', { body: { order: {} } }));
  const path = pathOf(cart);
  const lined = await ask<SeenOrder>('500 lines in one write to a cart', () =>
    admin.put(path, { body: { order: { line_items: linesOfAll(shop, 1) } } }),
  );
  await prepare(() => step(admin, lined, delivered));
  await ask('the step of 500 lines to delivery', () => step(admin, lined));
  await ask('500 other quantities in delivery', () =>
    admin.put(path, { body: quantities(lined, 2) }),
  );
  await ask('the completion of 500 lines', () => admin.put(`${path}/event?e=complete`));
  await ask('500 other quantities of a complete order', () =>
    admin.put(path, { body: quantities(lined, 3) }),
  );
}

/** The largest order of a customer goes through the checkout, and is canceled. Decision: N61, N80. */
export async function buyAsCustomer({ customer, prepare, variantIds }: Shop, ask: Ask) {
  const { line, order } = mostPieces.customer;
  const lines = variantIds.slice(0, order / line).map((id) => ({ variant_id: id, quantity: line }));
  const cart = await prepare<SeenOrder>(() =>
    customer.post('/api/orders', { body: { order: { line_items: lines } } }),
  );
  const steps = 'a step of a customer’s checkout of 5 lines of 1,000 units';
  await prepare(() => step(customer, cart, delivered));
  await ask(steps, () => step(customer, cart));
  await ask(steps, () => step(customer, cart));
  const payments = { order: { payments: [{ payment_method_id: 1 }] } };
  await prepare(() => customer.put(pathOf(cart), { body: payments }));
  await ask('the completion of that order', () => customer.put(`${pathOf(cart)}/event?e=complete`));
  await ask('its cancellation', () => customer.put(`${pathOf(cart)}/event?e=cancel`));
}

/** The largest order of the shop: 500 lines of 40 units. */
async function sellMost(shop: Shop, ask: Ask): Promise<SeenOrder> {
  const { admin, prepare, variantIds } = shop;
  const quantity = mostPieces.shop.order / variantIds.length;
  const cart = await prepare<SeenOrder>(() =>
    admin().post('/api/orders', { body: { order: { line_items: linesOfAll(shop, quantity) } } }),
  );
  return ask('the completion of the shop’s order of 20,000 units', () =>
    admin().put(`${pathOf(cart)}/event?e=complete`),
  );
}

/** The largest order of the shop is sent and comes back. Decision: N61. */
export async function sendMost(shop: Shop, ask: Ask): Promise<void> {
  const admin = shop.admin();
  const sold = await sellMost(shop, ask);
  const shipment = `/api/shipments/${sold.shipments[0]?.number ?? ''}/event?e=`;
  await ask('its one shipment is ready', () => admin.put(`${shipment}ready`));
  await ask('its one shipment leaves', () => admin.put(`${shipment}ship`));
  const event = `${pathOf(sold)}/event?e=`;
  await ask('its return is expected', () => admin.put(`${event}authorize_return`));
  await ask('its 20,000 units come back', () => admin.put(`${event}return`));
}

/** The largest order of the shop is canceled, opened again and emptied. Decision: N61, T48. */
export async function cancelMost(shop: Shop, ask: Ask): Promise<void> {
  const admin = shop.admin();
  const path = pathOf(await sellMost(shop, ask));
  await ask('it is canceled', () => admin.put(`${path}/event?e=cancel`));
  await ask('it is opened again', () => admin.put(`${path}/event?e=resume`));
  await ask('it is emptied', () => admin.put(`${path}/empty`));
}

/** An order of as many shipments as it may have, and of as many units as a write may name. Decision: N60, N61. */
export async function packMost(shop: Shop, ask: Ask): Promise<void> {
  const { prepare } = shop;
  const admin = shop.admin();
  const sold = await sellMost(shop, ask);
  const path = `${pathOf(sold)}/shipments`;
  const ids = await unitsOf(shop, sold);
  const share = ids.length / 50;
  const unitsAt = (at: number) => ids.slice(at * share, (at + 1) * share);
  await ask('500 units of it in a new shipment', () =>
    admin.post(path, { body: { shipment: { inventory_unit_ids: ids.slice(-500) } } }),
  );
  const { shipments: two } = await prepare<SeenOrder>(() => admin.get(pathOf(sold)));
  await ask('500 other units of it in that shipment', () =>
    admin.put(`/api/shipments/${two[1]?.number ?? ''}`, {
      body: { shipment: { inventory_unit_ids: ids.slice(-1_000, -500) } },
    }),
  );
  for (let made = 2; made < 50; made += 1) {
    const body = { shipment: { inventory_unit_ids: unitsAt(made) } };
    await prepare(() => admin.post(path, { body }));
  }
  const { shipments } = await prepare<SeenOrder>(() => admin.get(pathOf(sold)));
  const moved = shipments.map(({ id }, at) => ({
    id,
    tracking: `1Z${String(at)}`,
    inventory_unit_ids: unitsAt((at + 1) % 50),
  }));
  await ask('50 shipments of it in one write, to each of which 400 units move', () =>
    admin.put(pathOf(sold), { body: { order: { shipments: moved } } }),
  );
}

/** The ids of the units of an order, read page by page. */
async function unitsOf({ admin, prepare }: Shop, { number }: SeenOrder): Promise<number[]> {
  const ids: number[] = [];
  const pages = many(mostPieces.shop.order / 500, (at) => at + 1);
  for (const page of pages) {
    const path = `/api/orders/${number}/inventory_units?per_page=500&page=${String(page)}`;
    const units = await prepare<readonly { readonly inventory_unit: { readonly id: number } }[]>(
      () => admin().get(path),
    );
    ids.push(...units.map(({ inventory_unit: unit }) => unit.id));
  }
  return ids;
}
