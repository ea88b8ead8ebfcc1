import { Prisma } from '../../prisma/generated/client/client.ts';
import { newOrderNumber, newOrderToken } from '../new-numbers.ts';
import type { Write } from '../write.ts';
import { temporaryId } from '../new-rows.ts';
import { withIds } from './difference.ts';
import { settlePriced } from './settle.ts';
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

/** What stores a cart with its line items, in one statement. */
const inserting = (write: Write, order: WorkingOrder) => {
  const data = {
    ...ownColumns('Order', order),
    lineItems: { create: order.lineItems.map((line) => ownColumns('LineItem', line)) },
    adjustments: { create: order.adjustments.map((one) => ownColumns('Adjustment', one)) },
  } as unknown as Prisma.OrderUncheckedCreateInput;
  return () => write.tx.order.create({ data, select: { id: true } });
};

/**
 * Saves a cart from `newOrder` with its line items, its derived values computed, in one statement that gives the ids;
 * `saveOrder` would first ask for them. What else it may hold is saved once it exists. Returns its id.
 * Throws Invalid if a total exceeds its bound.
 */
export async function saveNewOrder(write: Write, made: WorkingOrder): Promise<bigint> {
  const order = settlePriced(write, made);
  const { id } = await inserting(write, order)();
  if (order.audits.length > 0) {
    const real = new Map([[order.id, id], ...(await idsOfLines(write, id, order))]);
    write.audited.push(...withIds(order, real).audits);
  }
  return id;
}

/**
 * Saves a cart as `saveNewOrder`, and returns at once: for one with a drawn number that has nothing more to save. What is
 * asked next leaves with it, and finds it by its number. If the number is taken, the whole write runs again.
 * Decision: C38, Q84.
 */
export async function sendNewOrder(write: Write, made: WorkingOrder): Promise<{ number: string }> {
  const order = settlePriced(write, made);
  await write.run(inserting(write, order));
  return { number: order.number };
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

/**
 * Gives a locked order another token, by a statement of its own: all others leave keys as they are, because whoever
 * changes one waits for all who add rows that refer to it.
 */
export async function saveNewToken({ tx, now }: Write, id: bigint): Promise<void> {
  await tx.order.update({
    where: { id },
    data: { token: newOrderToken(), updatedAt: now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
}
