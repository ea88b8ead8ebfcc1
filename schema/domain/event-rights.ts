import type { InventoryUnitEvent } from './inventory-unit-machine.ts';
import type { OrderEvent } from './order-machine.ts';
import type { PaymentEvent } from './payment-machine.ts';
import type { ShipmentEvent } from './shipment-machine.ts';

/** Who may fire an event without the permission: the owner of the order, the holder of its token. */
interface EventRight {
  readonly owner: boolean;
  readonly holder: boolean;
}

const customer: EventRight = { owner: true, holder: true };
/** A step of the staff; the token authorizes any action on its order. Contract: Authentication 6. */
const token: EventRight = { owner: false, holder: true };
/** Only staff record what happens to money. */
const shop: EventRight = { owner: false, holder: false };

/** Every event of every machine, and who may fire it besides callers with the permission. Decision: N80, N81. */
const rows = {
  order: {
    next: customer,
    complete: customer,
    cancel: customer,
    resume: token,
    authorize_return: token,
    return: token,
    approve: token,
  } satisfies Record<OrderEvent, EventRight>,
  shipment: {
    ready: token,
    pend: token,
    ship: token,
    cancel: token,
    resume: token,
  } satisfies Record<ShipmentEvent, EventRight>,
  inventoryUnit: {
    fill_backorder: token,
    ship: token,
    return: token,
  } satisfies Record<InventoryUnitEvent, EventRight>,
  payment: {
    authorize: shop,
    purchase: shop,
    capture: shop,
    void: shop,
    credit: shop,
    fail: shop,
    invalidate: shop,
  } satisfies Record<PaymentEvent, EventRight>,
} as const;

/** A type of record that has a state machine. */
export type Stateful = keyof typeof rows;

/**
 * Who may fire an event by the client's word. Anyone who may fire some event of the record is told that an
 * unknown one does not exist.
 */
export function rightToFire(kind: Stateful, word: string): EventRight {
  const events: Readonly<Record<string, EventRight>> = rows[kind];
  const row = Object.hasOwn(events, word) ? events[word] : undefined;
  if (row) return row;
  const all = Object.values(events);
  return { owner: all.some(({ owner }) => owner), holder: all.some(({ holder }) => holder) };
}
