import type { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import type { ValidAddress } from '../domain/address.ts';
import { isBlank } from '../domain/text.ts';
import { addressData } from '../orders/addresses.ts';
import type { WorkingOrder, WorkingShipment } from '../orders/working-order.ts';
import { isChanged, readAddress } from '../places/address-input.ts';
import { parseId } from '../refs.ts';
import type { Write } from '../write.ts';
import type { ShipmentInput } from './shipment-input.ts';

type AddressAttributes = Pick<typeof ShipmentInput.$inferInput, 'address' | 'addressId'>;

/** The address of a shipment: its own, or null for the order's ship address. */
export type ShipmentDestination = ValidAddress | null;

/**
 * Reads the address of a shipment; undefined if the write does not change it. An address of the order named by
 * its id is copied, then changed by the attributes. An address equal to the order's ship address becomes null.
 * Decision: F43, C25.
 */
export async function readDestination(
  { tx }: Write,
  reader: AttributeReader,
  order: WorkingOrder,
  shipment: Pick<WorkingShipment, 'addressId'> | null,
  { address: given, addressId }: AddressAttributes,
  keyOf: (name: string) => string,
): Promise<ShipmentDestination | undefined> {
  if (given == null && addressId === undefined) return undefined;
  const addresses = await tx.address.findMany({ where: { orderId: order.id } });
  const present = addresses.find(({ id }) => id === shipment?.addressId) ?? order.shipAddress;
  const named = isBlank(addressId)
    ? order.shipAddress
    : addresses.find(({ id }) => id === parseId(addressId));
  if (named === undefined) reader.note(keyOf('addressId'), words.invalid);
  const base = addressId === undefined ? present : (named ?? null);
  const next = given ? await readAddress(tx, reader, given, base, keyOf('address')) : base;
  if (next === undefined) return undefined;
  if (next === null || !isChanged(order.shipAddress, next)) {
    return shipment?.addressId == null ? undefined : null;
  }
  return isChanged(present, next) ? addressData(next) : undefined;
}

/** Writes the shipment's own address to its row, or to a new one; returns the row's id. */
export async function writeDestination(
  { tx, now }: Write,
  order: WorkingOrder,
  { id, addressId }: Pick<WorkingShipment, 'id' | 'addressId'>,
  destination: ShipmentDestination,
): Promise<bigint | null> {
  if (destination === null) return null;
  const data = { ...destination, updatedAt: now };
  const isShared =
    addressId === order.billAddressId ||
    addressId === order.shipAddressId ||
    order.shipments.some((other) => other.id !== id && other.addressId === addressId);
  if (addressId !== null && !isShared) {
    await tx.address.update({ where: { id: addressId }, data, select: { id: true } });
    return addressId;
  }
  const made = await tx.address.create({
    data: { ...data, orderId: order.id, createdAt: now },
    select: { id: true },
  });
  return made.id;
}
