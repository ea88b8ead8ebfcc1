import { expect } from '@jest/globals';
import type { Amount } from '../../../schema/order-desk/working-order.ts';
import type { ReadOrder } from '../../support/orders.ts';
import { readCents, sum } from '../till/whole-cents.ts';
import { unitsOf } from './acts.ts';
import type { SettledLine, Shop } from './shop.ts';

const cents = (amount: Amount): bigint => BigInt(Math.round(Number(amount) * 100));

/** What is taken off an order by hand. */
const discountOf = ({ adjustments }: ReadOrder): bigint =>
  sum(
    adjustments
      .filter(({ kind, amount }) => kind === 'manual' && amount.startsWith('-'))
      .map(({ amount }) => readCents(amount)),
  );

/**
 * A line of which all units have left, or were canceled, goes on costing what it costs, whatever is done to the others, and
 * once those that join it are taken off again: its tax stays, and its share of the discounts unless these change, no open
 * line has room for the rest of them, or others had joined it.
 * Decision: C26
 */
export async function expectSettledToStay(
  shop: Shop,
  before: ReadOrder,
  after: ReadOrder,
): Promise<void> {
  if (after.completedAt === null) return;
  const lines = await shop.db.lineItem.findMany({ where: { order: { number: after.number } } });
  const units = unitsOf(after);
  const countOf = (id: string, ...states: readonly string[]): number =>
    units.filter(({ lineItem, state }) => lineItem.id === id && states.includes(state)).length;
  const isOpen = (id: string): boolean => countOf(id, 'sold', 'backordered') > 0;
  const priced = lines.map(({ id, quantity, price, discount, tax }) => ({
    id: String(id),
    line: {
      pieces: quantity,
      price: cents(price),
      discount: cents(discount),
      tax: cents(tax),
      sent: countOf(String(id), 'shipped'),
      gone: countOf(String(id), 'returned', 'on_hand'),
    },
  }));
  const hasRoom = priced.some(
    ({ id, line }) => isOpen(id) && line.discount < line.price * BigInt(line.pieces),
  );
  const isDiscounted = discountOf(before) !== discountOf(after);
  for (const { id, line } of priced) {
    const was = shop.settled.get(id);
    const isJoined = isOpen(id) || line.sent + line.gone < line.pieces;
    const isSent = was?.price === line.price && was.sent === line.sent;
    const isSame = isSent && was.gone === line.gone;
    if (isJoined) {
      if (isSame) shop.joined.add(id);
      else shop.settled.delete(id);
      // canceled units are taken off first: the others cost what they did
      if (isSent && line.gone < was.gone) shop.keptTaxes.add(id);
      continue;
    }
    const wasJoined = shop.joined.delete(id);
    shop.settled.set(id, line);
    if (!was || !(wasJoined ? isSame : was.pieces === line.pieces && was.price === line.price))
      continue;
    const kept: SettledLine = { ...line, tax: was.tax };
    const mayChange = isDiscounted || !hasRoom || wasJoined;
    expect({ id, ...line }).toEqual({ id, ...kept, ...(!mayChange && { discount: was.discount }) });
    if (line.discount !== was.discount) shop.keptTaxes.add(id);
  }
}
