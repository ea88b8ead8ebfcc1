import type { Write } from '../write.ts';

/** A record whose state changes are stored. */
export interface Stateful {
  readonly type: 'Order' | 'Shipment' | 'InventoryUnit' | 'Payment';
  readonly id: bigint;
  readonly orderId: bigint;
}

/**
 * Stores one fired event or step back: who, when, from and to, and an outbox row in the same transaction.
 * Payloads contain only ids and states.
 * Decision: C32 (state_changes), C35 (outbox_events), L29.
 */
export async function recordStateChange(
  { tx, now, userId }: Write,
  { type, id, orderId }: Stateful,
  event: string,
  previousState: string,
  nextState: string,
): Promise<void> {
  await tx.stateChange.create({
    data: {
      orderId,
      statefulType: type,
      statefulId: id,
      event,
      previousState,
      nextState,
      userId,
      createdAt: now,
    },
    select: { id: true },
  });
  await tx.outboxEvent.create({
    data: {
      eventType: `${type}.${event}`,
      resourceType: type,
      resourceId: id,
      payload: { orderId: String(orderId), id: String(id), event, previousState, nextState },
      createdAt: now,
      nextAttemptAt: now,
    },
    select: { id: true },
  });
}

/** Stores one step of an order, from the state in which it was just read. */
export const recordOrderStep = (
  write: Write,
  { id, state }: { readonly id: bigint; readonly state: string },
  event: string,
  nextState: string,
): Promise<void> =>
  recordStateChange(write, { type: 'Order', id, orderId: id }, event, state, nextState);
