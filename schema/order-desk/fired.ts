import { isStaff, may } from '../abilities.ts';
import type { AuditChanges, AuditRecord } from '../domain/audit.ts';
import type { Stateful } from '../domain/event-rights.ts';
import type { Right } from '../grants.ts';
import { addAudit, addStep, changeIn } from './order-parts.ts';
import type { Act, Step, WorkingOrder } from './working-order.ts';

const stateful: Readonly<Record<Step['type'], readonly [Stateful, AuditRecord['action']]>> = {
  Order: ['order', 'orders.event'],
  Shipment: ['shipment', 'shipments.event'],
  InventoryUnit: ['inventoryUnit', 'inventory_units.event'],
  Payment: ['payment', 'payments.event'],
};

/**
 * Notes a fired event in the history, and in the audit log if it is one of staff: the caller may more than every
 * customer, or neither owns the order nor has its token, so that another right has led here. `by` is the right to it
 * where that is not the one to fire events. Decision: N76.
 */
export function noteFired(
  act: Act,
  order: WorkingOrder,
  step: Step,
  changes: AuditChanges = {},
  by?: Right,
): WorkingOrder {
  const noted = addStep(order, step);
  const { type: subject, id, event, from, to } = step;
  const [kind, action] = stateful[subject];
  const right = by ?? { kind, event };
  if (!isStaff(act.viewer) && may(act.viewer, right, order)) return noted;
  const fired: AuditChanges = { event: [null, event], state: [from, to], ...changes };
  return addAudit(noted, { action, subject, id, changes: fired });
}

const lists = { Shipment: 'shipments', Payment: 'payments' } as const;

/** Sets the state of chosen rows of an order, with a step of the history for each; the same order if there are none. */
export function setStates<Type extends keyof typeof lists>(
  order: WorkingOrder,
  type: Type,
  chosen: WorkingOrder[(typeof lists)[Type]],
  event: string,
  to: WorkingOrder[(typeof lists)[Type]][number]['state'],
): WorkingOrder {
  const rows: readonly { readonly id: bigint; readonly state: string }[] = chosen;
  if (rows.length === 0) return order;
  const steps = rows.map(({ id, state: from }): Step => ({ type, id, event, from, to }));
  const changed = changeIn<'shipments' | 'payments'>(order, lists[type], rows, { state: to });
  return { ...changed, steps: [...order.steps, ...steps] };
}
