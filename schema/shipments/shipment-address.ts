import { may } from '../abilities.ts';
import { addressData, type ValidAddress } from '../domain/address.ts';
import { words } from '../domain/messages.ts';
import { isBlank } from '../domain/text.ts';
import { addressOf, changeIn, shipAddressOf } from '../order-desk/order-parts.ts';
import { dropUnusedAddresses } from '../order-desk/shipments.ts';
import type {
  Act,
  WorkingAddress,
  WorkingOrder,
  WorkingShipment,
} from '../order-desk/working-order.ts';
import { addAddress } from '../orders/addresses.ts';
import { isChanged, readAddress } from '../places/address-input.ts';
import { parseId } from '../refs.ts';
import type { SentShipment } from './shipment-input.ts';

/** The address of a shipment: its own, or null for the order's ship address. */
export type ShipmentDestination = ValidAddress | null;

/**
 * The address of an order that a shipment is sent to by its id: one that the order's shipments show, or any for who may
 * read its addresses. Decision: A23.
 */
function addressNamed({ write, order, input }: SentShipment): WorkingAddress | undefined {
  const id = parseId(input.addressId);
  const isSentTo =
    id === order.shipAddressId || order.shipments.some(({ addressId }) => addressId === id);
  return isSentTo || may(write.viewer, 'addresses.read', order)
    ? order.addresses.find((address) => address.id === id)
    : undefined;
}

/**
 * Reads the address of a shipment; undefined if the write does not change it. An address of the order named by
 * its id is copied, then changed by the attributes. An address equal to the order's ship address becomes null.
 */
export async function readDestination(
  sent: SentShipment,
): Promise<ShipmentDestination | undefined> {
  const { write, reader, order, shipment } = sent;
  const { address: given, addressId } = sent.input;
  if (given == null && addressId === undefined) return undefined;
  const shipAddress = shipAddressOf(order);
  const present = addressOf(order, shipment.addressId) ?? shipAddress;
  const named = isBlank(addressId) ? shipAddress : addressNamed(sent);
  if (named === undefined) reader.note('addressId', words.invalid);
  const base = addressId === undefined ? present : (named ?? null);
  const next = given ? await readAddress(write, reader.under('address'), given, base) : base;
  if (next === undefined) return undefined;
  if (next === null || !isChanged(shipAddress, next)) {
    return shipment.addressId === null ? undefined : null;
  }
  return isChanged(present, next) ? addressData(next) : undefined;
}

/** The order with the shipment's own address in its row, or in a new one. */
export function writeDestination(
  act: Act,
  order: WorkingOrder,
  shipment: WorkingShipment,
  destination: ShipmentDestination,
): WorkingOrder {
  const { id, addressId } = shipment;
  const sentTo = (next: WorkingOrder, to: bigint | null) =>
    dropUnusedAddresses(changeIn(next, 'shipments', [shipment], { addressId: to }));
  if (destination === null) return sentTo(order, null);
  const isShared =
    addressId === order.billAddressId ||
    addressId === order.shipAddressId ||
    order.shipments.some((other) => other.id !== id && other.addressId === addressId);
  if (addressId !== null && !isShared) {
    return changeIn(order, 'addresses', [{ id: addressId }], destination);
  }
  const added = addAddress(act, order, destination);
  return sentTo(added, added.addresses.at(-1)?.id ?? null);
}
