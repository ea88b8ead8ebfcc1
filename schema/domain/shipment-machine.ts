import { hasLeft, type InventoryUnitState } from './inventory-unit-machine.ts';
import type { Guard, Machine } from './machine.ts';
import { wordsOf } from './meanings.ts';
import { sentences } from './messages.ts';
import { isOpen } from './order-states.ts';
import { isPaid } from './payment-state.ts';
import { orderIsOpen, orderIsPaid, type ReleaseFacts, somethingDelivers } from './release.ts';
import type { ShipmentState } from './shipment-states.ts';
import { type NamedVariant, stockIsAvailable } from './stock-guard.ts';

export const shipmentEvents = {
  ready: 'Makes it ready to be sent.',
  pend: 'Makes it wait.',
  ship: 'Records that it was sent.',
  cancel: 'Cancels it and returns its stock.',
  resume: 'Opens a canceled shipment again.',
} as const;

export type ShipmentEvent = keyof typeof shipmentEvents;

export type ShipmentEffect = 'stampShippedAt' | 'shipUnits' | 'releaseStock' | 'takeStock';

/**
 * What the guards of a shipment check; `stockShort` as T13 finds it for the units of a canceled one, and whether something
 * delivers where that goes now.
 */
export interface ShipmentFacts extends ReleaseFacts {
  readonly unitStates: readonly InventoryUnitState[];
  readonly stockShort: readonly NamedVariant[];
  readonly delivers: boolean;
}

type Check = Guard<ShipmentFacts>;

const nothingBackordered: Check = ({ unitStates }) =>
  unitStates.includes('backordered') ? { base: [sentences.backordered] } : null;

const nothingLeft: Check = ({ unitStates }) =>
  unitStates.some(hasLeft) ? { base: [sentences.somethingLeft] } : null;

type ShipmentMachine = Machine<ShipmentState, ShipmentEvent, ShipmentEffect, ShipmentFacts>;

/** The states of a shipment. Contract: States and transitions. Decision: T28 */
export const shipmentMachine: ShipmentMachine = {
  events: wordsOf(shipmentEvents),
  rows: {
    ready: [
      {
        from: ['pending'],
        to: 'ready_to_ship',
        needs: [orderIsOpen, nothingBackordered, orderIsPaid],
      },
    ],
    pend: [{ from: ['ready_to_ship'], to: 'pending' }],
    ship: [
      {
        from: ['ready_to_ship'],
        to: 'shipped',
        needs: [orderIsOpen, nothingBackordered, orderIsPaid],
        does: ['stampShippedAt', 'shipUnits'],
      },
    ],
    cancel: [
      {
        from: ['pending', 'ready_to_ship'],
        to: 'canceled',
        needs: [orderIsOpen, nothingLeft],
        does: ['releaseStock'],
      },
    ],
    resume: [
      {
        from: ['canceled'],
        to: 'pending',
        needs: [orderIsOpen, stockIsAvailable, somethingDelivers],
        does: ['takeStock'],
      },
    ],
  },
};

/** The state in which repeating an event returns the record unchanged instead of being refused. Decision: T4 */
const verbDoneIn: Readonly<Record<string, ShipmentState>> = {
  ready: 'ready_to_ship',
  ship: 'shipped',
} satisfies Partial<Record<ShipmentEvent, ShipmentState>>;

/** Whether a shipment event, by the client's word, was already done; the event route refuses such repetitions. */
export const isRepeatedVerb = (verb: string, state: ShipmentState): boolean =>
  verbDoneIn[verb] === state;

/** What a write changed, as far as T29 and T54 need it. */
export interface ReadinessChange extends ReleaseFacts {
  readonly wasPaid: boolean;
  readonly hadBackordered: boolean;
  readonly unitStates: readonly InventoryUnitState[];
}

/**
 * The state of a shipment after a write. Once all its units have left, it is shipped. A backordered unit makes it
 * pending. If payment is required, a ready shipment becomes pending when the order is no longer paid; a pending one
 * becomes ready when the order is paid or its last backorder is filled. A shipment that was set to pending by hand
 * stays pending. Decision: T29, T54
 */
export function settleReadiness(state: ShipmentState, change: ReadinessChange): ShipmentState {
  if (state !== 'pending' && state !== 'ready_to_ship') return state;
  const { unitStates } = change;
  const open = isOpen(change.orderState);
  if (open && unitStates.length > 0 && unitStates.every(hasLeft)) return 'shipped';
  const paid = isPaid(change.paymentState);
  const backordered = unitStates.includes('backordered');
  if (state === 'ready_to_ship') {
    const turnedUnpaid = change.requirePaymentToShip && change.wasPaid && !paid;
    return backordered || turnedUnpaid ? 'pending' : state;
  }
  if (!change.requirePaymentToShip || !paid || backordered || !open) return state;
  return !change.wasPaid || change.hadBackordered ? 'ready_to_ship' : state;
}
