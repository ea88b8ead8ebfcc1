import type { Cart, Counter, Form } from './counter.ts';
import { atOnce, tally } from './counter.ts';

/** How often each status was returned. */
type Answers = Readonly<Record<number, number>>;

/**
 * Adds one unit of one variant to one cart, in so many concurrent requests: by turns of its buyer, whose right is read
 * from the order before it is locked, and of the shop, which locks it by its number.
 */
export async function addAtOnce(
  counter: Counter,
  times: number,
  form: Form,
): Promise<{ answers: Answers; lines: number; quantity: number; itemTotal: string }> {
  const ware = await counter.stock(times);
  const { number, token } = await counter.cart();
  const path = `/api/orders/${number}/line_items${form === 'older' ? '.json' : ''}`;
  const sent = { body: { line_item: { variant_id: ware.id, quantity: 1 } } };
  const replies = await atOnce(times, (place) =>
    place % 2 === 0
      ? counter.buyer().post(`${path}?order_token=${token}`, sent)
      : counter.admin(form).post(path, sent),
  );
  const order = await counter.read(number);
  return {
    answers: tally(replies),
    lines: order.line_items.length,
    quantity: order.total_quantity,
    itemTotal: order.item_total,
  };
}

/** A completed order of so many units, which takes all the stock. */
async function completed(
  counter: Counter,
  pieces: number,
): Promise<{ cart: Cart; left: () => Promise<number> }> {
  const ware = await counter.stock(pieces);
  const cart = await counter.cart([ware, pieces]);
  await counter.fire(cart, 'complete');
  return { cart, left: () => counter.countOf(ware) };
}

/** Cancels one order in so many concurrent requests. */
export async function cancelAtOnce(
  counter: Counter,
  times: number,
): Promise<{ answers: Answers; state: string; left: number }> {
  const { cart, left } = await completed(counter, 3);
  const replies = await atOnce(times, (place) =>
    counter.fire(cart, 'cancel', place % 2 === 0 ? 'newer' : 'older'),
  );
  const { state } = await counter.read(cart.number);
  return { answers: tally(replies), state, left: await left() };
}

/** Ships one shipment in so many concurrent requests. */
export async function shipAtOnce(
  counter: Counter,
  times: number,
): Promise<{ answers: Answers; shipments: readonly string[]; left: number }> {
  const { cart, left } = await completed(counter, 3);
  const [shipment] = (await counter.read(cart.number)).shipments;
  const path = `/api/shipments/${shipment?.number ?? ''}/event`;
  await counter.admin().put(`${path}?e=ready`);
  const replies = await atOnce(times, () => counter.admin().put(`${path}?e=ship`));
  const { shipments } = await counter.read(cart.number);
  return {
    answers: tally(replies),
    shipments: shipments.map(({ state }) => state),
    left: await left(),
  };
}

/** Empties a cart while it is completed, both in several concurrent requests. */
export async function emptyAgainstComplete(
  counter: Counter,
  times: number,
): Promise<{ emptied: Answers; completed: Answers; state: string; lines: number; left: number }> {
  const ware = await counter.stock(3);
  const cart = await counter.cart([ware, 3]);
  const empty = () =>
    counter.buyer().put(`/api/orders/${cart.number}/empty?order_token=${cart.token}`);
  const [complete, emptied] = await Promise.all([
    atOnce(times, () => counter.fire(cart, 'complete')),
    atOnce(times, empty),
  ]);
  const { state, line_items: lines } = await counter.read(cart.number);
  return {
    emptied: tally(emptied),
    completed: tally(complete),
    state,
    lines: lines.length,
    left: await counter.countOf(ware),
  };
}

/** A payment by check over the total of a completed order. */
async function paidOrder(counter: Counter): Promise<{ cart: Cart; path: string }> {
  const { cart } = await completed(counter, 3);
  const path = `/api/orders/${cart.number}/payments`;
  const { id } = await counter.sure<{ id: number }>(
    counter.admin().post(path, {
      body: { payment: { amount: '30.00', payment_method: 'Check' } },
    }),
  );
  return { cart, path: `${path}/${String(id)}` };
}

const paidOn = async (counter: Counter, { number }: Cart): Promise<string> => {
  const { body } = await counter.admin().get(`/api/orders/${number}`);
  return (body as { payment_total: string }).payment_total;
};

/** Captures one payment in so many concurrent requests. */
export async function captureAtOnce(
  counter: Counter,
  times: number,
): Promise<{ answers: Answers; paid: string }> {
  const { cart, path } = await paidOrder(counter);
  const replies = await atOnce(times, () => counter.admin().put(`${path}/capture`));
  return { answers: tally(replies), paid: await paidOn(counter, cart) };
}

/** Captures and voids one payment, each in so many concurrent requests. */
export async function captureAgainstVoid(
  counter: Counter,
  times: number,
): Promise<{ captured: Answers; voided: Answers; paid: string }> {
  const { cart, path } = await paidOrder(counter);
  const [captured, voided] = await Promise.all([
    atOnce(times, () => counter.admin().put(`${path}/capture`)),
    atOnce(times, () => counter.admin().put(`${path}/void`)),
  ]);
  return { captured: tally(captured), voided: tally(voided), paid: await paidOn(counter, cart) };
}

/** Credits all of a captured payment in so many concurrent requests. */
export async function creditAtOnce(
  counter: Counter,
  times: number,
): Promise<{ answers: Answers; paid: string }> {
  const { cart, path } = await paidOrder(counter);
  await counter.admin().put(`${path}/capture`);
  const replies = await atOnce(times, () =>
    counter.admin().put(`${path}/credit`, { body: { amount: '30.00' } }),
  );
  return { answers: tally(replies), paid: await paidOn(counter, cart) };
}
