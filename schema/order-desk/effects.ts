import { hasLeft } from '../domain/inventory-unit-machine.ts';
import { mostEntries } from '../domain/list-bounds.ts';
import type { OrderEffect } from '../domain/order-machine.ts';
import { everyPackageHasRate } from '../domain/proposal.ts';
import { deliverReopened } from './deliver.ts';
import { setStates } from './fired.ts';
import { countUnits, idsOf } from './order-parts.ts';
import {
  addShipment,
  buildProposal,
  canceledWithOrder,
  proposeFor,
  shipmentToFill,
} from './shipments.ts';
import { takeAnywhere } from './spread.ts';
import { addUnits, moveUnits, releaseUnits, returnDamaged } from './units.ts';
import type {
  Act,
  WorkingOrder,
  WorkingPayment,
  WorkingShipment,
  WorkingUnit,
} from './working-order.ts';

const hasNotLeft = ({ state }: WorkingUnit): boolean => !hasLeft(state);

const setShipments = (
  order: WorkingOrder,
  event: string,
  state: WorkingShipment['state'],
  chosen: readonly WorkingShipment[],
): WorkingOrder =>
  setStates(
    order,
    'Shipment',
    chosen.filter((shipment) => shipment.state !== state),
    event,
    state,
  );

export const setPayments = (
  order: WorkingOrder,
  from: readonly WorkingPayment['state'][],
  event: string,
  state: WorkingPayment['state'],
): WorkingOrder =>
  setStates(
    order,
    'Payment',
    order.payments.filter((one) => from.includes(one.state)),
    event,
    state,
  );

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
export const dropPayments = (order: WorkingOrder): WorkingOrder =>
  setPayments(
    setPayments(order, ['checkout'], 'invalidate', 'invalid'),
    ['pending'],
    'void',
    'void',
  );

const unitsInState = (order: WorkingOrder, state: WorkingUnit['state']): WorkingUnit[] =>
  order.inventoryUnits.filter((unit) => unit.state === state);

/** What an effect works on beside the order: locked counts, shipping methods, those of shipments that may be proposed. */
export type Need = 'stock' | 'methods' | 'proposal';

interface Effect {
  readonly needs: readonly Need[];
  readonly run: (act: Act, order: WorkingOrder) => WorkingOrder;
}

/** What each effect of the order machine needs and does; the type requires all of them. Decision: T5 to T20. */
const effects: Readonly<Record<OrderEffect, Effect>> = {
  buildProposal: { needs: ['proposal'], run: buildProposal },
  ensureShipment: { needs: ['proposal'], run: ensureShipment },
  addMissingUnits: { needs: [], run: addMissingUnits },
  submitPayments: {
    needs: [],
    run: (_act, order) => setPayments(order, ['checkout'], 'authorize', 'pending'),
  },
  takeStock: {
    needs: ['stock'],
    run: (act, order) => {
      const canceled = idsOf(order.shipments.filter(({ state }) => state === 'canceled'));
      const wanted = unitsInState(order, 'on_hand').filter(
        ({ shipmentId }) => shipmentId === null || !canceled.has(shipmentId),
      );
      return takeAnywhere(act, order, wanted);
    },
  },
  stampCompletedAt: { needs: [], run: ({ now }, order) => ({ ...order, completedAt: now }) },
  releaseStock: {
    needs: ['stock'],
    run: (act, order) => releaseUnits(act, order, order.inventoryUnits, 'on_hand'),
  },
  cancelShipments: {
    needs: [],
    run: (_act, order) => setShipments(order, 'cancel', 'canceled', order.shipments),
  },
  voidOpenPayments: {
    needs: [],
    run: (_act, order) => setPayments(order, ['checkout', 'pending'], 'void', 'void'),
  },
  stampCanceledAt: {
    needs: [],
    run: ({ now, userId }, order) => ({ ...order, canceledAt: now, cancelerId: userId }),
  },
  reopenShipments: {
    needs: ['methods'],
    run: (act, order) => {
      const reopened = canceledWithOrder(order);
      return deliverReopened(act, setShipments(order, 'resume', 'pending', reopened), reopened);
    },
  },
  returnShippedUnits: {
    needs: ['stock'],
    run: (act, order) => releaseUnits(act, order, unitsInState(order, 'shipped'), 'returned'),
  },
  returnDamagedUnits: {
    needs: ['stock'],
    run: (act, order) => returnDamaged(act, order, unitsInState(order, 'shipped')),
  },
  releaseUnshippedUnits: {
    needs: ['stock'],
    run: (act, order) =>
      releaseUnits(act, order, order.inventoryUnits.filter(hasNotLeft), 'on_hand'),
  },
  cancelUnshippedShipments: {
    needs: [],
    run: (_act, order) => {
      const left = new Set(
        order.inventoryUnits.flatMap((unit) => (hasLeft(unit.state) ? [unit.shipmentId] : [])),
      );
      const unshipped = order.shipments.filter(
        ({ id, state }) => state !== 'shipped' && !left.has(id),
      );
      return setShipments(order, 'cancel', 'canceled', unshipped);
    },
  },
  stampApproval: {
    needs: [],
    run: ({ now, userId }, order) =>
      order.approvedAt ? order : { ...order, approvedAt: now, approverId: userId },
  },
};

/** What these effects need, each once, in their order. */
export const needsOf = (names: readonly OrderEffect[]): ReadonlySet<Need> =>
  new Set(names.flatMap((name) => effects[name].needs));

/** Runs the effects of an event, each on what the one before left, and sets the state. */
export const runEffects = (
  act: Act,
  order: WorkingOrder,
  names: readonly OrderEffect[],
  state: WorkingOrder['state'],
): WorkingOrder => ({
  ...names.reduce((next, name) => effects[name].run(act, next), order),
  state,
});
