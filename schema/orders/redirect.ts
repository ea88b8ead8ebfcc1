import { isPermitted } from '../abilities.ts';
import type { Decimal } from 'decimal.js';
import { sentences } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { type Destination, offerRates, zoneHolds } from '../domain/rates.ts';
import { invalid } from '../attribute-reader.ts';
import { readMethods } from '../order-desk/load.ts';
import {
  shipAddressOf,
  temporaryId,
  unitsIn,
  type WorkingOrder,
  type WorkingShipment,
} from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';

const isSame = (one: Destination, other: Destination): boolean =>
  one.countryId === other.countryId && one.stateId === other.stateId;

/** Whether a shipment would go to the changed address, once it is sent. */
const goesAlong = ({ state, addressId }: WorkingShipment): boolean =>
  state !== 'shipped' && addressId === null;

/**
 * A completed order whose ship address may have moved to another country or state: a shipment whose method does
 * not deliver there gets the cheapest one that does, at its price. Only who may override orders can cause that, or
 * move what has no method; canceled shipments then stay as they are.
 * Throws Invalid for others, and if no method delivers there.
 * Decision: T27
 */
export async function redirect(
  write: Write,
  before: WorkingOrder,
  after: WorkingOrder,
): Promise<WorkingOrder> {
  const [from, to] = [shipAddressOf(before), shipAddressOf(after)];
  if (!from || !to || isSame(from, to)) return after;
  if (isInCheckout(after.state) || !after.shipments.some(goesAlong)) return after;
  await readMethods(write);
  const mayOverride = isPermitted(write.viewer, 'orders.override');
  const shipments = after.shipments.map((shipment) => {
    const { state, shippingMethodId } = shipment;
    if (!goesAlong(shipment)) return shipment;
    const method = write.methods.find(({ id }) => id === shippingMethodId);
    const delivers = method ? zoneHolds(method.zoneMembers, to) : shippingMethodId !== null;
    if (delivers) return shipment;
    if (!mayOverride) throw invalid('base', sentences.notDelivered);
    if (!method || state === 'canceled') return shipment;
    const { shippingCategoryId } = method;
    const pieces = unitsIn(after, shipment).length;
    const [best] = offerRates({ shippingCategoryId, pieces }, to, write.methods);
    if (!best) throw invalid('base', sentences.notDelivered);
    // what costs nothing, such as a box that was split off, goes on costing nothing
    const isFree = toDecimal(shipment.cost).isZero();
    return priced(shipment, isFree ? { ...best, cost: toDecimal(shipment.cost) } : best);
  });
  return { ...after, shipments };
}

/** The shipment with another method and its cost; a rate is selected that says so. */
function priced(
  shipment: WorkingShipment,
  { shippingMethodId, cost }: { readonly shippingMethodId: bigint; readonly cost: Decimal },
): WorkingShipment {
  const rates = shipment.rates.map((rate) => ({ ...rate, selected: false }));
  const known = rates.find((rate) => rate.shippingMethodId === shippingMethodId);
  const selected = known
    ? rates.map((rate) => (rate === known ? { ...rate, cost, selected: true } : rate))
    : [
        ...rates,
        { id: temporaryId(), shipmentId: shipment.id, shippingMethodId, cost, selected: true },
      ];
  return { ...shipment, shippingMethodId, cost, rates: selected };
}
