import { Prisma } from '../../prisma/generated/client/client.ts';
import { newOrderNumber, newOrderToken } from '../new-numbers.ts';
import type { Write } from '../write.ts';
import { temporaryId } from '../new-rows.ts';
import { settlePriced } from './prices.ts';
import { withIds } from './real-ids.ts';
import { ownColumns } from './table-rows.ts';
import { type Act, inHand, type WorkingOrder } from './working-order.ts';

const zero = new Prisma.Decimal(0);

/** A cart with nothing in it, of a guest, with a temporary id. */
export const newOrder = ({ now, settings }: Act, number: string | null): WorkingOrder =>
  inHand({
    id: temporaryId(),
    number: number ?? newOrderNumber(),
    token: newOrderToken(),
    state: 'cart',
    email: null,
    userId: null,
    specialInstructions: null,
    currency: settings.currency,
    channel: 'api',
    itemTotal: zero,
    adjustmentTotal: zero,
    shipTotal: zero,
    taxTotal: zero,
    creditTotal: zero,
    total: zero,
    paymentTotal: zero,
    totalQuantity: 0n,
    shipmentState: null,
    paymentState: null,
    billAddressId: null,
    shipAddressId: null,
    completedAt: null,
    canceledAt: null,
    approvedAt: null,
    cancelerId: null,
    approverId: null,
    lockVersion: 0,
    createdAt: now,
    updatedAt: now,
    addresses: [],
    lineItems: [],
    shipments: [],
    inventoryUnits: [],
    payments: [],
    adjustments: [],
  });

/**
 * Saves a cart from `newOrder` with its line items, its derived values computed, in one statement that gives the ids;
 * `saveOrder` would first ask for them. What else it may hold is saved once it exists. Returns its id.
 * Throws Invalid if a total exceeds its bound.
 */
export async function saveNewOrder(write: Write, made: WorkingOrder): Promise<bigint> {
  const order = settlePriced(write, made);
  const data = {
    ...ownColumns('Order', order),
    lineItems: { create: order.lineItems.map((line) => ownColumns('LineItem', line)) },
    adjustments: { create: order.adjustments.map((one) => ownColumns('Adjustment', one)) },
  };
  const { id } = await write.tx.order.create({
    data: data as unknown as Prisma.OrderUncheckedCreateInput,
    select: { id: true },
  });
  if (order.audits.length > 0) {
    const real = new Map([[order.id, id], ...(await idsOfLines(write, id, order))]);
    write.audited.push(...withIds(order, real).audits);
  }
  return id;
}

/** The ids of new lines by their temporary ones, if the audit log tells their prices. */
async function idsOfLines(
  { tx }: Write,
  orderId: bigint,
  { lineItems }: WorkingOrder,
): Promise<readonly (readonly [bigint, bigint])[]> {
  if (lineItems.every(({ priceIsOwn }) => !priceIsOwn)) return [];
  const stored = await tx.lineItem.findMany({
    where: { orderId },
    orderBy: { id: 'asc' },
    select: { id: true },
  });
  return lineItems.map(({ id }, place) => [id, stored[place]?.id ?? id]);
}
