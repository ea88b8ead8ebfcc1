import { hasLeft } from '../domain/inventory-unit-machine.ts';
import { mostEntries } from '../domain/list-bounds.ts';
import type { OrderEffect } from '../domain/order-machine.ts';
import { everyPackageHasRate } from '../domain/proposal.ts';
import { deliverReopened } from './deliver.ts';
import { setStates } from './fired.ts';
import { countUnits, idsOf, startedShipments } from './order-parts.ts';
import {
  addShipment,
  buildProposal,
  canceledWithOrder,
  proposeFor,
  shipmentToFill,
} from './shipments.ts';
import { takeAnywhere } from './take-stock.ts';
import { addUnits, moveUnits, releaseUnits, returnDamaged } from './units.ts';
import type {
  Act,
  WorkingOrder,
  WorkingPayment,
  WorkingShipment,
  WorkingUnit,
} from './working-order.ts';

function setShipments(
  order: WorkingOrder,
  event: string,
  state: WorkingShipment['state'],
  chosen: readonly WorkingShipment[],
): WorkingOrder {
  const others = chosen.filter((shipment) => shipment.state !== state);
  return setStates(order, 'Shipment', others, event, state);
}

export function setPayments(
  order: WorkingOrder,
  from: readonly WorkingPayment['state'][],
  event: string,
  state: WorkingPayment['state'],
): WorkingOrder {
  const chosen = order.payments.filter((one) => from.includes(one.state));
  return setStates(order, 'Payment', chosen, event, state);
}

/** A shipment for the units: proposed ones if that is possible, else an empty one. Decision: T14 (1), P75. */
function ensureShipment(act: Act, order: WorkingOrder): WorkingOrder {
  if (shipmentToFill(order)) return order;
  const proposed = proposeFor(act, order);
  const isPossible = proposed.length > 0 && proposed.length <= mostEntries.shipments;
  return isPossible && everyPackageHasRate(proposed)
    ? buildProposal(act, order)
    : addShipment(act, order, { stockLocationId: act.defaultLocationId });
}

/**
 * Adds the missing units of each line item, in the first unshipped shipment; units without a shipment join it.
 * Decision: T14 (2).
 */
function addMissingUnits(act: Act, order: WorkingOrder): WorkingOrder {
  const shipment = shipmentToFill(order);
  if (!shipment) throw new Error(`Order ${order.id} has no shipment to fill.`);
  const present = countUnits(order);
  const loose = order.inventoryUnits.filter(({ shipmentId }) => shipmentId === null);
  const lines = order.lineItems.map(({ id, variantId, quantity }) => ({
    lineItemId: id,
    variantId,
    quantity: quantity - (present.get(id) ?? 0),
  }));
  return moveUnits(addUnits(act, order, shipment.id, lines), loose, shipment.id);
}

/** What emptying an order does to payments. Decision: T48. */
export function dropPayments(order: WorkingOrder): WorkingOrder {
  const invalidated = setPayments(order, ['checkout'], 'invalidate', 'invalid');
  return setPayments(invalidated, ['pending'], 'void', 'void');
}

const unitsInState = (order: WorkingOrder, state: WorkingUnit['state']): WorkingUnit[] =>
  order.inventoryUnits.filter((unit) => unit.state === state);

type Effect = (act: Act, order: WorkingOrder) => WorkingOrder;

/** What each effect of the order machine does; the type requires all of them. Decision: T5 to T20. */
const effects: Readonly<Record<OrderEffect, Effect>> = {
  buildProposal,
  ensureShipment,
  addMissingUnits,
  submitPayments: (_act, order) => setPayments(order, ['checkout'], 'authorize', 'pending'),
  takeStock: (act, order) => {
    const canceled = idsOf(order.shipments.filter(({ state }) => state === 'canceled'));
    const wanted = unitsInState(order, 'on_hand').filter(
      ({ shipmentId }) => shipmentId === null || !canceled.has(shipmentId),
    );
    return takeAnywhere(act, order, wanted);
  },
  stampCompletedAt: ({ now }, order) => ({ ...order, completedAt: now }),
  releaseStock: (act, order) => releaseUnits(act, order, order.inventoryUnits, 'on_hand'),
  cancelShipments: (_act, order) => setShipments(order, 'cancel', 'canceled', order.shipments),
  voidOpenPayments: (_act, order) => setPayments(order, ['checkout', 'pending'], 'void', 'void'),
  stampCanceledAt: ({ now, userId }, order) => ({ ...order, canceledAt: now, cancelerId: userId }),
  reopenShipments: (act, order) => {
    const reopened = canceledWithOrder(order);
    return deliverReopened(act, setShipments(order, 'resume', 'pending', reopened), reopened);
  },
  returnShippedUnits: (act, order) =>
    releaseUnits(act, order, unitsInState(order, 'shipped'), 'returned'),
  returnDamagedUnits: (act, order) => returnDamaged(act, order, unitsInState(order, 'shipped')),
  releaseUnshippedUnits: (act, order) => {
    const unshipped = order.inventoryUnits.filter(({ state }) => !hasLeft(state));
    return releaseUnits(act, order, unshipped, 'on_hand');
  },
  cancelUnshippedShipments: (_act, order) => {
    const started = startedShipments(order);
    const unshipped = order.shipments.filter(
      ({ id, state }) => state !== 'shipped' && !started.has(id),
    );
    return setShipments(order, 'cancel', 'canceled', unshipped);
  },
  stampApproval: ({ now, userId }, order) =>
    order.approvedAt ? order : { ...order, approvedAt: now, approverId: userId },
};

const onStock: ReadonlySet<OrderEffect> = new Set<OrderEffect>([
  'takeStock',
  'releaseStock',
  'returnShippedUnits',
  'returnDamagedUnits',
  'releaseUnshippedUnits',
]);

/** Whether one of these effects takes or returns stock: then the counts must be locked before. */
export const changesCounts = (names: readonly OrderEffect[]): boolean =>
  names.some((name) => onStock.has(name));

/** Runs the effects of an event, each on what the one before left, and sets the state. */
export const runEffects = (
  act: Act,
  order: WorkingOrder,
  names: readonly OrderEffect[],
  state: WorkingOrder['state'],
): WorkingOrder => ({
  ...names.reduce((next, name) => effects[name](act, next), order),
  state,
});
