import { addressData, type ValidAddress } from '../domain/address.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { setBack } from '../line-items/change.ts';
import { temporaryId } from '../new-rows.ts';
import { addressOf, changeIn, mayLeave, startedShipments } from '../order-desk/order-parts.ts';
import { dropUnusedAddresses } from '../order-desk/shipments.ts';
import type {
  Act,
  WorkingAddress,
  WorkingOrder,
  WorkingShipment,
} from '../order-desk/working-order.ts';
import { isChanged } from '../places/address-input.ts';

export type AddressRole = 'billAddress' | 'shipAddress';

const columns = { billAddress: 'billAddressId', shipAddress: 'shipAddressId' } as const;

export const addressIn = (order: WorkingOrder, role: AddressRole): WorkingAddress | null =>
  addressOf(order, order[columns[role]]);

/** The order with one more address, the last of its list. */
export const addAddress = (
  { now }: Act,
  order: WorkingOrder,
  address: ValidAddress,
): WorkingOrder => {
  const row = { id: temporaryId(), orderId: order.id, createdAt: now, updatedAt: now };
  return { ...order, addresses: [...order.addresses, { ...addressData(address), ...row }] };
};

/** The shipments that do not go elsewhere any more when their order does. Decision: T27. */
function boundShipments(order: WorkingOrder): readonly WorkingShipment[] {
  const started = startedShipments(order);
  return order.shipments.filter(
    (shipment) => started.has(shipment.id) || !mayLeave(order, shipment),
  );
}

/** The order in which these keep the ship address as their own. Decision: T27. */
const keepSentTo = (act: Act, order: WorkingOrder, sentTo: ValidAddress): WorkingOrder =>
  boundShipments(order)
    .filter(({ addressId }) => addressId === null)
    .reduce((next, shipment) => {
      const added = addAddress(act, next, sentTo);
      const addressId = added.addresses.at(-1)?.id ?? null;
      return changeIn(added, 'shipments', [shipment], { addressId });
    }, order);

/** The order in which those of them that went to the next ship address follow it again, as one taken back. Decision: T27. */
function followAgain(order: WorkingOrder, next: ValidAddress): WorkingOrder {
  const back = boundShipments(order).filter(({ addressId }) => {
    const own = addressOf(order, addressId);
    return own !== null && !isChanged(own, next);
  });
  return dropUnusedAddresses(changeIn(order, 'shipments', back, { addressId: null }));
}

/**
 * Writes one of the two addresses of an order to its row, or to a new one. A changed ship address sets an order
 * with proposed shipments back to `address`; shipments that have left keep theirs; equal values change nothing.
 */
export function writeAddress(
  act: Act,
  order: WorkingOrder,
  role: AddressRole,
  next: ValidAddress,
): WorkingOrder {
  const stored = addressIn(order, role);
  if (stored && !isChanged(stored, next)) return order;
  // Only an import makes both addresses share a row; this write separates them.
  const isShared = stored !== null && order.billAddressId === order.shipAddressId;
  const kept =
    role === 'shipAddress' && stored ? followAgain(keepSentTo(act, order, stored), next) : order;
  const written =
    stored && !isShared
      ? changeIn(kept, 'addresses', [stored], addressData(next))
      : withNewAddress(addAddress(act, kept, next), role);
  if (role !== 'shipAddress' || !isInCheckout(order.state)) return written;
  return setBack(written, false);
}

const withNewAddress = (order: WorkingOrder, role: AddressRole): WorkingOrder => ({
  ...order,
  [columns[role]]: order.addresses.at(-1)?.id ?? null,
});
