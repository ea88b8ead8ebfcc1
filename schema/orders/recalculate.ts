import { Prisma } from '../../prisma/generated/client/client.ts';
import { Decimal } from 'decimal.js';
import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import type { OrderState } from '../domain/order-states.ts';
import type { PaymentState } from '../domain/payment-machine.ts';
import { computePaymentState, isPaid, type OrderPaymentState } from '../domain/payment-state.ts';
import {
  settleReadiness,
  type ShipmentEvent,
  type ShipmentState,
} from '../domain/shipment-machine.ts';
import { computeShipmentState } from '../domain/shipment-state.ts';
import {
  computeTax,
  computeTotals,
  lineTotal,
  type OrderAmounts,
  totalsObjection,
} from '../domain/totals.ts';
import { Invalid } from '../errors.ts';
import type { Write } from '../write.ts';
import { recordStateChange } from './state-change.ts';

const amounts = {
  id: true,
  state: true,
  completedAt: true,
  paymentState: true,
  lineItems: { select: { price: true, quantity: true } },
  adjustments: {
    select: { id: true, kind: true, shipmentId: true, amount: true, eligible: true },
    orderBy: { id: 'asc' },
  },
  payments: { select: { state: true, amount: true } },
  shipments: { select: { id: true, state: true, cost: true }, orderBy: { id: 'asc' } },
} satisfies Prisma.OrderSelect;

type Amount = OrderAmounts['adjustments'][number];
type Amounts = Prisma.OrderGetPayload<{ select: typeof amounts }>;

/** Number of an order's units by shipment and state: one row per pair, not per unit. */
interface UnitCount {
  readonly shipmentId: bigint | null;
  readonly state: InventoryUnitState;
}

/**
 * Computes the derived values of every order that the write touched, as its last step: shipping adjustments,
 * tax, totals, payment_state, readiness of shipments, shipment_state, updated_at.
 * Throws Invalid if a total exceeds its bound.
 * Decision: T42, R30, C26, C27, T29, T40, T41.
 */
export async function recalculateTouched(write: Write): Promise<void> {
  for (const id of [...write.touchedOrders].sort((a, b) => (a < b ? -1 : 1))) {
    await recalculate(write, id);
  }
  write.touchedOrders.clear();
  write.filledShipments.clear();
}

async function recalculate(write: Write, id: bigint): Promise<void> {
  const { tx, now } = write;
  const order = await tx.order.findUniqueOrThrow({ where: { id }, select: amounts });
  const units = await tx.$queryRaw<UnitCount[]>(
    Prisma.sql`SELECT DISTINCT shipment_id AS "shipmentId", state FROM inventory_units WHERE order_id = ${id}`,
  );
  const adjustments = await settleAdjustments(write, order);
  const totals = computeTotals({
    lines: order.lineItems.map((line) => ({ ...line, price: toDecimal(line.price) })),
    adjustments,
    payments: order.payments.map(({ state, amount }) => ({
      state: state as PaymentState,
      amount: toDecimal(amount),
    })),
  });
  const objection = totalsObjection(totals);
  if (objection) throw new Invalid(mutable(objection));
  const completed = order.completedAt !== null;
  const state = order.state as OrderState;
  const paymentState = computePaymentState({
    completed,
    state,
    total: totals.total,
    paymentTotal: totals.paymentTotal,
    paymentStates: order.payments.map((payment) => payment.state as PaymentState),
  });
  const shipments = await settleShipments(write, order, units, paymentState);
  const shipmentState = computeShipmentState({
    completed,
    shipments,
    looseUnitStates: units.filter((unit) => unit.shipmentId === null).map((unit) => unit.state),
  });
  await tx.order.update({
    where: { id },
    data: {
      ...totals,
      paymentState,
      shipmentState,
      updatedAt: now,
      lockVersion: { increment: write.raise('orders', [id]).length },
    },
    select: { id: true },
  });
}

const mutable = (messages: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(messages).map(([key, texts]) => [key, [...texts]]));

/**
 * One shipping adjustment per shipment with its cost as amount; one tax adjustment until completion.
 * Decision: C26, R30.
 */
