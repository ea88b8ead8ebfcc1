import { Prisma } from '../../prisma/generated/client/client.ts';
import { firingRights } from '../abilities.ts';
import { auditEvent } from '../domain/audit.ts';
import type { Messages } from '../domain/messages.ts';
import { type OrderEvent, orderMachine } from '../domain/order-machine.ts';
import {
  checkoutRefusalFields,
  type EventRefusal,
  fireEvent,
  moveRefused,
  refuseNow,
} from '../domain/refusal.ts';
import { transition } from '../domain/machine.ts';
import { type FieldMessages, Refused } from '../errors.ts';
import { StockShort } from '../stock/take.ts';
import type { Write } from '../write.ts';
import { carryOut } from './effects.ts';
import { orderFacts } from './facts.ts';
import { recordOrderStep } from './state-change.ts';
import type { WorkingOrder } from './working-order.ts';

/** Messages of the domain as an error contains them. */
export const fieldsOf = (messages: Messages): FieldMessages =>
  Object.fromEntries(Object.entries(messages).map(([key, texts]) => [key, [...texts]]));

/** A refused event, as clients get it. Decision: A31, A45. */
export function refusedEvent({
  error,
  reason,
  event,
  state,
  allowed,
  fields,
}: EventRefusal): Refused {
  return new Refused(error, {
    reason,
    ...(event !== null && { event }),
    state,
    allowed,
    fields: fieldsOf(fields),
  });
}

/**
 * Fires an event on a locked order.
 * Throws Refused; the transaction must then be rolled back. Contract: Events.
 * Decision: T1, T2.
 */
export async function fireOnOrder(write: Write, order: WorkingOrder, name: unknown): Promise<void> {
  const facts = await orderFacts(write, order);
  const mayFire = firingRights(write.viewer, 'order', order);
  const firing = fireEvent(orderMachine, order.state, name, facts, mayFire);
  if (!firing.allowed) throw refusedEvent(firing.refusal);
  try {
    await move(write, order, firing.event, firing);
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    const messages = { quantity: error.messages };
    throw refusedEvent(
      refuseNow(orderMachine, order.state, firing.event, facts, mayFire, messages),
    );
  }
}

async function move(
  write: Write,
  order: WorkingOrder,
  event: OrderEvent,
  {
    to,
    does,
  }: { readonly to: WorkingOrder['state']; readonly does: Parameters<typeof carryOut>[2] },
): Promise<void> {
  await carryOut(write, order, does, to);
  await recordOrderStep(write, order, event, to);
  if (write.isStaffFor(order)) {
    const changes = auditEvent(event, order.state, to);
    write.audit({ action: 'orders.event', subject: 'Order', id: order.id, changes });
  }
  write.touch(order.id);
}

/** Why a checkout cannot advance. Decision: A32. */
const checkoutRefused = (state: string, fields: Messages): Refused =>
  new Refused(moveRefused, { reason: 'checkout', event: 'next', state, fields: fieldsOf(fields) });

/**
 * Takes one `next` step of an order just read, or returns why it cannot. A refused step changes nothing; what
 * the write did before it stays.
 * Decision: T25.
 */
export async function stepCheckout(
  write: Write,
  order: WorkingOrder,
): Promise<Refused | undefined> {
  const outcome = transition(orderMachine, order.state, 'next', await orderFacts(write, order));
  if (!outcome.allowed) {
    return checkoutRefused(order.state, checkoutRefusalFields(outcome.messages));
  }
  await write.tx.$executeRaw(Prisma.sql`SAVEPOINT checkout_step`);
  try {
    await move(write, order, 'next', outcome);
    await write.tx.$executeRaw(Prisma.sql`RELEASE SAVEPOINT checkout_step`);
    return undefined;
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    await write.tx.$executeRaw(Prisma.sql`ROLLBACK TO SAVEPOINT checkout_step`);
    return checkoutRefused(order.state, { quantity: error.messages });
  }
}
