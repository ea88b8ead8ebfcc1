import { sentences } from '../domain/messages.ts';
import { Refused } from '../errors.ts';
import { giveBackStock, located } from '../order-desk/units.ts';
import { dropPayments } from '../order-desk/effects.ts';
import { noteFired } from '../order-desk/fired.ts';
import type { Act, WorkingOrder } from '../order-desk/working-order.ts';

/** What emptying clears, with what is there afterwards. */
const cleared = {
  inventoryUnits: [],
  shipments: [],
  lineItems: [],
  adjustments: [],
  addresses: [],
  state: 'cart',
  completedAt: null,
  canceledAt: null,
  cancelerId: null,
  approvedAt: null,
  approverId: null,
  specialInstructions: null,
  billAddressId: null,
  shipAddressId: null,
} as const satisfies Partial<WorkingOrder>;

const isCleared = (order: WorkingOrder): boolean =>
  Object.entries(cleared).every(([name, value]) => {
    const present = order[name as keyof typeof cleared];
    return Array.isArray(present) ? present.length === 0 : present === value;
  });

/**
 * An order without its contents: its stock is returned; its line items, shipments, addresses, adjustments and
 * instructions are gone; it is a cart again. Number, token, user, e-mail and completed payments stay. The same order if
 * there is nothing to clear: its history must not grow by what changes nothing.
 * Throws Refused once something has shipped. Contract: States and transitions. Decision: T48, L29, N76.
 */
export function emptyOrder(act: Act, order: WorkingOrder): WorkingOrder {
  const hasLeft = [...order.inventoryUnits, ...order.shipments].some(
    ({ state }) => state === 'shipped' || state === 'returned',
  );
  if (hasLeft) throw Refused.act({ base: [sentences.orderShipped] });
  const units = located(act, order, order.inventoryUnits);
  const given = dropPayments(giveBackStock(act, order, units, 'restock'));
  if (isCleared(order) && given.steps.length === order.steps.length) return order;
  const { id, state: from } = order;
  const step = { type: 'Order', id, event: 'empty', from, to: 'cart' } as const;
  return noteFired(act, { ...given, ...cleared }, step, {}, { contentsBy: 'orders.update' });
}