async function settleAdjustments({ tx, now, settings }: Write, order: Amounts) {
  const stamp = { updatedAt: now };
  for (const { id: shipmentId, cost } of order.shipments) {
    const known = order.adjustments.find((adjustment) => adjustment.shipmentId === shipmentId);
    if (!known) {
      await tx.adjustment.create({
        data: {
          orderId: order.id,
          kind: 'shipping',
          shipmentId,
          amount: cost,
          label: 'Shipping',
          mandatory: true,
          createdAt: now,
          ...stamp,
        },
        select: { id: true },
      });
    } else if (!toDecimal(known.amount).equals(toDecimal(cost))) {
      await tx.adjustment.update({
        where: { id: known.id },
        data: { amount: cost, ...stamp },
        select: { id: true },
      });
    }
  }
  const others: Amount[] = order.adjustments
    .filter(({ kind }) => kind === 'manual')
    .map(({ amount, eligible }) => ({ kind: 'manual', amount: toDecimal(amount), eligible }));
  const shipping: Amount[] = order.shipments.map(({ cost }) => ({
    kind: 'shipping',
    amount: toDecimal(cost),
    eligible: true,
  }));
  const known = order.adjustments.find(({ kind }) => kind === 'tax');
  const itemTotal = sumAmounts(
    order.lineItems.map((line) => lineTotal({ ...line, price: toDecimal(line.price) })),
  );
  const frozen = order.completedAt !== null;
  const tax = frozen
    ? known && toDecimal(known.amount)
    : order.lineItems.length > 0
      ? computeTax(itemTotal, new Decimal(settings.taxRate), settings.currency)
      : null;
  if (!frozen && known && !tax)
    await tx.adjustment.delete({ where: { id: known.id }, select: { id: true } });
  if (!frozen && tax && known && !toDecimal(known.amount).equals(tax)) {
    await tx.adjustment.update({
      where: { id: known.id },
      data: { amount: tax, ...stamp },
      select: { id: true },
    });
  }
  if (!frozen && tax && !known) {
    await tx.adjustment.create({
      data: {
        orderId: order.id,
        kind: 'tax',
        amount: tax,
        label: 'Tax',
        mandatory: true,
        createdAt: now,
        ...stamp,
      },
      select: { id: true },
    });
  }
  const taxes: Amount[] = tax ? [{ kind: 'tax', amount: tax, eligible: true }] : [];
  return [...shipping, ...taxes, ...others];
}

/** The event that corresponds to a shipment's recalculated state. */
const settledBy = {
  pending: 'pend',
  ready_to_ship: 'ready',
  shipped: 'ship',
  canceled: 'cancel',
} as const satisfies Record<ShipmentState, ShipmentEvent>;

/**
 * Updates the readiness of shipments after the write, and ships those whose units have all left.
 * Decision: T29, T54.
 */
async function settleShipments(
  write: Write,
  order: Amounts,
  units: readonly UnitCount[],
  paymentState: OrderPaymentState | null,
) {
  const settled: { state: ShipmentState; unitStates: InventoryUnitState[] }[] = [];
  for (const { id, state: stored } of order.shipments) {
    const unitStates = units.filter((unit) => unit.shipmentId === id).map((unit) => unit.state);
    const present = stored as ShipmentState;
    const state = settleReadiness(present, {
      orderState: order.state as OrderState,
      requirePaymentToShip: write.settings.requirePaymentToShip,
      paymentState,
      wasPaid: isPaid(order.paymentState as OrderPaymentState | null),
      hadBackordered: write.filledShipments.has(id),
      unitStates,
    });
    if (state !== present) {
      await write.tx.shipment.update({
        where: { id },
        data: {
          state,
          ...(state === 'shipped' && { shippedAt: write.now }),
          updatedAt: write.now,
          lockVersion: { increment: write.raise('shipments', [id]).length },
        },
        select: { id: true },
      });
      const event = settledBy[state];
      await recordStateChange(
        write,
        { type: 'Shipment', id, orderId: order.id },
        event,
        present,
        state,
      );
    }
    settled.push({ state, unitStates });
  }
  return settled;
}
