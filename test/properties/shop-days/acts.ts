import { expect } from '@jest/globals';
import type { Outcome, ReadOrder } from '../../support/orders.ts';
import { maineAddress } from '../../support/orders.ts';
import { readCents, spellCents } from '../till/whole-cents.ts';
import type { Shop } from './shop.ts';

/** An element of a list, for any number. */
export const pick = <T>(list: readonly T[], place: number): T | undefined =>
  list[place % list.length];

const priceTags = ['9.99', '10.00', '3.33', '24.50', '0.01', '0.00', '7.77'] as const;

/** A price of which units have parts that are no whole cents, or none. */
export const priceTag = (place: number, amount: number): string =>
  pick(priceTags, place * 4 + amount) ?? '';

/** Does something to an order; `place` and `amount` choose among what it has. */
type Act = (
  shop: Shop,
  order: ReadOrder,
  place: number,
  amount: number,
) => Promise<Outcome<unknown>>;

const event =
  (name: string): Act =>
  ({ desk }, { number }) =>
    desk.try.fire(number, name);

/** So many units of a variant, as a line item. */
export const wanted = ({ variants }: Shop, place: number, quantity: number) => ({
  variantId: String(pick(variants, place)),
  quantity,
});

/** The units of an order that are in a shipment. */
export const unitsOf = ({ shipments }: ReadOrder) =>
  shipments.flatMap(({ inventoryUnits }) => inventoryUnits);

/** Adds a discount by hand. */
async function takeOff(
  { desk, discounts }: Shop,
  { id, number }: ReadOrder,
  amount: string,
): Promise<Outcome<unknown>> {
  const outcome = await desk.try.adjustOrder(id, { amount, label: 'Sorry' });
  if (outcome.errors.length === 0) discounts.push({ number, id: outcome.record.id });
  return outcome;
}

