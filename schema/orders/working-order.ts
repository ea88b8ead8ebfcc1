import type { Prisma } from '../../prisma/generated/client/client.ts';
import { authorizeOrder, requireKeyOrToken, type Right } from '../abilities.ts';
import type { Transaction } from '../context.ts';
import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import type { OrderState } from '../domain/order-states.ts';
import type { PaymentState } from '../domain/payment-machine.ts';
import type { ShipmentState } from '../domain/shipment-machine.ts';
import { Conflict, NotFound } from '../errors.ts';
import { byRef } from '../refs.ts';
import { optionSelection } from '../variants/option-value.ts';
import type { Write } from '../write.ts';

/** What actions need of a variant: names, prices, category and stock. */
export const workingVariant = {
  select: {
    id: true,
    price: true,
    deletedAt: true,
    trackInventory: true,
    optionValues: optionSelection.optionValues,
    product: {
      select: {
        name: true,
        deletedAt: true,
        availableOn: true,
        shippingCategoryId: true,
        optionTypes: optionSelection.product.select.optionTypes,
      },
    },
    stockItems: {
      select: {
        stockLocationId: true,
        stockLocation: { select: { isDefault: true } },
        countOnHand: true,
        backorderable: true,
      },
    },
  },
} satisfies Prisma.VariantDefaultArgs;

const oldestFirst = { orderBy: { id: 'asc' } } as const;

const workingInclude = {
  billAddress: true,
  shipAddress: true,
  lineItems: { ...oldestFirst, include: { variant: workingVariant } },
  shipments: { ...oldestFirst, include: { rates: true } },
  inventoryUnits: oldestFirst,
  payments: { ...oldestFirst, include: { paymentMethod: { select: { kind: true } } } },
} satisfies Prisma.OrderInclude;

type Loaded = Prisma.OrderGetPayload<{ include: typeof workingInclude }>;
type WithState<T, S> = Omit<T, 'state'> & { state: S };

export type WorkingVariant = Prisma.VariantGetPayload<typeof workingVariant>;
export type WorkingUnit = WithState<Loaded['inventoryUnits'][number], InventoryUnitState>;
export type WorkingShipment = WithState<Loaded['shipments'][number], ShipmentState>;
export type WorkingPayment = WithState<Loaded['payments'][number], PaymentState>;
export type WorkingLine = Loaded['lineItems'][number];

/** A locked order, with everything its actions need. */
export type WorkingOrder = Omit<Loaded, 'state' | 'shipments' | 'inventoryUnits' | 'payments'> & {
  state: OrderState;
  shipments: WorkingShipment[];
  inventoryUnits: WorkingUnit[];
  payments: WorkingPayment[];
};

/** Reads an order in the transaction; states contain only words that their CHECKs allow. */
export async function readOrder(tx: Transaction, id: bigint): Promise<WorkingOrder> {
  const order = await tx.order.findUniqueOrThrow({ where: { id }, include: workingInclude });
  return order as WorkingOrder;
}

/**
 * Locks an order and reads it, if the caller may act on it.
 * Throws NotFound, Unauthorized, Unauthenticated, and Conflict for a stale lock version.
 * Decision: A19, F15, T53.
 */
export async function lockOrder(
  write: Write,
  ref: string,
  right: Right,
  lockVersion?: number | null,
): Promise<WorkingOrder> {
  requireKeyOrToken(write.viewer);
  const found = await write.tx.order.findUnique({
    where: byRef(ref),
    select: { id: true, userId: true, token: true },
  });
  const { id } = authorizeOrder(write.viewer, right, found);
  await write.lockOrders([id]);
  // Checked again under the lock: the token or the owner may have changed.
  const order = authorizeOrder(write.viewer, right, await readOrder(write.tx, id));
  if (lockVersion != null && lockVersion !== order.lockVersion)
    throw new Conflict(order.lockVersion);
  return order;
}

/** The record of an order with this id; records of other orders do not exist here. Decision: A22. */
export function ownRecord<T extends { readonly id: bigint }>(
  records: readonly T[],
  id: bigint | undefined,
): T {
  const record = records.find((candidate) => candidate.id === id);
  if (!record) throw new NotFound();
  return record;
}
