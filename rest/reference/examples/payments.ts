import { event, type ExampleTable, sent } from './example.ts';

/** A void payment, which refuses every event. */
const closed = { order: 'R100000055', id: 30 };
const inCheckout = { order: 'R100000046', id: 22 };
const pending = { order: 'R100000047', id: 23 };

export const paymentExamples: ExampleTable = {
  listOrderPayments: {
    q: { 'Payments to capture': { state_eq: 'pending' } },
    search: { 'Payments to capture': { state: 'pending' } },
  },
  createOrderPayment: {
    path: { order: 'R100000051' },
    accepted: sent('A check for the balance due', { payment: { payment_method: 'Check' } }),
    refused: sent('No payment method', { payment: { amount: '10.00' } }),
  },
  updateOrderPayment: {
    accepted: sent(
      'Another amount',
      { payment: { amount: '50.00' } },
      { order: 'R100000045', id: 21 },
    ),
    refused: sent(
      'A completed payment',
      { payment: { amount: '50.00' } },
      { order: 'R100000048', id: 24 },
    ),
  },
  authorizeOrderPayment: event('A payment in checkout', inCheckout, 'A void payment', closed),
  purchaseOrderPayment: event('A payment in checkout', inCheckout, 'A void payment', closed),
  captureOrderPayment: event('A pending payment', pending, 'A void payment', closed),
  voidOrderPayment: event('A pending payment', pending, 'A void payment', closed),
  creditOrderPayment: {
    accepted: sent('Part of the amount', { amount: '5.00' }, { order: 'R100000053', id: 28 }),
    refused: sent('A void payment', { amount: '5.00' }, closed),
  },
};
