import type { Decimal } from 'decimal.js';
import { invalid } from '../attribute-reader.ts';
import { sentences } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { type Destination, offerRates, zoneHolds } from '../domain/rates.ts';
import {
  type Act,
  shipAddressOf,
  temporaryId,
  unitsIn,
  type WorkingOrder,
  type WorkingShipment,
} from './working-order.ts';

type ByMethod = Pick<WorkingShipment, 'shippingMethodId'>;

const methodOf = ({ methods }: Pick<Act, 'methods'>, { shippingMethodId }: ByMethod) =>
  methods.find(({ id }) => id === shippingMethodId);

/** Whether the method of a shipment or rate delivers there; one that is not active any more goes on doing so. */
export function delivers(act: Act, by: ByMethod, to: Destination): boolean {
  const method = methodOf(act, by);
  return method ? zoneHolds(method.zoneMembers, to) : by.shippingMethodId !== null;
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
 * A shipment whose method does not deliver there, with the cheapest one that does, at its price. One without a method
 * stays as it is. The act has the active methods.
 * Throws Invalid if none delivers there.
 * Decision: T27
 */
export function redirected(
  act: Act,
  order: WorkingOrder,
  shipment: WorkingShipment,
  to: Destination,
): WorkingShipment {
  const method = methodOf(act, shipment);
  if (!method || delivers(act, shipment, to)) return shipment;
  const { shippingCategoryId } = method;
  const pieces = unitsIn(order, shipment).length;
  const [best] = offerRates({ shippingCategoryId, pieces }, to, act.methods);
  if (!best) throw invalid('base', sentences.notDelivered);
  // what costs nothing, such as a box that was split off, goes on costing nothing
  const isFree = toDecimal(shipment.cost).isZero();
  return priced(shipment, isFree ? { ...best, cost: toDecimal(shipment.cost) } : best);
}

/**
 * The order with these shipments, opened again, going to its ship address: it may have moved while they were canceled.
 * Throws Invalid if nothing delivers there.
 * Decision: T27
 */
export function deliverReopened(
  act: Act,
  order: WorkingOrder,
  reopened: readonly WorkingShipment[],
): WorkingOrder {
  const to = shipAddressOf(order);
  const ids = new Set(reopened.map(({ id }) => id));
  if (!to) return order;
  const shipments = order.shipments.map((shipment) =>
    ids.has(shipment.id) && shipment.addressId === null
      ? redirected(act, order, shipment, to)
      : shipment,
  );
  return { ...order, shipments };
}

/** The shipment with another method and its cost; a rate is selected that says so. */
function priced(
  shipment: WorkingShipment,
  { shippingMethodId, cost }: { readonly shippingMethodId: bigint; readonly cost: Decimal },
): WorkingShipment {
  const { id: shipmentId, rates } = shipment;
  const known = rates.find((rate) => rate.shippingMethodId === shippingMethodId);
  const id = known?.id ?? temporaryId();
  const offered = known
    ? rates.map((rate) => (rate === known ? { ...rate, cost } : rate))
    : [...rates, { id, shipmentId, shippingMethodId, cost, selected: false }];
  return { ...shipment, shippingMethodId, cost, rates: selectRate(offered, id) };
}
