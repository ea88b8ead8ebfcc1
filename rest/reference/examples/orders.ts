import { event, type ExampleTable, sent } from './example.ts';

const cart = { order: 'R100000041' };
const emptyCart = { order: 'R100000042' };

export const orderExamples: ExampleTable = {
  listOrders: {
    q: {
      'Complete orders, latest first': { state_eq: 'complete', s: 'completed_at desc' },
      'Orders over 100.00': { total_gt: '100' },
      'Orders with a product': { line_items_variant_sku_eq: 'MUG' },
    },
    search: { 'One order': { number: 'R100000047' } },
  },
  listMyOrders: {
    q: { 'Open carts': { completed_at_null: '1' } },
    search: { 'One order': { number: 'R100000047' } },
  },
  createOrder: {
    accepted: sent('A cart with one line item', {
      order: { line_items: [{ variant_id: 2, quantity: 1 }] },
    }),
    refused: sent('A variant that does not exist', {
      order: { line_items: [{ variant_id: 999999, quantity: 1 }] },
    }),
  },
  updateOrder: {
    path: cart,
    accepted: sent('Instructions for the parcel', {
      order: { special_instructions: 'Ring twice.' },
    }),
    refused: sent('An e-mail address without an at sign', { order: { email: 'mira' } }),
  },
  emptyOrder: event('A cart', cart, 'A shipped order', { order: 'R100000049' }),
  fireOrderEvent: {
    path: cart,
    accepted: sent('The next step of a cart', { e: 'next' }),
    refused: sent('A cart cannot be canceled', { e: 'cancel' }),
  },
  nextOrder: event('A cart', cart, 'An empty cart', emptyCart),
  completeOrder: event('An order in confirm', { order: 'R100000046' }, 'An empty cart', emptyCart),
  cancelOrder: event('An order before it is shipped', { order: 'R100000052' }, 'A cart', cart),
  resumeOrder: event('A canceled order', { order: 'R100000055' }, 'A cart', cart),
  authorizeOrderReturn: event('A shipped order', { order: 'R100000053' }, 'A cart', cart),
  returnOrder: event('An order awaiting its return', { order: 'R100000057' }, 'A cart', cart),
  approveOrder: event('A complete order', { order: 'R100000052' }, 'A cart', cart),
  createOrderLineItem: {
    path: cart,
    accepted: sent('One unit of a variant', { line_item: { variant_id: 2, quantity: 1 } }),
    refused: sent('A variant that does not exist', {
      line_item: { variant_id: 999999, quantity: 1 },
    }),
  },
  listOrderLineItems: {
    q: { 'More than one unit': { quantity_gt: '1' } },
    search: { 'One variant': { variant_id: '17' } },
  },
  updateOrderLineItem: {
    path: { ...cart, id: 47 },
    accepted: sent('Another quantity', { line_item: { quantity: 3 } }),
    refused: sent('A quantity below zero', { line_item: { quantity: -1 } }),
  },
  deleteOrderLineItem: {
    accepted: { says: 'A line item of a cart', path: { ...cart, id: 48 } },
  },
  updateOrderAddress: {
    path: { order: 'R100000048', id: 89 },
    accepted: sent('Another phone number', { address: { phone: '207-555-0142' } }),
    refused: sent('A blank city', { address: { city: '' } }),
  },
  updateCheckout: {
    path: { order: 'R100000043' },
    accepted: sent('The addresses, and the step to delivery', {
      order: {
        bill_address: {
          firstname: 'Ines',
          lastname: 'Roth',
          address1: '4 Quay Street',
          city: 'Portland',
          zipcode: '04101',
          phone: '207-555-0142',
          country: 'US',
          state: 'ME',
        },
      },
      use_billing: true,
    }),
    refused: sent('An address without a city', {
      order: { bill_address: { firstname: 'Ines', country: 'US' } },
      use_billing: true,
    }),
  },
  nextCheckout: event(
    'An order in delivery',
    { order: 'R100000044' },
    'An order without addresses',
    { order: 'R100000043' },
  ),
  advanceCheckout: { accepted: { says: 'As far as possible', path: { order: 'R100000044' } } },
};
