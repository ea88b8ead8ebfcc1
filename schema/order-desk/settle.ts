import { groupsOf } from '../domain/groups.ts';
import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { computePaymentState, isPaid } from '../domain/payment-state.ts';
import { settleReadiness, type ShipmentEvent } from '../domain/shipment-machine.ts';
import { computeShipmentState } from '../domain/shipment-state.ts';
import type { ShipmentState } from '../domain/shipment-states.ts';
import { type AdjustmentKind, computeTotals, totalsObjection } from '../domain/totals.ts';
import { Invalid } from '../errors.ts';
import { isUnitCredit, withPresentCredits } from './booked-credits.ts';
import { creditsOf } from './credits.ts';
import { withPresentLeft } from './joined-lines.ts';
import { temporaryId } from '../new-rows.ts';
import { addStep, changeIn, changeRows, idsOf } from './order-parts.ts';
import { settleTaxes, taxDue } from './taxes.ts';
import type {
  Act,
  Amount,
  WorkingAdjustment,
  WorkingLine,
  WorkingOrder,
  WorkingUnit,
} from './working-order.ts';

/** The states of the units of a shipment, or of those in none. */
type StatesIn = (shipmentId: bigint | null) => readonly WorkingUnit['state'][];

/**
 * An order with its derived values computed again: taxes, shipping adjustments, credits, totals, payment_state,
 * readiness of shipments, shipment_state.
 * Throws Invalid if a total exceeds its bound. Decision: R30, C26, C42, T29, T40, T41.
 */
export function settle(act: Act, changed: WorkingOrder): WorkingOrder {
  const once = charge(act, withPresentLeft(withPresentCredits(act, changed)));
  // what is credited now has its share of the discounts, and the others have the rest
  const order = once.adjustments.some(isUnitCredit) ? charge(act, once) : once;
  const { lineItems: lines, adjustments, payments } = order;
  const totals = computeTotals({ lines, adjustments, payments });
  const objection = totalsObjection(totals);
  if (objection) throw new Invalid(objection);
  const completed = order.completedAt !== null;
  const paymentState = computePaymentState({
    completed,
    state: order.state,
    total: totals.total,
    paymentTotal: totals.paymentTotal,
    paymentStates: payments.map(({ state }) => state),
  });
  const units = groupsOf(order.inventoryUnits, ({ shipmentId }) => shipmentId);
  const statesIn: StatesIn = (id) => (units.get(id) ?? []).map(({ state }) => state);
  const settled = settleShipments(act, order, statesIn, paymentState);
  return {
    ...settled,
    ...totals,
    totalQuantity: BigInt(totals.totalQuantity),
    paymentState,
    shipmentState: computeShipmentState({
      completed,
      shipments: settled.shipments.map(({ id, state }) => ({ state, unitStates: statesIn(id) })),
      looseUnitStates: statesIn(null),
    }),
    filled: new Set(),
  };
}

function charge(act: Act, order: WorkingOrder): WorkingOrder {
  const taxed = settleTaxes(act, order);
  return { ...taxed, adjustments: settleAdjustments(act, taxed) };
}

type NewAdjustment = Pick<WorkingAdjustment, 'kind' | 'label' | 'amount'> &
  Partial<WorkingAdjustment>;

/** A new adjustment of an order, mandatory unless the columns say otherwise. */
export const newAdjustment = (
  { now }: Act,
  { id: orderId }: WorkingOrder,
  columns: NewAdjustment,
): WorkingAdjustment => ({
  id: temporaryId(),
  orderId,
  mandatory: true,
  eligible: true,
  userId: null,
  shipmentId: null,
  lineItemId: null,
  pieces: null,
  discount: 0,
  createdAt: now,
  updatedAt: now,
  ...columns,
});

/** An adjustment with another amount; the same one if it does not differ. */
const withAmount = (adjustment: WorkingAdjustment, amount: Amount): WorkingAdjustment =>
  toDecimal(adjustment.amount).equals(toDecimal(amount)) ? adjustment : { ...adjustment, amount };

/**
 * One shipping adjustment per shipment with its cost as amount, one for the tax, those made by hand, and those for
 * what was returned or canceled.
 */
