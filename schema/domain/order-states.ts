/** Every state of an order, in the order of its life. Decision: T5, G8 */
export const orderStates = [
  'cart',
  'address',
  'delivery',
  'payment',
  'confirm',
  'complete',
  'resumed',
  'awaiting_return',
  'returned',
  'canceled',
] as const;

export type OrderState = (typeof orderStates)[number];

/** The states before completion, through which `next` leads. Decision: T5 */
export const checkoutStates = ['cart', 'address', 'delivery', 'payment', 'confirm'] as const;

/** The states of an order whose goods are being dealt with. Decision: T28 */
export const openOrderStates = ['complete', 'resumed', 'awaiting_return'] as const;

/**
 * The states of an order with which nothing more is done.
 * Decision: T17, T19, T45
 */
export const closedOrderStates = ['returned', 'canceled'] as const;

/** The checkout states in which shipments are proposed. Decision: T27, T45 */
export const proposedStates = ['delivery', 'payment', 'confirm'] as const;

const isIn =
  (states: readonly OrderState[]) =>
  (state: OrderState): boolean =>
    states.includes(state);

/** Whether the order is still before completion. Decision: T5 */
export const isInCheckout = isIn(checkoutStates);

/** Whether the order is complete, resumed or awaiting return. Decision: T28 */
export const isOpen = isIn(openOrderStates);

/** Whether the order is canceled or returned. Decision: T40, T45 */
export const isClosed = isIn(closedOrderStates);

/**
 * Whether a proposal of shipments stands, which a changed content or ship address voids.
 * Decision: T27, T45
 */
export const hasProposal = isIn(proposedStates);
