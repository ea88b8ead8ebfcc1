import { sentences } from './messages.ts';
import { isOpen, type OrderState } from './order-states.ts';
import { isPaid, type OrderPaymentState } from './payment-state.ts';

/** What decides whether goods of an order may be shipped. */
export interface ReleaseFacts {
  readonly orderState: OrderState;
  readonly requirePaymentToShip: boolean;
  readonly paymentState: OrderPaymentState | null;
}

/** Refuses to open shipments again that nothing delivers. */
export const somethingDelivers = ({ delivers }: { readonly delivers: boolean }) =>
  delivers ? null : { base: [sentences.notDelivered] };

/** Refuses unless the order is being fulfilled. */
export const orderIsOpen = ({ orderState }: ReleaseFacts) =>
  isOpen(orderState) ? null : { base: [sentences.notComplete] };

/** Refuses if payment is required and the order is not paid. */
export const orderIsPaid = ({ requirePaymentToShip, paymentState }: ReleaseFacts) =>
  requirePaymentToShip && !isPaid(paymentState) ? { base: [sentences.notPaid] } : null;
