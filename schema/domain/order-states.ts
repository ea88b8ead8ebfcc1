/** Every state of an order, in the usual order. */
export const orderStates = {
  cart: 'Being filled.',
  address: 'In checkout: addresses are to be given.',
  delivery: 'In checkout: shipping is to be chosen.',
  payment: 'In checkout: a payment is to be given.',
  confirm: 'In checkout: everything is given and is to be confirmed.',
  complete: 'Placed; stock is taken.',
  resumed: 'Open again after it was canceled.',
  awaiting_return: 'A return is expected.',
  returned: 'Sent back. Final.',
  canceled: 'Canceled; its stock was returned.',
} as const;

export type OrderState = keyof typeof orderStates;

/** The states before completion, which `next` advances through. */
export const checkoutStates = ['cart', 'address', 'delivery', 'payment', 'confirm'] as const;

/** The states of an order that is being fulfilled. */
export const openOrderStates = ['complete', 'resumed', 'awaiting_return'] as const;

/** The final states of an order, in which nothing more is done. */
const closedOrderStates = ['returned', 'canceled'] as const;

/** The checkout states in which shipments are proposed. */
export const proposedStates = ['delivery', 'payment', 'confirm'] as const;

const isIn =
  (states: readonly OrderState[]) =>
  (state: OrderState): boolean =>
    states.includes(state);

export const isInCheckout = isIn(checkoutStates);

export const isOpen = isIn(openOrderStates);

export const isClosed = isIn(closedOrderStates);

/** Whether the order has proposed shipments, which changed contents or a changed ship address discard. */
export const hasProposal = isIn(proposedStates);