function settleAdjustments(act: Act, order: WorkingOrder): readonly WorkingAdjustment[] {
  const make = (columns: NewAdjustment) => newAdjustment(act, order, columns);
  const ofKind = (wanted: AdjustmentKind): readonly WorkingAdjustment[] =>
    order.adjustments.filter(({ kind }) => kind === wanted);
  const ofShipment = new Map(ofKind('shipping').map((one) => [one.shipmentId, one]));
  const shipping = order.shipments.map(({ id, cost }) => {
    const known = ofShipment.get(id);
    return known
      ? withAmount(known, cost)
      : make({ kind: 'shipping', label: 'Shipping', amount: cost, shipmentId: id });
  });
  const [tax] = ofKind('tax');
  const due = taxDue(act, order);
  const taxes =
    due === null
      ? []
      : [tax ? withAmount(tax, due) : make({ kind: 'tax', label: 'Tax', amount: due })];
  return [...shipping, ...taxes, ...ofKind('manual'), ...creditsOf(act, order, make)];
}

/** The event that corresponds to a shipment's recalculated state. */
const settledBy = {
  pending: 'pend',
  ready_to_ship: 'ready',
  shipped: 'ship',
  canceled: 'cancel',
} as const satisfies Record<ShipmentState, ShipmentEvent>;

/** Updates the readiness of shipments, and ships those whose units have all left. */
function settleShipments(
  act: Act,
  order: WorkingOrder,
  statesIn: StatesIn,
  paymentState: WorkingOrder['paymentState'],
): WorkingOrder {
  let next = order;
  for (const { id, state: from } of order.shipments) {
    const to = settleReadiness(from, {
      orderState: order.state,
      requirePaymentToShip: act.settings.requirePaymentToShip,
      paymentState,
      wasPaid: isPaid(order.paymentState),
      hadBackordered: order.filled.has(id),
      unitStates: statesIn(id),
    });
    if (to === from) continue;
    const columns = { state: to, ...(to === 'shipped' && { shippedAt: act.now }) };
    const moved = changeIn(next, 'shipments', [{ id }], columns);
    next = addStep(moved, { type: 'Shipment', id, event: settledBy[to], from, to });
  }
  return next;
}

/** Whether a line shows another price than its variant has now, and must follow it. */
const isOutdated = ({ price, priceIsOwn, variant }: WorkingLine): boolean =>
  !priceIsOwn && variant.deletedAt === null && !toDecimal(price).equals(toDecimal(variant.price));

const followsVariants = ({ settings }: Act, { state }: WorkingOrder): boolean =>
  settings.cartPrices === 'follow' && isInCheckout(state);

/** Whether lines that follow their variants were read when these cost something else. */
export function isOvertaken(
  act: Act,
  order: WorkingOrder,
  variants: readonly { readonly variantId: bigint; readonly price: Amount }[],
): boolean {
  if (!followsVariants(act, order)) return false;
  const prices = new Map(variants.map(({ variantId, price }) => [variantId, toDecimal(price)]));
  return order.lineItems.some(
    ({ variant, priceIsOwn }) =>
      !priceIsOwn && prices.get(variant.id)?.equals(toDecimal(variant.price)) === false,
  );
}

/** What a unit of a line costs once the order is settled. */
export const presentPriceOf = (act: Act, order: WorkingOrder, line: WorkingLine): Amount =>
  followsVariants(act, order) && isOutdated(line) ? line.variant.price : line.price;

/**
 * An order whose lines have the prices that their variants have now, until it is completed. Prices that were set by
 * hand stay, and those of deleted variants. Decision: T46.
 */
function followPrices(act: Act, order: WorkingOrder): WorkingOrder {
  if (!followsVariants(act, order)) return order;
  const outdated = order.lineItems.filter(isOutdated);
  if (outdated.length === 0) return order;
  return {
    ...order,
    lineItems: changeRows(order.lineItems, idsOf(outdated), ({ variant }) => ({
      price: variant.price,
    })),
    repriced: [...order.repriced, ...outdated.map((line) => ({ line, from: line.price }))],
  };
}

/** An order at present prices, with its derived values computed again. */
export const settlePriced = (act: Act, order: WorkingOrder): WorkingOrder =>
  settle(act, followPrices(act, order));

/** An order in checkout at present prices and taxes, before an act decides by its total; the same one if that stays. */
export function atPresentPrices(act: Act, order: WorkingOrder): WorkingOrder {
  if (!isInCheckout(order.state)) return order;
  const priced = settlePriced(act, order);
  const isSame = toDecimal(priced.total).equals(toDecimal(order.total));
  return isSame && priced.repriced === order.repriced ? order : priced;
}
