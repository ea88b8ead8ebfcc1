import { firingRights } from '../abilities.ts';
import { allowedEvents, transition } from '../domain/machine.ts';
import type { Messages } from '../domain/messages.ts';
import { type OrderEffect, type OrderEvent, orderMachine } from '../domain/order-machine.ts';
import type { OrderState } from '../domain/order-states.ts';
import {
  checkoutRefusalFields,
  type EventRefusal,
  fireEvent,
  moveRefused,
  refuseNow,
} from '../domain/refusal.ts';
import { Invalid, Refused } from '../errors.ts';
import { changesCounts, runEffects } from '../order-desk/effects.ts';
import { orderFacts } from '../order-desk/facts.ts';
import { noteFired } from '../order-desk/fired.ts';
import { mayPropose, readMethods, withStock } from '../order-desk/load.ts';
import { atPresentPrices } from '../order-desk/settle.ts';
import { StockShort } from '../order-desk/take-stock.ts';
import type { Act, WorkingOrder } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';

/** What an event of an order needs beside the order: what its guards judge shipments by, and the counts that it changes. */
export async function prepareEvent(
  write: Write,
  order: WorkingOrder,
  event: string,
): Promise<WorkingOrder> {
  if (mayPropose(order) || order.state === 'canceled') await readMethods(write, order);
  const outcome = transition(orderMachine, order.state, event, orderFacts(write, order));
  if (!outcome.allowed || !changesCounts(outcome.does)) return order;
  const { lineItems, inventoryUnits } = order;
  const variantIds = [...lineItems, ...inventoryUnits].map(({ variantId }) => variantId);
  return withStock(write, order, variantIds);
}

/** A refused event, as clients get it. */
export const refusedEvent = ({ error, event, ...refusal }: EventRefusal): Refused =>
  new Refused(error, { ...refusal, ...(event !== null && { event }) });

/** Whether an event moves an order towards its completion; its refusal keeps new prices. Decision: T46. */
export const movesOn = (event: string): boolean => event === 'next' || event === 'complete';

/**
 * An order after an event, or why it is refused. `restocks` is false if what a return brings back is damaged.
 * Contract: Events.
 */
export function fireOnOrder(
  act: Act,
  order: WorkingOrder,
  name: string,
  restocks: boolean,
): WorkingOrder | Refused {
  const facts = orderFacts(act, order, restocks);
  const keepsPrices = order.repriced.length > 0 && movesOn(name);
  const left = keepsPrices ? orderFacts(act, { ...order, repriced: [] }, restocks) : facts;
  const mayFire = firingRights(act.viewer, 'order', order);
  const firing = fireEvent(orderMachine, order.state, name, facts, mayFire, left);
  if (!firing.allowed) return refusedEvent(firing.refusal);
  try {
    return move(act, order, firing.event, firing);
  } catch (error) {
    if (!(error instanceof StockShort)) throw error;
    return refusedEvent(
      refuseNow(orderMachine, order.state, firing.event, left, mayFire, error.fields),
    );
  }
}

/**
 * The events that would succeed on an order now and that the caller may fire. A new price refuses those that
 * complete it once only, so it does not count.
 */
export function eventsOfOrder(act: Act, order: WorkingOrder): readonly OrderEvent[] {
  const facts = orderFacts(act, { ...atPresentPrices(act, order), repriced: [] });
  const mayFire = firingRights(act.viewer, 'order', order);
  return allowedEvents(orderMachine, order.state, facts).filter(mayFire);
}

function move(
  act: Act,
  order: WorkingOrder,
  event: OrderEvent,
  { to, does }: { readonly to: OrderState; readonly does: readonly OrderEffect[] },
): WorkingOrder {
  const { id, state: from } = order;
  return noteFired(act, runEffects(act, order, does, to), { type: 'Order', id, event, from, to });
}

const checkoutRefused = (state: string, fields: Messages): Refused =>
  new Refused(moveRefused, { reason: 'checkout', event: 'next', state, fields });

/** An order after one `next` step of its checkout, or why it cannot advance, such as too many shipments. Decision: T25. */
export function stepCheckout(act: Act, order: WorkingOrder): WorkingOrder | Refused {
  const outcome = transition(orderMachine, order.state, 'next', orderFacts(act, order));
  if (!outcome.allowed) {
    return checkoutRefused(order.state, checkoutRefusalFields(outcome.messages));
  }
  try {
    return move(act, order, 'next', outcome);
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return checkoutRefused(order.state, error.fields);
  }
}