/** Everything that can be done to an order; what is not possible now is refused. */
export const acts = {
  add: (shop, { number }, place, amount) =>
    shop.desk.try.add(number, wanted(shop, place, amount), place % 2 === 0),
  addPriced: (shop, { number }, place, amount) => {
    const input = { ...wanted(shop, place, amount), price: priceTag(place, amount) };
    return shop.desk.try.add(number, input, place % 2 === 0);
  },
  priceLine: ({ desk }, { number, lineItems }, place, amount) =>
    desk.try.set(number, pick(lineItems, place)?.id ?? '', { price: priceTag(place, amount) }),
  priceAndSet: ({ desk }, { number, lineItems }, place, amount) =>
    desk.try.set(number, pick(lineItems, place)?.id ?? '', {
      price: priceTag(place, amount),
      quantity: amount,
    }),
  set: ({ desk }, { number, lineItems }, place, amount) =>
    desk.try.set(number, pick(lineItems, place)?.id ?? '', { quantity: amount - 1 }),
  exchange: (shop, { number, lineItems }, place) =>
    shop.desk.try.set(number, pick(lineItems, place)?.id ?? '', {
      variantId: String(pick(shop.variants, place + 1)),
    }),
  remove: ({ desk }, { number, lineItems }, place) =>
    desk.try.remove(number, pick(lineItems, place)?.id ?? ''),
  rewrite: (shop, { number, lineItems }, place, amount) =>
    shop.desk.try.update(number, {
      specialInstructions: `Ring ${String(amount)} times`,
      lineItems: [
        wanted(shop, place, amount),
        ...lineItems.slice(0, 1).map(({ id }) => ({ id, quantity: amount - 1 })),
      ],
    }),
  address: ({ desk }, { number }, place) =>
    desk.try.update(number, {
      billAddress: { ...maineAddress, city: place % 2 === 0 ? 'Portland' : 'Bangor' },
      useBilling: true,
    }),
  rate: ({ desk }, { number, shipments }, place) =>
    desk.try.update(number, {
      shipments: shipments.slice(0, 1).map(({ id, shippingRates }) => ({
        id,
        selectedShippingRateId: pick(shippingRates, place)?.id,
      })),
    }),
  pay: ({ desk }, { number }) => desk.try.pay(number, { paymentMethod: { name: 'Check' } }),
  capture: ({ desk }, { number, payments }) =>
    desk.try.firePayment(number, payments.at(-1)?.id ?? '', 'capture'),
  capturePart: ({ desk }, { payments }, _place, amount) =>
    desk.try.capturePart(payments.at(-1)?.id ?? '', `${String(amount)}.01`),
  refund: ({ desk }, { payments }, place, amount) =>
    desk.try.refund(pick(payments, place)?.id ?? '', amount === 4 ? null : `${String(amount)}.03`),
  next: ({ desk }, { number }) => desk.try.next(number),
  advance: ({ desk }, { number }) => desk.try.advance(number),
  complete: event('complete'),
  cancel: event('cancel'),
  resume: event('resume'),
  approve: event('approve'),
  authorizeReturn: event('authorize_return'),
  return: event('return'),
  empty: ({ desk }, { number }) => desk.try.empty(number),
  ready: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(pick(shipments, place)?.id ?? '', 'ready'),
  ship: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(pick(shipments, place)?.id ?? '', 'ship'),
  cancelShipment: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(pick(shipments, place)?.id ?? '', 'cancel'),
  resumeShipment: ({ desk }, { shipments }, place) =>
    desk.try.fireShipment(pick(shipments, place)?.id ?? '', 'resume'),
  discount: (shop, order, _place, amount) => takeOff(shop, order, `-${String(amount)}.37`),
  /** More than the goods cost, and sometimes than their shipping. */
  bigDiscount: (shop, order, place, amount) => {
    const beyond = BigInt(amount * 237 + place);
    return takeOff(shop, order, `-${spellCents(readCents(order.itemTotal) + beyond)}`);
  },
  undoDiscount: ({ desk, discounts }, { number }) =>
    desk.try.unadjust(discounts.findLast((one) => one.number === number)?.id ?? ''),
  pack: (shop, { number }, place, amount) =>
    shop.desk.try.pack(number, wanted(shop, place, amount)),
  split: ({ desk }, order, place) =>
    desk.try.pack(order.number, {
      inventoryUnitIds: unitsOf(order)
        .slice(place % 3, (place % 3) + 2)
        .map(({ id }) => id),
    }),
  cancelBoxes: async ({ desk }, order, place, amount) => {
    const line = pick(order.lineItems, place);
    const units = unitsOf(order).filter(
      ({ lineItem, state }) => lineItem.id === line?.id && state === 'sold',
    );
    let done = await desk.try.read(order.number);
    // what is refused at once is refused as a whole; each box that is canceled stays so
    for (const [at, { id }] of units.slice(0, amount).entries()) {
      const packed = await desk.try.pack(order.number, { inventoryUnitIds: [id] });
      if (packed.errors.length > 0) return at === 0 ? { ...done, errors: packed.errors } : done;
      const { record, errors } = await desk.try.fireShipment(packed.record.id, 'cancel');
      expect(errors).toEqual([]);
      expect(record.state).toBe('canceled');
      done = await desk.try.read(order.number);
    }
    return done;
  },
  resumeBox: ({ desk }, { shipments }, place) => {
    const canceled = shipments.filter(({ state }) => state === 'canceled');
    return desk.try.fireShipment(pick(canceled, place)?.id ?? '', 'resume');
  },
  takeCanceledOff: ({ desk }, order, place, amount) => {
    const units = unitsOf(order).filter(({ state }) => state === 'on_hand');
    const lines = order.lineItems.filter(({ id }) => units.some((one) => one.lineItem.id === id));
    const line = pick(lines, place);
    const canceled = units.filter(({ lineItem }) => lineItem.id === line?.id).length;
    const quantity = (line?.quantity ?? 0) - Math.min(canceled, amount);
    return desk.try.set(order.number, line?.id ?? '', { quantity });
  },
  relocate: ({ desk, locations }, { shipments }, place) =>
    desk.try.writeShipment(pick(shipments, place)?.id ?? '', {
      stockLocationId: String(pick(locations, place)),
    }),
  charge: ({ desk }, { shipments }, place, amount) =>
    desk.try.writeShipment(pick(shipments, place)?.id ?? '', { cost: `${String(amount * 3)}.35` }),
  moveUnit: ({ desk }, order, place, amount) =>
    desk.try.writeUnit(pick(unitsOf(order), place)?.id ?? '', {
      shipmentId: amount === 1 ? null : (pick(order.shipments, amount)?.id ?? ''),
    }),
  shipUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? '', 'ship'),
  returnUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? '', 'return'),
  breakUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? '', 'return', false),
  fillUnit: ({ desk }, order, place) =>
    desk.try.fireUnit(pick(unitsOf(order), place)?.id ?? '', 'fill_backorder'),
} satisfies Record<string, Act>;

