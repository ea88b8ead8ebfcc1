import { addressOfBox, changeIn } from './order-parts.ts';
import { redirected } from './deliver.ts';
import { addShipment, keptBySplit, latestShipment } from './shipments.ts';
import type { Act, WorkingOrder } from './working-order.ts';

/**
 * What a shipment that is added to a completed order has of the others: it goes to the ship address, at no cost, by the
 * method of the newest that has one and is not canceled, else of the newest that has one.
 * Decision: T29.
 */
export function keptByAdded({ shipments }: WorkingOrder): Partial<ReturnType<typeof keptBySplit>> {
  const withMethod = shipments.filter(({ shippingMethodId }) => shippingMethodId !== null);
  const model = withMethod.findLast(({ state }) => state !== 'canceled') ?? withMethod.at(-1);
  if (!model) return {};
  const { shippingMethodId, rates } = keptBySplit(model);
  return { shippingMethodId, rates };
}

/**
 * Adds a shipment to a completed order for goods that have none to join: they are put into it, and it goes by what
 * delivers to the ship address. The act has the methods.
 * Throws Invalid if nothing delivers there.
 * Decision: T29, T45.
 */
export function addBox(
  act: Act,
  order: WorkingOrder,
  stockLocationId: bigint,
  fill: (order: WorkingOrder, shipmentId: bigint) => WorkingOrder,
): WorkingOrder {
  const { rates = [], ...kept } = keptByAdded(order);
  const isOffered = act.methods.some(({ id }) => id === kept.shippingMethodId);
  // the other rates are what the goods of that shipment would cost: these get their own
  const own = isOffered ? rates.filter(({ selected }) => selected) : rates;
  const added = addShipment(act, order, { ...kept, rates: own, stockLocationId });
  return deliverAtNoCharge(act, fill(added, latestShipment(added).id));
}

/**
 * The order with its newest shipment going by what delivers where it goes, at the cost that it has: the one whose method
 * it got may have gone elsewhere.
 * Throws Invalid if nothing delivers there.
 * Decision: T27, T29.
 */
export function deliverAtNoCharge(act: Act, order: WorkingOrder): WorkingOrder {
  const made = latestShipment(order);
  const to = addressOfBox(order, made);
  if (!to) return order;
  const { cost } = made;
  const sent = redirected(act, order, made, to);
  const isOther = sent.shippingMethodId !== made.shippingMethodId;
  const rates = sent.rates.map((rate) => (isOther && rate.selected ? { ...rate, cost } : rate));
  return changeIn(order, 'shipments', [made], { ...sent, rates, cost });
}
