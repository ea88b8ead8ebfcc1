import { auditEvent, type AuditRecord } from '../domain/audit.ts';
import {
  type Act,
  addAudit,
  addStep,
  changeIn,
  type Step,
  type WorkingOrder,
} from './working-order.ts';

const actions: Readonly<Record<Step['type'], AuditRecord['action']>> = {
  Order: 'orders.event',
  Shipment: 'shipments.event',
  InventoryUnit: 'inventory_units.event',
  Payment: 'payments.event',
};

/** Notes a fired event in the history, and in the audit log if staff fired it or it is one of a payment. Decision: N76. */
export function noteFired(act: Act, order: WorkingOrder, step: Step): WorkingOrder {
  const noted = addStep(order, step);
  const { type: subject, id, event, from, to } = step;
  if (subject !== 'Payment' && !act.isStaffFor(order)) return noted;
  return addAudit(noted, {
    action: actions[subject],
    subject,
    id,
    changes: auditEvent(event, from, to),
  });
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
