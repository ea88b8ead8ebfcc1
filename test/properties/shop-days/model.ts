import { expect } from '@jest/globals';
import type { Outcome, ReadOrder } from '../../support/orders.ts';
import type { ActName } from './acts.ts';
import { pick, unitsOf } from './acts.ts';
import { type Done, expectPrices, expectRefusedPrices } from './prices.ts';
import { present, type Shop } from './shop.ts';
import { expectNoneToGain, expectShippingToStay } from './credits.ts';
import { expectSettledToStay } from './settled.ts';
import { expectCanceledToLeave } from './taken-off.ts';

const checkout = ['cart', 'address', 'delivery', 'payment', 'confirm'];
const open = ['complete', 'resumed', 'awaiting_return'];

type Reachable = Readonly<Partial<Record<ActName, Readonly<Record<string, readonly string[]>>>>>;

/** The state after an action that was not refused. Decision: T5 to T20. */
const reachable: Reachable = {
  complete: Object.fromEntries(checkout.map((state) => [state, ['complete']])),
  cancel: Object.fromEntries(open.map((state) => [state, ['canceled']])),
  resume: { canceled: ['resumed'] },
  authorizeReturn: { complete: ['awaiting_return'], resumed: ['awaiting_return'] },
  return: { awaiting_return: ['returned'] },
  approve: Object.fromEntries(open.map((state) => [state, [state]])),
  next: {
    cart: ['address'],
    address: ['delivery'],
    delivery: ['payment', 'complete'],
    payment: ['confirm', 'complete'],
    confirm: ['complete'],
  },
};

/** Actions on the contents of a cart: a step back, or back to `cart` if nothing is left. Decision: T27, T45. */
const contents = new Set<ActName>([
  'add',
  'addPriced',
  'priceLine',
  'priceAndSet',
  'set',
  'exchange',
  'remove',
  'takeCanceledOff',
  'rewrite',
  'address',
  'pack',
]);

function mayBecome(act: ActName, state: string): readonly string[] {
  const rows = reachable[act];
  if (rows) return rows[state] ?? [];
  const step = checkout.indexOf(state);
  if (act === 'empty') return ['cart'];
  if (act === 'advance' && step >= 0) return [...checkout.slice(step), 'complete'];
  return contents.has(act) && step >= 0 ? [state, 'address', 'cart'] : [state];
}

/** The actions that store one row of history whenever they succeed. */
const events: Readonly<Partial<Record<ActName, string>>> = {
  complete: 'complete',
  cancel: 'cancel',
  resume: 'resume',
  authorizeReturn: 'authorize_return',
  return: 'return',
  approve: 'approve',
  empty: 'empty',
};

/** What the history of an order says about an action: its event, or that a changed cart took a step back. */
function eventOf(act: ActName, before: ReadOrder, after: ReadOrder): string | undefined {
  // what clears nothing writes nothing
  if (act === 'empty' && after.lockVersion === before.lockVersion) return undefined;
  return contents.has(act) && after.state !== before.state ? 'set_back' : events[act];
}

const isOrder = (record: unknown): record is ReadOrder =>
  typeof record === 'object' && record !== null && 'lineItems' in record;

/**
 * Compares the result of an action with the model: a refusal changes nothing visible but prices (T46), a success leads to an
 * expected state, and what it returned is what is read afterwards.
 */
export async function noteOutcome(
  shop: Shop,
  before: ReadOrder,
  done: Done,
  { record, errors }: Outcome<unknown>,
): Promise<void> {
  const { number } = before;
  const { name: act, place } = done;
  if (errors.length > 0) {
    shop.orders.set(number, undefined);
    expectRefusedPrices(shop, before, done, await present(shop, number), errors);
    return;
  }
  // Returned units fill orders that wait.
  for (const other of shop.orders.keys()) shop.orders.set(other, undefined);
  if (isOrder(record)) shop.orders.set(number, record);
  if (act === 'fillUnit') noteSupply(shop, before, place, 1);
  if (act === 'breakUnit') noteSupply(shop, before, place, -1);
  const after = await present(shop, number);
  expectPrices(shop, before, done, after);
  await expectSettledToStay(shop, before, after);
  expectCanceledToLeave(before, after);
  expectNoneToGain(act, before, after);
  expectShippingToStay(act, before, after);
  const { state } = after;
  const event = eventOf(act, before, after);
  if (event !== undefined) shop.fired.push(`${number} ${event}`);
  expect({ act, from: before.state, to: mayBecome(act, before.state) }).toEqual({
    act,
    from: before.state,
    to: expect.arrayContaining([state]) as unknown,
  });
}

/** A unit of stock arrived for a backordered unit, which takes it, or came back damaged. Decision: T36. */
function noteSupply({ supply }: Shop, order: ReadOrder, place: number, change: number): void {
  const variantId = BigInt(pick(unitsOf(order), place)?.variant.id ?? '');
  supply.set(variantId, (supply.get(variantId) ?? 0) + change);
}
