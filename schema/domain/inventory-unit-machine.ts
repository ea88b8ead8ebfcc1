import type { Guard, Machine } from './machine.ts';
import { wordsOf } from './meanings.ts';
import { orderIsOpen, orderIsPaid, type ReleaseFacts } from './release.ts';
import type { ShipmentState } from './shipment-states.ts';

export const inventoryUnitStates = {
  on_hand: 'In stock; not taken yet.',
  sold: 'Taken from stock for the order.',
  backordered: 'Sold before it was in stock.',
  shipped: 'Sent.',
  returned: 'Sent back.',
} as const;

export type InventoryUnitState = keyof typeof inventoryUnitStates;

/** Whether a unit in this state has been shipped, even if it came back. */
export const hasLeft = (state: InventoryUnitState): boolean =>
  state === 'shipped' || state === 'returned';

export const inventoryUnitEvents = {
  fill_backorder: 'Records that a backordered unit came in.',
  ship: 'Records that it was sent.',
  return: 'Records that it came back.',
} as const;

export type InventoryUnitEvent = keyof typeof inventoryUnitEvents;

export type InventoryUnitEffect = 'receiveOnePiece' | 'giveBackStock';

/** What the guards of an inventory unit check; a unit may be in no shipment. */
export interface InventoryUnitFacts extends ReleaseFacts {
  readonly shipmentState: ShipmentState | null;
}

const shipmentIsNotCanceled: Guard<InventoryUnitFacts> = ({ shipmentState }) =>
  shipmentState === 'canceled' ? {} : null;

/** The states of one unit of an order. Decision: T36 */
export const inventoryUnitMachine: Machine<
  InventoryUnitState,
  InventoryUnitEvent,
  InventoryUnitEffect,
  InventoryUnitFacts
> = {
  events: wordsOf(inventoryUnitEvents),
  rows: {
    fill_backorder: [
      { from: ['backordered'], to: 'sold', needs: [orderIsOpen], does: ['receiveOnePiece'] },
    ],
    ship: [
      {
        from: ['sold'],
        to: 'shipped',
        needs: [orderIsOpen, orderIsPaid, shipmentIsNotCanceled],
      },
    ],
    return: [{ from: ['shipped'], to: 'returned', does: ['giveBackStock'] }],
  },
};

/**
 * The event that a written `state` stands for: null if it is the current state; undefined if no single event leads to
 * it, which makes the state invalid. Decision: T38
 */
export function eventLeadingTo(
  present: InventoryUnitState,
  written: string,
): InventoryUnitEvent | null | undefined {
  if (written === present) return null;
  return inventoryUnitMachine.events.find((event) =>
    inventoryUnitMachine.rows[event].some(
      (row) => row.from.includes(present) && row.to === written,
    ),
  );
}
