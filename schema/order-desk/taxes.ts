import { Decimal } from 'decimal.js';
import { groupsOf } from '../domain/groups.ts';
import { hasLeft } from '../domain/inventory-unit-machine.ts';
import { sumAmounts, toDecimal } from '../domain/money.ts';
import { type Standing, type Taxable, taxOf } from '../domain/taxes.ts';
import { byLine, isUnitCredit, taxInCredits } from './booked-credits.ts';
import { discounted } from './discounts.ts';
import { mayLeave } from './order-parts.ts';
import type {
  Act,
  Amount,
  WorkingLine,
  WorkingOrder,
  WorkingShipment,
  WorkingUnit,
} from './working-order.ts';

/** How many units of each line are in one of these states, or in any, by the id of the line. */
export function countUnits(
  { inventoryUnits }: WorkingOrder,
  ...states: readonly WorkingUnit['state'][]
): ReadonlyMap<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const { lineItemId, state } of inventoryUnits) {
    if (states.length > 0 && !states.includes(state)) continue;
    counts.set(lineItemId, (counts.get(lineItemId) ?? 0) + 1);
  }
  return counts;
}

/** How much of each line has left, or was canceled, by its id. */
export function standingsOf(order: WorkingOrder) {
  const counts = countUnits(order, 'shipped', 'returned', 'on_hand');
  return ({ id, quantity }: WorkingLine): Standing => {
    if (order.completedAt === null) return 'open';
    const settled = counts.get(id) ?? 0;
    if (settled >= quantity) return 'closed';
    return settled > 0 ? 'partly' : 'open';
  };
}

/** How much of each shipment has left, or was canceled. */
function standingsOfShipments(order: WorkingOrder) {
  const units = groupsOf(order.inventoryUnits, ({ shipmentId }) => shipmentId);
  return (shipment: WorkingShipment): Standing => {
    if (!mayLeave(order, shipment) || shipment.state === 'canceled') return 'closed';
    // the same write ships it, and may change its cost as well: only its rate stays
    return units.get(shipment.id)?.every(({ state }) => hasLeft(state)) ? 'partly' : 'open';
  };
}

interface Taxed {
  readonly tax: Amount;
  readonly taxRate: Amount;
}

/** A row with its tax, which is not below what was credited; the same one if it has not changed. */
function withTax<Row extends Taxed>(
  { settings }: Act,
  row: Row,
  {
    credited = new Decimal(0),
    ...part
  }: Pick<Taxable, 'amount' | 'standing'> & { readonly credited?: Decimal },
  rate: Decimal,
): Row {
  const had = { tax: toDecimal(row.tax), taxRate: toDecimal(row.taxRate) };
  const due = taxOf({ ...part, ...had }, rate, settings.currency);
  const { taxRate } = due;
  const tax = Decimal.max(due.tax, credited);
  const isSame = tax.equals(had.tax) && taxRate.equals(had.taxRate);
  return isSame ? row : { ...row, tax, taxRate };
}

/**
 * The order with the tax of each line item, after discounts, and of each shipment if shipping is taxed. What
 * has left, or was canceled, keeps its tax.
 * Decision: C26
 */
export function settleTaxes(act: Act, order: WorkingOrder): WorkingOrder {
  const { currency, taxRate, taxShipping } = act.settings;
  const amounts = discounted(order, currency);
  const standing = standingsOf(order);
  const standingOf = standingsOfShipments(order);
  const creditsOf = byLine(order.adjustments.filter(isUnitCredit));
  const rate = new Decimal(taxRate);
  const shippingRate = taxShipping ? rate : new Decimal(0);
  return {
    ...order,
    lineItems: order.lineItems.map((line) => {
      const amount = amounts.get(line.id) ?? new Decimal(0);
      const credited = taxInCredits(line, creditsOf(line));
      return withTax(act, line, { amount, standing: standing(line), credited }, rate);
    }),
    shipments: order.shipments.map((shipment) => {
      const part = { amount: toDecimal(shipment.cost), standing: standingOf(shipment) };
      return withTax(act, shipment, part, shippingRate);
    }),
  };
}

/** The tax of an order: the sum of its parts; null if it has none and none is due. Decision: C26 */
export function taxDue({ settings }: Pick<Act, 'settings'>, order: WorkingOrder): Decimal | null {
  const { lineItems, shipments } = order;
  const due = sumAmounts([...lineItems, ...shipments].map(({ tax }) => toDecimal(tax)));
  const isTaxed = lineItems.length > 0 && new Decimal(settings.taxRate).greaterThan(0);
  return isTaxed || !due.isZero() ? due : null;
}
