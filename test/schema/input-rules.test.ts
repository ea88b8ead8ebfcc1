import { describe, expect, test } from '@jest/globals';
import { isInputObjectType } from 'graphql';
import type { GraphQLObjectType } from 'graphql';
import { Invalid } from '../../schema/errors.ts';
import { schema } from '../../schema/index.ts';
import { requireRules, rulesOf } from '../../schema/input-rules.ts';

const mutations = schema.getMutationType() as GraphQLObjectType;

/** What is wrong with the arguments of a mutation, by key. */
function told(fieldName: string, args: object): Readonly<Record<string, readonly string[]>> {
  try {
    requireRules({ parentType: mutations, fieldName }, args);
    return {};
  } catch (error) {
    if (error instanceof Invalid) return error.fields;
    throw error;
  }
}

const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);

test('V30: every rule names fields of its input, and each of them once', () => {
  for (const type of inputs) {
    const { either = [], eitherOrNull = [], neverBlank = [], needed = [] } = rulesOf(type);
    const fields = Object.keys(type.getFields());
    for (const names of [[...either, ...eitherOrNull].flat(), neverBlank, needed]) {
      expect([type.name, names.filter((name) => !fields.includes(name))]).toEqual([type.name, []]);
      expect(new Set(names).size).toBe(names.length);
    }
  }
});

test('V30: rows, which are refused one by one, have no rules', () => {
  const rows = Object.values(mutations.getFields()).flatMap(({ args }) =>
    args.filter(({ name }) => name === 'rows').map(({ type }) => String(type)),
  );
  expect(rows).not.toEqual([]);
  const ruled = inputs.filter((type) => 'rules' in type.extensions).map(({ name }) => name);
  expect(rows.filter((type) => ruled.includes(type.replace(/\W/g, '')))).toEqual([]);
});

describe('V30: what an input would pass over is refused under its path', () => {
  test.each([
    ['addLineItem', { variantId: '1', sku: 'A' }, { sku: ['cannot be sent with variantId'] }],
    [
      'updateOrder',
      {
        lineItems: [
          { id: '1', quantity: 2 },
          { variantId: '1', sku: 'A' },
        ],
        shipments: [{ id: '1', number: 'H1', stockLocation: null }],
        billAddress: { country: { iso: 'US', name: 'Denmark', code: 'DE' } },
        billAddressId: '7',
        shipAddress: null,
      },
      {
        billAddressId: ['cannot be sent with billAddress'],
        shipAddress: ["can't be blank"],
        'billAddress.country.name': ['cannot be sent with iso'],
        'billAddress.country.code': ['cannot be sent with iso'],
        'lineItems.1.sku': ['cannot be sent with variantId'],
        'shipments.0.number': ['cannot be sent with id'],
        'shipments.0.stockLocation': ["can't be blank"],
      },
    ],
    ['updateUser', { roles: null }, { roles: ["can't be blank"] }],
    ['updateRole', { permissions: null }, { permissions: ["can't be blank"] }],
    ['updateStockLocation', { active: null }, { active: ["can't be blank"] }],
    ['fireShipmentEvent', { address: null }, { address: ["can't be blank"] }],
    ['updatePayment', { state: null }, { state: ["can't be blank"] }],
    ['updatePayment', { state: ' ' }, { state: ["can't be blank"] }],
    ['updateOrder', { billAddressId: '' }, { billAddressId: ["can't be blank"] }],
    ['updateShipment', { stockLocation: '' }, { stockLocation: ["can't be blank"] }],
    ['updateProduct', { shippingCategory: '' }, { shippingCategory: ["can't be blank"] }],
    [
      'updateInventoryUnit',
      { shipmentId: null, shipment: { id: '5' }, orderId: null, variantId: '' },
      {
        shipment: ['cannot be sent with shipmentId'],
        orderId: ["can't be blank"],
        variantId: ["can't be blank"],
      },
    ],
    ['updateInventoryUnit', { shipment: {} }, { 'shipment.id': ["can't be blank"] }],
    ['updateInventoryUnit', { shipment: { id: null } }, { 'shipment.id': ["can't be blank"] }],
    ['updateInventoryUnit', { shipment: null }, {}],
    ['updateInventoryUnit', { shipmentId: null }, {}],
    [
      'createPayment',
      { paymentMethodId: '1', paymentMethod: { id: '1', name: 'Check' } },
      {
        paymentMethod: ['cannot be sent with paymentMethodId'],
        'paymentMethod.name': ['cannot be sent with id'],
      },
    ],
  ])('%s of %j', (name, input, fields) => {
    expect(told(name, { input })).toEqual(fields);
  });

  test('what is null, blank or false does not exclude the other', () => {
    expect(told('addLineItem', { input: { variantId: null, sku: 'A' } })).toEqual({});
    expect(told('addLineItem', { input: { variantId: '1', sku: ' ' } })).toEqual({});
    const address = { city: 'Bath' };
    expect(told('createOrder', { input: { useBilling: false, shipAddress: address } })).toEqual({});
  });
});
