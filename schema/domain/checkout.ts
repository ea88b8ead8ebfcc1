import type { Meanings } from './meanings.ts';
import { confirmationApplies, type OrderFacts, totalIsPositive } from './order-machine.ts';
import { hasProposal, isInCheckout, type OrderState } from './order-states.ts';

/** The steps that a checkout can have after the cart, in order. */
export const checkoutStepNames = {
  address: 'Addresses.',
  delivery: 'Choice of shipping.',
  payment: 'Payment.',
  confirm: 'Confirmation.',
  complete: 'The order is placed.',
} as const satisfies Partial<Meanings<OrderState>>;

export type CheckoutStep = keyof typeof checkoutStepNames;

/**
 * The steps that apply to an order now, and the one in which it stands. An order with nothing to pay goes from delivery
 * directly to complete. Decision: T8, T10, R12
 */
export function checkoutSteps(
  facts: Pick<OrderFacts, 'total' | 'alwaysConfirm' | 'payments'>,
  state: OrderState,
): readonly CheckoutStep[] {
  const isPaying = state === 'payment' || state === 'confirm' || totalIsPositive(facts);
  const isConfirming = state === 'confirm' || confirmationApplies(facts);
  const paying: readonly CheckoutStep[] = isPaying
    ? ['payment', ...(isConfirming ? (['confirm'] as const) : [])]
    : [];
  return ['address', 'delivery', ...paying, 'complete'];
}

/**
 * The state that a write before completion leaves an order in whose contents or ship address it changes: one with
 * proposed shipments, which are discarded, returns to `address`; one that lost its last line item is a cart again.
 * Completed orders stay as they are. Decision: T27, T45
 */
export function setbackOf(state: OrderState, isEmptied: boolean): OrderState {
  if (isInCheckout(state) && isEmptied) return 'cart';
  return hasProposal(state) ? 'address' : state;
}