export type ActName = keyof typeof acts;

export const everything = Object.keys(acts) as ActName[];

/** Actions that advance an order in a state, weighted by repetition; in other states anything is chosen. */
export const inCheckout: readonly ActName[] = [
  ...(['complete', 'complete', 'complete', 'complete', 'complete', 'advance', 'advance'] as const),
  ...(['address', 'pay'] as const),
  ...(['add', 'set', 'exchange', 'remove', 'rewrite', 'rate', 'pack', 'discount'] as const),
  ...(['addPriced', 'priceLine', 'priceLine', 'priceAndSet'] as const),
];
const inOpen: readonly ActName[] = [
  ...(['ready', 'ready', 'ship', 'ship', 'shipUnit', 'returnUnit', 'fillUnit', 'split'] as const),
  ...(['add', 'set', 'exchange', 'remove', 'rewrite', 'pack', 'relocate', 'moveUnit'] as const),
  ...(['cancelShipment', 'resumeShipment', 'cancel', 'authorizeReturn', 'pay', 'capture'] as const),
  ...(['returnUnit', 'breakUnit', 'cancelShipment', 'discount'] as const),
  ...(['addPriced', 'priceLine', 'priceLine', 'set', 'undoDiscount'] as const),
  ...(['pay', 'capturePart', 'refund', 'refund', 'cancelBoxes', 'cancelBoxes', 'set'] as const),
  ...(['charge', 'bigDiscount', 'priceAndSet'] as const),
];
/** What is done to the boxes of an order, and to its lines between. */
export const aroundBoxes: readonly ActName[] = [
  ...(['cancelBoxes', 'cancelBoxes', 'cancelBoxes', 'cancelBoxes', 'cancelShipment'] as const),
  ...(['takeCanceledOff', 'takeCanceledOff', 'takeCanceledOff', 'set', 'set', 'remove'] as const),
  ...(['discount', 'discount', 'undoDiscount', 'priceLine', 'priceLine', 'addPriced'] as const),
  ...(['resumeBox', 'resumeBox', 'ready', 'ship', 'shipUnit', 'returnUnit', 'breakUnit'] as const),
  ...(['add', 'exchange', 'rewrite', 'moveUnit', 'split', 'cancel', 'authorizeReturn'] as const),
  ...(['charge', 'charge', 'bigDiscount', 'bigDiscount', 'cancelShipment'] as const),
  ...(['shipUnit', 'priceAndSet', 'priceAndSet'] as const),
];
/** Actions that make sense after completion. */
export const sensible: Readonly<Record<string, readonly ActName[]>> = {
  complete: inOpen,
  resumed: inOpen,
  awaiting_return: [...inOpen, 'return', 'return', 'return', 'returnUnit'],
  canceled: ['resume', 'resume', 'empty'],
  returned: ['empty', 'pay'],
};
