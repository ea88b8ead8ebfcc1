import { isPermitted } from '../abilities.ts';
import { invalid } from '../attribute-reader.ts';
import { sentences } from '../domain/messages.ts';
import { isInCheckout } from '../domain/order-states.ts';
import type { Destination } from '../domain/rates.ts';
import { delivers, redirected, withDelivery } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import { mayLeave, shipAddressOf } from '../order-desk/order-parts.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';

const isSame = (one: Destination, other: Destination): boolean =>
  one.countryId === other.countryId && one.stateId === other.stateId;

/** Whether a shipment would go to the changed address, once it is sent. */
const goesAlong = (order: WorkingOrder, shipment: WorkingShipment): boolean =>
  mayLeave(order, shipment) && shipment.addressId === null;

/**
 * A completed order whose ship address may have moved to another country or state: its shipments get the rates that
 * are offered there, and one whose method does not deliver there the cheapest that does. Only who may override orders
 * can cause that, or move what has no method; canceled shipments stay as they are until they are opened again.
 * Throws Invalid for others, and if no method delivers there.
 * Decision: T27, N76
 */
export async function redirect(
  write: Write,
  before: WorkingOrder,
  after: WorkingOrder,
): Promise<WorkingOrder> {
  const [from, to] = [shipAddressOf(before), shipAddressOf(after)];
  if (!from || !to || isSame(from, to)) return after;
  const moves = after.shipments.some((shipment) => goesAlong(after, shipment));
  if (isInCheckout(after.state) || !moves) return after;
  await readMethods(write, after);
  const mayOverride = isPermitted(write.viewer, 'orders.override');
  return withDelivery(after, (shipment) => {
    if (!goesAlong(after, shipment)) return shipment;
    if (!mayOverride && !delivers(write, shipment, to)) {
      throw invalid('base', sentences.notDelivered);
    }
    return shipment.state === 'canceled' ? shipment : redirected(write, after, shipment, to);
  });
}
