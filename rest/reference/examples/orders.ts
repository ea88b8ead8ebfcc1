import type { ExampleTable, OperationExamples } from './example.ts';

/** An event on an order of the sample store, and the same on one that refuses it. */
const event = (
  says: string,
  order: string,
  refused: string,
  because: string,
): OperationExamples => ({
  accepted: { says, path: { order } },
  refused: { says: because, path: { order: refused } },
});

const cart = 'R100000041';
const emptyCart = 'R100000042';

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
    path: { order: cart },
    accepted: {
      says: 'Instructions for the parcel',
      body: { order: { special_instructions: 'Ring twice.' } },
    },
    refused: {
      says: 'An e-mail address without an at sign',
      body: { order: { email: 'mira' } },
    },
  },
  emptyOrder: event('A cart', cart, 'R100000049', 'A shipped order'),
  fireOrderEvent: {
    path: { order: cart },
    accepted: { says: 'The next step of a cart', body: { e: 'next' } },
    refused: { says: 'A cart cannot be canceled', body: { e: 'cancel' } },
  },
  nextOrder: event('A cart', cart, emptyCart, 'An empty cart'),
  completeOrder: event('An order in confirm', 'R100000046', emptyCart, 'An empty cart'),
  cancelOrder: event('An order before it is shipped', 'R100000052', cart, 'A cart'),
  resumeOrder: event('A canceled order', 'R100000055', cart, 'A cart'),
  authorizeOrderReturn: event('A shipped order', 'R100000053', cart, 'A cart'),
  returnOrder: event('An order awaiting its return', 'R100000057', cart, 'A cart'),
  approveOrder: event('A complete order', 'R100000052', cart, 'A cart'),
  createOrderLineItem: {
    path: { order: cart },
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
    path: { order: cart, id: 47 },
    accepted: { says: 'Another quantity', body: { line_item: { quantity: 3 } } },
    refused: { says: 'A quantity below zero', body: { line_item: { quantity: -1 } } },
  },
  deleteOrderLineItem: {
    accepted: { says: 'A line item of a cart', path: { order: cart, id: 48 } },
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
    'R100000044',
    'R100000043',
    'An order without addresses',
  ),
  advanceCheckout: { accepted: { says: 'As far as possible', path: { order: 'R100000044' } } },
};
