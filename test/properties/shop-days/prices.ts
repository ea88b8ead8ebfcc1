import { expect } from '@jest/globals';
import type { Line, Outcome, ReadOrder } from '../../support/orders.ts';
import { readCents, spellCents } from '../till/whole-cents.ts';
import { type ActName, pick, priceTag, unitsOf } from './acts.ts';
import type { Shop } from './shop.ts';

/** What was done to an order. */
export interface Done {
  readonly name: ActName;
  readonly place: number;
  readonly amount: number;
}

/** Gives one variant another price, or two in one request, which is refused if it expects another one than there is. */
export async function changePrices(
  { desk, variants, prices }: Shop,
  { place, amount, isInBulk }: { place: number; amount: number; isInBulk: boolean },
): Promise<void> {
  const [first = 0n, second = 0n] = [pick(variants, place), pick(variants, place + 1)];
  const price = priceTag(place, amount);
  if (!isInBulk) {
    expect((await desk.try.price(first, price)).errors).toEqual([]);
    prices.set(String(first), readCents(price));
    return;
  }
  const changeFrom = priceTag(place, amount + 1);
  const { errors } = await desk.try.prices([
    { variant: { id: String(first) }, price },
    { variant: { id: String(second) }, price, changeFrom },
  ]);
  const isExpected = prices.get(String(second)) === readCents(changeFrom);
  expect({ changeFrom, isRefused: errors.length > 0 }).toEqual({
    changeFrom,
    isRefused: !isExpected,
  });
  if (!isExpected) return;
  for (const id of [first, second]) prices.set(String(id), readCents(price));
}

/** Lines of a cart that have another price than their variant has now, and must follow it. */
const outdatedLines = (
  { prices, carts }: Shop,
  { completedAt, lineItems }: ReadOrder,
): readonly Line[] =>
  completedAt !== null || carts === 'keep'
    ? []
    : lineItems.filter(
        ({ variant, price, priceIsOwn }) =>
          !priceIsOwn && readCents(price) !== prices.get(variant.id),
      );

const isPricing = (name: ActName): boolean => name === 'priceLine' || name === 'priceAndSet';

const isCredited = ({ state }: { readonly state: string }): boolean =>
  state === 'returned' || state === 'on_hand';

/** The units of a line, as far as they are in shipments. */
const unitsOfLine = (order: ReadOrder, { id }: Pick<Line, 'id'>) =>
  unitsOf(order).filter(({ lineItem }) => lineItem.id === id);

const dollars = (cents: bigint): string => {
  const [whole, fraction = ''] = spellCents(cents).split('.');
  return `$${String(whole)}.${fraction.padEnd(2, '0')}`;
};

/** An order without what follows from the prices of its lines. */
const apartFromPrices = (order: ReadOrder) => ({
  ...order,
  ...{ itemTotal: '', adjustmentTotal: '', total: '', updatedAt: '', lockVersion: 0 },
  ...{ checkoutSteps: [], adjustments: [] },
  lineItems: order.lineItems.map((line) => ({ ...line, price: '', total: '' })),
});

/**
 * What is refused changes nothing, but for a step to completion: it names the prices that have changed, and the cart
 * shows the present ones.
 */
export function expectRefusedPrices(
  shop: Shop,
  before: ReadOrder,
  { name, place }: Done,
  after: ReadOrder,
  errors: Outcome<unknown>['errors'],
): void {
  const fields = (errors[0]?.['fields'] ?? {}) as Readonly<Record<string, readonly string[]>>;
  const outdated = outdatedLines(shop, before);
  if (isPricing(name) && fields['price'] !== undefined) {
    const line = pick(before.lineItems, place);
    const units = line ? unitsOfLine(before, line) : [];
    const isUnknown = units.length < (line?.quantity ?? 0);
    expect(isUnknown || units.some(isCredited)).toBe(true);
  }
  if (!(name === 'next' || name === 'complete') || outdated.length === 0) {
    expect(after).toEqual(before);
    return;
  }
  expect(apartFromPrices(after)).toEqual(apartFromPrices(before));
  expect(outdatedLines(shop, after)).toEqual([]);
  if (name === 'next' && fields['price'] === undefined) return;
  const texts = outdated.map(({ id, variant, price }) => {
    const to = shop.prices.get(variant.id) ?? 0n;
    return `has changed from ${dollars(readCents(price))} to ${dollars(to)} for line item ${id}, `;
  });
  expect((fields['price'] ?? []).map((text) => text.replace(/".*/, ''))).toEqual(texts);
}

/**
 * The prices after an act that was not refused: where carts follow the variants, what is written of a cart does; a line
 * whose price was set by hand keeps it, and so do all lines of an order once it is completed. Nothing is completed at a
 * price that the order did not show before.
 */
export function expectPrices(
  shop: Shop,
  before: ReadOrder,
  { name, place, amount }: Done,
  after: ReadOrder,
): void {
  const isCart = before.completedAt === null;
  const follows = isCart && shop.carts === 'follow';
  if (isCart && after.completedAt !== null) expect(outdatedLines(shop, before)).toEqual([]);
  if (after.lockVersion === before.lockVersion) {
    expect(after.lineItems).toEqual(before.lineItems);
    return;
  }
  const priced = isPricing(name) ? pick(before.lineItems, place) : undefined;
  const tag = readCents(priceTag(place, amount));
  const isResized = name === 'priceAndSet' && priced?.quantity !== amount;
  const expected = after.lineItems.map((line) => {
    const was = before.lineItems.find(
      ({ id, variant }) => id === line.id && variant.id === line.variant.id,
    );
    const present = shop.prices.get(line.variant.id) ?? -1n;
    // the price that an outdated line shows stays if it is sent (V30)
    const isKept = follows && present !== tag;
    const isSent = isResized || isKept || (priced !== undefined && readCents(priced.price) !== tag);
    const isGiven = line.id === priced?.id && isSent;
    const isNew = !was && name === 'addPriced';
    if (isGiven || isNew) return { id: line.id, cents: tag, isOwn: true };
    if (was?.priceIsOwn) return { id: line.id, cents: readCents(was.price), isOwn: true };
    return { id: line.id, cents: was && !follows ? readCents(was.price) : present, isOwn: false };
  });
  const shown = after.lineItems.map(({ id, price, priceIsOwn }) => ({
    id,
    cents: readCents(price),
    isOwn: priceIsOwn,
  }));
  expect(shown).toEqual(expected);
  if (isCart) return;
  const isRepriced = priced !== undefined && readCents(priced.price) !== tag;
  // units that were canceled may leave with the change
  if (isRepriced) expect(unitsOfLine(after, priced).filter(isCredited)).toEqual([]);
  if (!isRepriced) return;
  const states = unitsOfLine(before, priced).map(({ state }) => state);
  if (!states.includes('sold') && !states.includes('backordered')) shop.keptTaxes.add(priced.id);
}
