import { expect } from '@jest/globals';
import type { ReadOrder } from '../../support/orders.ts';
import { readCents } from '../till/whole-cents.ts';
import { type ActName, unitsOf } from './acts.ts';

const crediting: ReadonlySet<ActName> = new Set([
  'cancelShipment',
  'cancelBoxes',
  'returnUnit',
  'breakUnit',
  'return',
]);

const isGone = ({ state }: { readonly state: string }): boolean =>
  state === 'returned' || state === 'on_hand' || state === 'canceled';

/** The tax of an order. */
const taxOf = ({ adjustments }: ReadOrder): bigint =>
  adjustments
    .filter(({ kind }) => kind === 'tax')
    .reduce((sum, { amount }) => sum + readCents(amount), 0n);

/**
 * How much more tax an order has because the rest of its discounts is spread again: at most a cent a line for each box
 * that is canceled, or for the return.
 */
function taxRoundedAgain(before: ReadOrder, after: ReadOrder): bigint {
  const more = taxOf(after) - taxOf(before);
  const boxes = new Set(before.shipments.map(({ id }) => id));
  const times = Math.max(1, after.shipments.filter(({ id }) => !boxes.has(id)).length);
  const most = BigInt(after.lineItems.length * times);
  return more < 0n ? 0n : more > most ? most : more;
}

/**
 * What comes back, or is canceled, costs nothing more, and whoever paid for it gets no more than that: an order never
 * costs more by it, but for the cents of a tax that is rounded again, nor less than nothing. An order of which nothing
 * is sent, and nothing will be, costs nothing.
 * Decision: C42
 */
export function expectNoneToGain(act: ActName, before: ReadOrder, after: ReadOrder): void {
  if (after.completedAt === null || after.state === 'canceled') return;
  const [had, has] = [readCents(before.total), readCents(after.total)];
  if (crediting.has(act) && before.completedAt !== null) {
    const least = had < 0n ? had : 0n;
    const isSound = has >= least && has <= had + taxRoundedAgain(before, after);
    expect({ act, had, has, isSound }).toEqual({ act, had, has, isSound: true });
  }
  const pieces = unitsOf(after).length;
  if (pieces < after.totalQuantity || ![...after.shipments, ...unitsOf(after)].every(isGone))
    return;
  expect({ act, has, isFree: has <= 0n }).toEqual({ act, has, isFree: true });
}

/** Packing goods anew gives no shipping away, whether a box is emptied by it or not. Decision: T29 */
export function expectShippingToStay(act: ActName, before: ReadOrder, after: ReadOrder): void {
  if (act !== 'split') return;
  const shippingOf = ({ shipments }: ReadOrder): bigint =>
    shipments.reduce((sum, { cost }) => sum + readCents(cost), 0n);
  expect({ act, shipping: shippingOf(after) }).toEqual({ act, shipping: shippingOf(before) });
}
