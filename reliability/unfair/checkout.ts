import type { Arm } from './attack.ts';
import { signed } from './attack.ts';

/** As many units as a customer's order may have, by line. */
const mostUnits = Array<number>(5).fill(1_000);

/** In a zone that the store delivers to. */
const address = {
  firstname: 'Ada',
  lastname: 'Field',
  address1: '4 Quay Street',
  city: 'Portland',
  zipcode: '04101',
  phone: '207-555-0142',
  country: 'US',
  state_name: 'Maine',
};

/** Sends a new cart as the customer, with all that its checkout needs but payments. */
function sendCart(arm: Arm, quantities: readonly number[], send: Arm['ask']) {
  const items = quantities.map((quantity, place) => ({
    variant_id: arm.target.variantIds[place],
    quantity,
  }));
  const order = { line_items: items, bill_address: address, use_billing: true };
  return send('POST', '/api/orders', { headers: signed(arm), body: JSON.stringify({ order }) });
}

/** A new cart of the customer; undefined where it is refused, such as of one who asked for too much before. */
export async function cart(arm: Arm, quantities: readonly number[]) {
  const { status, text } = await sendCart(arm, quantities, arm.prepare);
  if (status !== 201) return undefined;
  return JSON.parse(text) as { readonly number: string; readonly token: string };
}

/** A cart of as many units as are allowed, taken through the checkout and paid for; gives its number. */
export async function paidCart(arm: Arm): Promise<string | undefined> {
  const made = await cart(arm, mostUnits);
  if (!made) return undefined;
  const { number } = made;
  const headers = signed(arm);
  for (let step = 0; step < 3; step += 1) {
    await arm.prepare('PUT', `/api/checkouts/${number}/next`, { headers });
  }
  const body = JSON.stringify({ payment: { payment_method_id: 1 } });
  await arm.prepare('POST', `/api/orders/${number}/payments`, { headers, body });
  return number;
}

const complete = (number: string): string => `/api/orders/${number}/event?e=complete`;

/** A cart of as many units as are allowed, whose completion is counted, first one that is ready; or of more. */
export async function checkOut(arm: Arm, place: number, ready?: string): Promise<void> {
  if (place % 2 === 1) {
    await sendCart(arm, [100_000], arm.ask);
    return;
  }
  const number = (place === 0 && ready) || (await paidCart(arm));
  if (number) await arm.ask('PUT', complete(number), { headers: signed(arm) });
}

/** Orders as many units as are allowed; gives the number. */
export async function orderUnits(arm: Arm): Promise<string | undefined> {
  const number = await paidCart(arm);
  if (number) await arm.prepare('PUT', complete(number), { headers: signed(arm) });
  return number;
}

/** Reads an order and its shipments in the older format, which shows every unit; the shipments are counted. */
export async function readUnits(arm: Arm, number: string): Promise<void> {
  const basic = Buffer.from(`${arm.target.key}:x`).toString('base64');
  const headers = { authorization: `Basic ${basic}` };
  const path = `/api/orders/${number}`;
  const { text } = await arm.prepare('GET', `${path}.json`, { headers });
  for (const shipment of new Set(text.match(/\bH\d{11}\b/g))) {
    await arm.ask('GET', `${path}/shipments/${shipment}.json`, { headers });
  }
}
