import { setbackByShipAddress } from '../domain/checkout.ts';
import type { ValidAddress } from '../domain/address.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { setBack } from '../line-items/change.ts';
import { isChanged } from '../places/address-input.ts';
import type { Write } from '../write.ts';
import { readOrder, type WorkingOrder } from './working-order.ts';

/** The two addresses of an order. */
export type AddressRole = 'billAddress' | 'shipAddress';

const columns = { billAddress: 'billAddressId', shipAddress: 'shipAddressId' } as const;

/** The columns of an address without those of its row. */
export const addressData = ({
  firstname,
  lastname,
  company,
  address1,
  address2,
  city,
  zipcode,
  phone,
  alternativePhone,
  countryId,
  stateId,
  stateName,
}: ValidAddress): ValidAddress => ({
  firstname,
  lastname,
  company,
  address1,
  address2,
  city,
  zipcode,
  phone,
  alternativePhone,
  countryId,
  stateId,
  stateName,
});

/**
 * Writes one of the two addresses of an order to its row, or creates the row; returns the row's id. A changed
 * ship address sets an order with proposed shipments back to `address`; equal values change nothing.
 * Decision: T27, C25.
 */
export async function writeAddress(
  write: Write,
  order: WorkingOrder,
  role: AddressRole,
  next: ValidAddress,
): Promise<bigint> {
  const stored = order[role];
  if (stored && !isChanged(stored, next)) return stored.id;
  const data = { ...addressData(next), updatedAt: write.now };
  // Only an import makes both addresses share a row; this write separates them.
  const isShared = stored !== null && order.billAddressId === order.shipAddressId;
  const { id } =
    stored && !isShared
      ? await write.tx.address.update({ where: { id: stored.id }, data, select: { id: true } })
      : await makeRow(write, order, role, data);
  write.touch(order.id);
  if (role === 'shipAddress' && isInCheckout(order.state)) {
    await setBack(write, await readOrder(write.tx, order.id), setbackByShipAddress(order.state));
  }
  return id;
}

async function makeRow(
  { tx, now }: Write,
  { id: orderId }: WorkingOrder,
  role: AddressRole,
  data: ValidAddress & { readonly updatedAt: Date },
): Promise<{ readonly id: bigint }> {
  const made = await tx.address.create({
    data: { ...data, orderId, createdAt: now },
    select: { id: true },
  });
  await tx.order.update({
    where: { id: orderId },
    data: { [columns[role]]: made.id },
    select: { id: true },
  });
  return made;
}
