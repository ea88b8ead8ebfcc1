import { expect } from '@jest/globals';
import type { ReadOrder } from '../../support/orders.ts';
import { readCents } from '../till/whole-cents.ts';
import { unitsOf } from './acts.ts';

const quantities = ({ lineItems }: ReadOrder): ReadonlyMap<string, number> =>
  new Map(lineItems.map(({ id, variant, quantity }) => [`${id} ${variant.id}`, quantity]));

const canceledOf = (order: ReadOrder, line: string): number =>
  unitsOf(order).filter(
    ({ lineItem, variant, state }) =>
      `${lineItem.id} ${variant.id}` === line && state === 'on_hand',
  ).length;

/**
 * Taking canceled units off their line, and no others, leaves what an order costs, but for the cents of a tax that is
 * rounded again; their share of the discounts leaves with them. Decision: C42
 */
export function expectCanceledToLeave(before: ReadOrder, after: ReadOrder): void {
  if (before.completedAt === null || after.completedAt === null) return;
  const prices = new Map(before.lineItems.map(({ id, price }) => [id, price]));
  if (after.lineItems.some(({ id, price }) => prices.get(id) !== price)) return;
  const [had, now] = [quantities(before), quantities(after)];
  if ([...now.keys()].some((line) => !had.has(line))) return;
  let gone = 0;
  for (const [line, quantity] of had) {
    const less = quantity - (now.get(line) ?? 0);
    if (less < 0 || less !== canceledOf(before, line) - canceledOf(after, line)) return;
    gone += less;
  }
  if (gone === 0) return;
  const distance = readCents(after.total) - readCents(before.total);
  const isNear = distance <= 2n && distance >= -2n;
  expect({ before: before.total, after: after.total, isNear }).toMatchObject({ isNear: true });
}
