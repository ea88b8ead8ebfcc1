import { event, type ExampleTable } from './example.ts';

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
    accepted: {
      says: 'A check for the balance due',
      body: { payment: { payment_method: 'Check' } },
    },
    refused: { says: 'No payment method', body: { payment: { amount: '10.00' } } },
  },
  updateOrderPayment: {
    accepted: {
      says: 'Another amount',
      path: { order: 'R100000045', id: 21 },
      body: { payment: { amount: '50.00' } },
    },
    refused: {
      says: 'A completed payment',
      path: { order: 'R100000048', id: 24 },
      body: { payment: { amount: '50.00' } },
    },
  },
  authorizeOrderPayment: event('A payment in checkout', inCheckout, 'A void payment', closed),
  purchaseOrderPayment: event('A payment in checkout', inCheckout, 'A void payment', closed),
  captureOrderPayment: event('A pending payment', pending, 'A void payment', closed),
  voidOrderPayment: event('A pending payment', pending, 'A void payment', closed),
  creditOrderPayment: {
    accepted: {
      says: 'Part of the amount',
      path: { order: 'R100000053', id: 28 },
      body: { amount: '5.00' },
    },
    refused: { says: 'A void payment', path: closed, body: { amount: '5.00' } },
  },
};
