import { expect, test } from '@jest/globals';
import { ranked, toCamel, toFullMessages, toSnake, toWireFields } from '../../rest/words/naming.ts';

test('wire names and GraphQL names are one another in two spellings', () => {
  expect(['line_items', 'address1', 'use_billing'].map(toCamel)).toEqual([
    'lineItems',
    'address1',
    'useBilling',
  ]);
  expect(['lineItems', 'address1', 'useBilling'].map(toSnake)).toEqual([
    'line_items',
    'address1',
    'use_billing',
  ]);
});

test('A30: fields of the schema become wire names, own ones first and base last', () => {
  const fields = ranked(
    toWireFields({
      base: ['x'],
      'lineItems.0.variantId': ['is invalid'],
      email: ["can't be blank"],
      'billAddress.firstname': ["can't be blank"],
    }),
  );
  expect(Object.entries(fields)).toEqual([
    ['email', ["can't be blank"]],
    ['line_items.0.variant_id', ['is invalid']],
    ['bill_address.firstname', ["can't be blank"]],
    ['base', ['x']],
  ]);
});

test('A30: the older format returns whole sentences', () => {
  expect(
    toFullMessages({
      quantity: ['must be an integer'],
      variant_id: ["can't be blank"],
      shipping_method_id: ['is invalid'],
      'bill_address.firstname': ["can't be blank"],
      'line_items.0.variant_id': ['is invalid'],
      base: ['There are no items for this order.'],
    }),
  ).toEqual([
    'Quantity must be an integer',
    "Variant can't be blank",
    'Shipping method is invalid',
    "Bill address firstname can't be blank",
    'Line items 0 variant is invalid',
    'There are no items for this order.',
  ]);
});
