import { event, type ExampleTable } from './example.ts';

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
    accepted: {
      says: 'A cart with one line item',
      body: { order: { line_items: [{ variant_id: 2, quantity: 1 }] } },
    },
    refused: {
      says: 'A variant that does not exist',
      body: { order: { line_items: [{ variant_id: 999999, quantity: 1 }] } },
    },
  },
  updateOrder: {
    path: cart,
    accepted: {
      says: 'Instructions for the parcel',
      body: { order: { special_instructions: 'Ring twice.' } },
    },
    refused: {
      says: 'An e-mail address without an at sign',
      body: { order: { email: 'mira' } },
    },
  },
  emptyOrder: event('A cart', cart, 'A shipped order', { order: 'R100000049' }),
  fireOrderEvent: {
    path: cart,
    accepted: { says: 'The next step of a cart', body: { e: 'next' } },
    refused: { says: 'A cart cannot be canceled', body: { e: 'cancel' } },
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
    accepted: {
      says: 'One unit of a variant',
      body: { line_item: { variant_id: 2, quantity: 1 } },
    },
    refused: {
      says: 'A variant that does not exist',
      body: { line_item: { variant_id: 999999, quantity: 1 } },
    },
  },
  listOrderLineItems: {
    q: { 'More than one unit': { quantity_gt: '1' } },
    search: { 'One variant': { variant_id: '17' } },
  },
  updateOrderLineItem: {
    path: { ...cart, id: 47 },
    accepted: { says: 'Another quantity', body: { line_item: { quantity: 3 } } },
    refused: { says: 'A quantity below zero', body: { line_item: { quantity: -1 } } },
  },
  deleteOrderLineItem: {
    accepted: { says: 'A line item of a cart', path: { ...cart, id: 48 } },
  },
  updateOrderAddress: {
    path: { order: 'R100000048', id: 89 },
    accepted: { says: 'Another phone number', body: { address: { phone: '207-555-0142' } } },
    refused: { says: 'A blank city', body: { address: { city: '' } } },
  },
  updateCheckout: {
    path: { order: 'R100000043' },
    accepted: {
      says: 'The addresses, and the step to delivery',
      body: {
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
      },
    },
    refused: {
      says: 'An address without a city',
      body: { order: { bill_address: { firstname: 'Ines', country: 'US' } }, use_billing: true },
    },
  },
  nextCheckout: event(
    'An order in delivery',
    { order: 'R100000044' },
    'An order without addresses',
    { order: 'R100000043' },
  ),
  advanceCheckout: { accepted: { says: 'As far as possible', path: { order: 'R100000044' } } },
};
