import { invalid } from '../attribute-reader.ts';
import { auditEntry } from '../domain/audit.ts';
import { hasLeft } from '../domain/inventory-unit-machine.ts';
import { sentences } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import {
  type Destination,
  type OfferedRate,
  offerRates,
  shippingCost,
  zoneHolds,
} from '../domain/proposal.ts';
import { temporaryId } from '../new-rows.ts';
import { addressOfBox, changeIn, idsOf, unitsIn } from './order-parts.ts';
import type { Act, WorkingOrder, WorkingShipment } from './working-order.ts';

type ByMethod = Pick<WorkingShipment, 'shippingMethodId'>;

const methodOf = ({ methods }: Pick<Act, 'methods'>, { shippingMethodId }: ByMethod) =>
  methods.find(({ id }) => id === shippingMethodId);

/** Whether the method of a shipment or rate delivers there; one that is not active any more goes on doing so. */
export function delivers(act: Act, by: ByMethod, to: Destination): boolean {
  const method = methodOf(act, by);
  return method ? zoneHolds(method.zoneMembers, to) : by.shippingMethodId !== null;
}

/** How many units of a shipment are still to be sent: what has left costs no more shipping. */
const piecesToSend = (order: WorkingOrder, shipment: WorkingShipment): number =>
  unitsIn(order, shipment).filter(({ state }) => !hasLeft(state)).length;

/**
 * Whether a shipment can go where it goes now, by its method or another of the same goods; one without a method always can.
 * The act has the active methods.
 * Decision: T27
 */
export function isDeliverable(act: Act, order: WorkingOrder, shipment: WorkingShipment): boolean {
  const to = addressOfBox(order, shipment);
  const method = methodOf(act, shipment);
  if (!to || !method || delivers(act, shipment, to)) return true;
  const { shippingCategoryId } = method;
  const pieces = piecesToSend(order, shipment);
  return offerRates({ shippingCategoryId, pieces }, to, act.methods).length > 0;
}

/** The rates of a shipment, of which one is selected, or none. */
export const selectRate = (
  rates: WorkingShipment['rates'],
  rateId: bigint | null,
): WorkingShipment['rates'] =>
  rates.map((rate) =>
    rate.selected === (rate.id === rateId) ? rate : { ...rate, selected: rate.id === rateId },
  );

/**
 * A shipment that goes somewhere else now, with the rates that are offered there; those it had keep what they cost. If
 * its method does not deliver there it gets the cheapest one that does, at its price, unless the shipment alone is free.
 * One without a method stays without. The act has the active methods.
 * Throws Invalid if none delivers there.
 * Decision: T27
 */
export function redirected(
  act: Act,
  order: WorkingOrder,
  shipment: WorkingShipment,
  to: Destination,
): WorkingShipment {
  const kept = shipment.rates.filter((rate) => delivers(act, rate, to));
  const method = methodOf(act, shipment);
  if (!method) return { ...shipment, rates: kept };
  const { shippingCategoryId } = method;
  const pieces = piecesToSend(order, shipment);
  const offers = offerRates({ shippingCategoryId, pieces }, to, act.methods);
  const known = new Set(kept.map(({ shippingMethodId }) => shippingMethodId));
  const added = offers
    .filter(({ shippingMethodId }) => !known.has(shippingMethodId))
    .map((offer) => ({ ...offer, selected: false, id: temporaryId(), shipmentId: shipment.id }));
  const moved = { ...shipment, rates: [...kept, ...added] };
  if (delivers(act, shipment, to)) return moved;
  const [best] = offers;
  if (!best) throw invalid('base', sentences.notDelivered);
  // what costs nothing though its method does, such as a box that was split off, goes on costing nothing
  const isFree = toDecimal(shipment.cost).isZero() && shippingCost(method, pieces).greaterThan(0);
  return priced(moved, isFree ? { ...best, cost: toDecimal(shipment.cost) } : best);
}

/**
 * The order with a shipment whose rates were offered for fewer goods, or for those of another one: all but the selected
 * one cost what its own goods do, if it has some. The act has the methods.
 * Decision: C29, T29
 */
export function withOwnOffers(
  act: Act,
  order: WorkingOrder,
  shipment: WorkingShipment,
): WorkingOrder {
  const pieces = piecesToSend(order, shipment);
  if (pieces === 0) return order;
  const rates = shipment.rates.map((rate) => {
    const method = methodOf(act, rate);
    return rate.selected || !method ? rate : { ...rate, cost: shippingCost(method, pieces) };
  });
  return changeIn(order, 'shipments', [shipment], { rates });
}

const chargeOf = ({ shippingMethodId, cost }: WorkingShipment) => ({
  shippingMethodId,
  cost: toDecimal(cost),
});

/**
 * The order with each shipment as it is delivered now. Another method, because the order moved, is added to the audit
 * log: only who may override orders can cause it.
 * Decision: T27, N76
 */
export function withDelivery(
  order: WorkingOrder,
  deliver: (shipment: WorkingShipment) => WorkingShipment,
): WorkingOrder {
  const shipments = order.shipments.map(deliver);
  const audits = order.shipments.flatMap((shipment, place) => {
    const to = shipments[place] ?? shipment;
    return to.shippingMethodId === shipment.shippingMethodId
      ? []
      : [auditEntry('shipments.update', shipment.id, chargeOf(shipment), chargeOf(to))];
  });
  return { ...order, shipments, audits: [...order.audits, ...audits] };
}

/**
 * The order with these shipments, opened again, going where they go now: that may have changed while they were canceled.
 * Throws Invalid if nothing delivers there.
 * Decision: T27, N76
 */
export function deliverReopened(
  act: Act,
  order: WorkingOrder,
  reopened: readonly WorkingShipment[],
): WorkingOrder {
  const ids = idsOf(reopened);
  return withDelivery(order, (shipment) => {
    const to = ids.has(shipment.id) ? addressOfBox(order, shipment) : null;
    return to ? redirected(act, order, shipment, to) : shipment;
  });
}

/** The shipment with another method and its cost; its rate is selected and says so. */
const priced = (
  shipment: WorkingShipment,
  { shippingMethodId, cost }: Pick<OfferedRate, 'shippingMethodId' | 'cost'>,
): WorkingShipment => ({
  ...shipment,
  shippingMethodId,
  cost,
  rates: shipment.rates.map((rate) => {
    const selected = rate.shippingMethodId === shippingMethodId;
    return selected ? { ...rate, cost, selected } : { ...rate, selected };
  }),
});
