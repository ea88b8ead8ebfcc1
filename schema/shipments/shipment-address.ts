import { may } from '../abilities.ts';
import { addressData, type ValidAddress } from '../domain/address.ts';
import { words } from '../domain/messages.ts';
import { isBlank } from '../domain/text.ts';
import { addressOfBox, changeIn, shipAddressOf } from '../order-desk/order-parts.ts';
import { dropUnusedAddresses } from '../order-desk/shipments.ts';
import type { WorkingAddress, WorkingOrder } from '../order-desk/working-order.ts';
import { addAddress } from '../orders/addresses.ts';
import { countryNamed, isChanged, readSentAddress } from '../places/address-input.ts';
import { findCountries } from '../places/find-countries.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
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

/** What a write changes of an address: the one that it names by id, else the present one; undefined if it is unknown. */
function addressChanged(sent: SentShipment): WorkingAddress | null | undefined {
  const { order, shipment, input } = sent;
  if (input.addressId === undefined) return addressOfBox(order, shipment);
  return isBlank(input.addressId) ? shipAddressOf(order) : addressNamed(sent);
}

/**
 * Reads the addresses of shipments, their countries by one statement; undefined if the write does not change it. An
 * address of the order named by its id is copied, then changed by the attributes. An address equal to the order's ship
 * address becomes null.
 */
export async function findDestinations(
  write: Write,
  sent: readonly SentShipment[],
): Promise<(one: SentShipment) => ShipmentDestination | undefined> {
  const named = sent.flatMap((one) => {
    const { address: given } = one.input;
    return given ? [countryNamed(write, { given, stored: addressChanged(one) ?? null })] : [];
  });
  const countryOf = await findCountries(write.tx, named);
  return (one) => readDestination(one, countryOf);
}

function readDestination(
  sent: SentShipment,
  countryOf: Awaited<ReturnType<typeof findCountries>>,
): ShipmentDestination | undefined {
  const { write, reader, order, shipment } = sent;
  const { address: given, addressId } = sent.input;
  if (given == null && addressId === undefined) return undefined;
  const named = addressChanged(sent);
  if (named === undefined) reader.note('addressId', words.invalid);
  const stored = named ?? null;
  const next = given
    ? readSentAddress(write, reader.under('address'), { given, stored }, countryOf)
    : stored;
  if (next === undefined) return undefined;
  if (next === null || !isChanged(shipAddressOf(order), next)) {
    return shipment.addressId === null ? undefined : null;
  }
  return isChanged(addressOfBox(order, shipment), next) ? addressData(next) : undefined;
}

/** What a write asks of a shipment, with where it goes by it. */
export interface AddressedShipment extends SentShipment {
  /** The shipment's new address; undefined if it keeps the one that it has. */
  readonly destination: ShipmentDestination | undefined;
}

/** The order with the shipment's own address in its row, or in a new one; the same order if the shipment is gone. */
export function writeDestination(
  order: WorkingOrder,
  { write, shipment: { id }, destination }: AddressedShipment,
): WorkingOrder {
  const shipment = order.shipments.find((one) => one.id === id);
  if (!shipment || destination === undefined) return order;
  const { addressId } = shipment;
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
  const added = addAddress(write, order, destination);
  return sentTo(added, added.addresses.at(-1)?.id ?? null);
}
