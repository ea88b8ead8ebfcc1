import { confirmationApplies, type OrderFacts, totalIsPositive } from './order-machine.ts';
import { hasProposal, isInCheckout, type OrderState } from './order-states.ts';

/** The steps that a checkout can have after the cart, in order. */
export const checkoutStepNames = [
  'address',
  'delivery',
  'payment',
  'confirm',
  'complete',
] as const satisfies readonly OrderState[];

export type CheckoutStep = (typeof checkoutStepNames)[number];

/**
 * The steps that apply to an order now, and the one in which it stands. An order with nothing to pay goes from
 * delivery directly to complete.
 * Decision: T8, T10, R12
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

/** Where a write leaves an order before completion: its state, and whether its shipments are deleted. */
export interface CheckoutSetback {
  readonly state: OrderState;
  readonly dropShipments: boolean;
}

/**
 * The effect of changed contents on an order before completion: proposed shipments are discarded and the order
 * returns to `address`; an order without line items becomes a cart again. Completed orders stay as they are.
 * Decision: T45
 */
export function setbackByContents(state: OrderState, linesLeft: number): CheckoutSetback {
  const dropShipments = hasProposal(state);
  if (isInCheckout(state) && linesLeft === 0) return { state: 'cart', dropShipments };
  return { state: dropShipments ? 'address' : state, dropShipments };
}

/**
 * The effect of a changed ship address on an order before completion; a changed bill address has none.
 * Decision: T27
 */
export function setbackByShipAddress(state: OrderState): CheckoutSetback {
  const dropShipments = hasProposal(state);
  return { state: dropShipments ? 'address' : state, dropShipments };
}
