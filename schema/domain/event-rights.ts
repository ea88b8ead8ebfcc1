import type { OrderEvent } from './order-machine.ts';

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

/** The rights to the events of an order. Decision: N80, N81. */
const ofOrders: Readonly<Record<OrderEvent, EventRight>> = {
  next: customer,
  complete: customer,
  cancel: customer,
  resume: token,
  authorize_return: token,
  return: token,
  approve: token,
};

/** The right to all events of a type that has a state machine; of an order to some of them. Decision: N80, N81. */
const ofType = { order: customer, shipment: token, inventoryUnit: token, payment: shop } as const;

/** A type of record that has a state machine. */
export type Stateful = keyof typeof ofType;

/**
 * Who may fire an event by the client's word. Anyone who may fire some event of the record is told that an
 * unknown one does not exist.
 */
export const rightToFire = (kind: Stateful, word: string): EventRight =>
  kind === 'order' && Object.hasOwn(ofOrders, word) ? ofOrders[word as OrderEvent] : ofType[kind];

/** The rights to all events of a type. */
export const rightsToFire = (kind: Stateful): readonly EventRight[] =>
  kind === 'order' ? Object.values(ofOrders) : [ofType[kind]];
