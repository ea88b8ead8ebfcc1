import { isPermitted } from '../abilities.ts';
import { invalid } from '../attribute-reader.ts';
import { sentences } from '../domain/messages.ts';
import { isInCheckout } from '../domain/order-states.ts';
import type { Destination } from '../domain/proposal.ts';
import { delivers, redirected, withDelivery } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import { addressOfBox, mayLeave } from '../order-desk/order-parts.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';

const isSame = (one: Destination, other: Destination): boolean =>
  one.countryId === other.countryId && one.stateId === other.stateId;

/**
 * A completed order whose shipments may go to another country or state, by its ship address or their own: they get the
 * rates that are offered there, and one whose method does not deliver there the cheapest that does. Only who may override
 * orders can cause that, or move what has no method; canceled shipments stay as they are until they are opened again.
 * Throws Invalid for others, and if no method delivers there. `isJudged` says of which shipments that is judged now.
 * Decision: T27, N76
 */
export async function redirect(
  write: Write,
  before: WorkingOrder,
  after: WorkingOrder,
  isJudged: (shipment: WorkingShipment) => boolean = () => true,
): Promise<WorkingOrder> {
  if (isInCheckout(after.state)) return after;
  const moved = new Map<bigint, Destination>();
  for (const shipment of after.shipments.filter(isJudged)) {
    const was = before.shipments.find(({ id }) => id === shipment.id);
    const from = was && addressOfBox(before, was);
    const to = addressOfBox(after, shipment);
    if (from && to && !isSame(from, to) && mayLeave(after, shipment)) moved.set(shipment.id, to);
  }
  if (moved.size === 0) return after;
  await readMethods(write, after);
  const mayOverride = isPermitted(write.viewer, 'orders.override');
  return withDelivery(after, (shipment) => {
    const to = moved.get(shipment.id);
    if (!to) return shipment;
    if (!mayOverride && !delivers(write, shipment, to)) {
      throw invalid('base', sentences.notDelivered);
    }
    return shipment.state === 'canceled' ? shipment : redirected(write, after, shipment, to);
  });
}
