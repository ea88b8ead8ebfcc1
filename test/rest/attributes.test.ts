import { describe, expect, test } from '@jest/globals';
import { mergeParameters, readAttributes } from '../../rest/variables/attributes.ts';

const read = (
  body: Record<string, unknown> | undefined,
  query: Record<string, unknown> = {},
  resource = 'order',
  beside: readonly string[] = [],
) => readAttributes({ body, query }, resource, beside);

test('F7: the body beats the query key by key, one level deep, lists whole', () => {
  expect(
    mergeParameters({
      query: { a: '1', b: '1', v: { x: 'q', y: 'q', deep: { m: 1 } }, l: ['1', '2'] },
      body: { b: '2', v: { y: 'b', deep: { n: 2 } }, l: ['3'] },
    }),
  ).toEqual({ a: '1', b: '2', v: { x: 'q', y: 'b', deep: { n: 2 } }, l: ['3'] });
});

describe('F9: the attributes are', () => {
  test('the object under the resource key, from query and body', () => {
    expect(
      read({ variant: { sku: 'B' }, price: 1 }, { variant: { sku: 'A', price: '2' } }, 'variant'),
    ).toEqual({
      attributes: { sku: 'B', price: '2' },
      problems: {},
    });
  });

  test.each([null, '', ' '])('none when the resource key holds %p', (value) => {
    expect(read({ order: value, email: 'x' })).toEqual({ attributes: {}, problems: {} });
  });

  test.each([7, 'abc', true, [[]], [{ email: 'x' }]])(
    'invalid when the resource key holds %j',
    (value) => {
      expect(read({ order: value })).toEqual({
        attributes: {},
        problems: { order: ['is invalid'] },
      });
    },
  );

  test('the bare body, without the query', () => {
    expect(read({ email: 'x' }, { special_instructions: 'y' }).attributes).toEqual({ email: 'x' });
  });

  test('none when there is neither', () => {
    expect(read(undefined, { e: 'next' })).toEqual({ attributes: {}, problems: {} });
  });

  test('joined by what may stand beside the resource key, query included', () => {
    const beside = ['variant_id', 'quantity'];
    expect(
      read(
        { shipment: { quantity: 3 } },
        { variant_id: '5', quantity: '2', cost: '1' },
        'shipment',
        beside,
      ).attributes,
    ).toEqual({ variant_id: '5', quantity: 3 });
    expect(read(undefined, { variant_id: '5', cost: '1' }, 'shipment', beside).attributes).toEqual({
      variant_id: '5',
    });
  });

  test('joined by lock_version from beside the resource key', () => {
    expect(read({ order: { email: 'x' }, lock_version: 3 }).attributes).toEqual({
      email: 'x',
      lock_version: 3,
    });
  });
});

describe('F10: a nested list', () => {
  const lines = (value: unknown): unknown =>
    read({ order: { line_items: value } }).attributes.line_items;

  test('is an array, its wrappers taken off', () => {
    expect(lines([{ line_item: { id: 1 } }, { id: 2 }, 'x'])).toEqual([{ id: 1 }, { id: 2 }, 'x']);
  });

  test('is an object of positions, read in order', () => {
    expect(lines({ 1: { id: 'b' }, 0: { id: 'a' }, new: { id: 'c' } })).toEqual([
      { id: 'a' },
      { id: 'b' },
      { id: 'c' },
    ]);
  });

  test('F41: takes the key of an entry that names neither line nor variant as its id', () => {
    expect(lines({ 0: { sku: 'A', quantity: 1 }, 12: { line_item: { quantity: 0 } } })).toEqual([
      { sku: 'A', quantity: 1 },
      { id: '12', quantity: 0 },
    ]);
  });

  test('without its entry when a true `_destroy` stands beside an id: its quantity is 0', () => {
    const entries = [
      { id: 7, variant_id: 3, quantity: 2, _destroy: 'YES' },
      { id: 8, _destroy: 1 },
      { id: 9, _destroy: '0' },
      { id: '', variant_id: 3, _destroy: true },
      { variant_id: 3, _destroy: true },
    ];
    expect(read({ order: { line_items: entries } }).attributes).toEqual({
      line_items: [{ id: 7, quantity: 0 }, { id: 8, quantity: 0 }, ...entries.slice(2)],
    });
    expect(
      read({ order: { line_items: { 7: { line_item: { _destroy: '1' } } } } }).attributes,
    ).toEqual({ line_items: [{ id: '7', quantity: 0 }] });
    const payments = [{ id: 7, _destroy: true }];
    expect(read({ order: { payments } }).attributes).toEqual({ payments });
  });

  test('of ids under positions is an array', () => {
    expect(
      read({ shipment: { inventory_unit_ids: { 0: '4', 1: '5' } } }, {}, 'shipment').attributes,
    ).toEqual({ inventory_unit_ids: ['4', '5'] });
  });

  test('is kept when it is no list, for the types to refuse', () => {
    expect(lines('abc')).toBe('abc');
    expect(lines(null)).toBeNull();
  });
});

test('F10, C1: the lists of a product are read like those of an order', () => {
  expect(
    read(
      {
        product: {
          option_types: { 0: 'Size', 1: 'Color' },
          variants: { 0: { sku: 'old' } },
          variants_attributes: {
            1: { sku: 'B', option_value_ids: { 0: '7' } },
            0: { variant: { sku: 'A', options: { 0: { name: 'Size', value: 'S' } } } },
          },
        },
      },
      {},
      'product',
    ).attributes,
  ).toEqual({
    option_types: ['Size', 'Color'],
    variants: [
      { sku: 'A', options: [{ name: 'Size', value: 'S' }] },
      { sku: 'B', option_value_ids: ['7'] },
    ],
  });
});

test('F10: X_attributes is X, wins over it, and is read at every depth', () => {
  expect(
    read({
      order: {
        line_items: [{ id: 1 }],
        line_items_attributes: { 0: { id: 2 } },
        bill_address_attributes: { address: { firstname: 'Ann' } },
        shipments_attributes: [
          {
            id: 3,
            address_attributes: { city: 'X' },
            inventory_units_attributes: [{ inventory_unit: { id: 9 } }],
          },
        ],
      },
    }).attributes,
  ).toEqual({
    line_items: [{ id: 2 }],
    bill_address: { firstname: 'Ann' },
    shipments: [{ id: 3, address: { city: 'X' }, inventory_units: [{ id: 9 }] }],
  });
});

test.each([
  ['a code of a country', 'address', { country: 'US' }, { country: { code: 'US' } }],
  ['an id of a country', 'address', { country: 232 }, { country: { id: 232 } }],
  ['a country written out', 'address', { country: { iso: 'US' } }, { country: { iso: 'US' } }],
  ['a blank country', 'address', { country: '' }, { country: '' }],
  ['the name of a state', 'address', { state: 'Maine' }, { state: { name: 'Maine' } }],
  ['the state of an order', 'order', { state: 'cart' }, { state: 'cart' }],
  [
    'an address inside an order',
    'order',
    { bill_address: { country: 'US' } },
    { bill_address: { country: { code: 'US' } } },
  ],
  [
    'the method of a payment inside an order',
    'order',
    { payments: [{ payment_method: 'Check' }] },
    { payments: [{ payment_method: { name: 'Check' } }] },
  ],
  ['the shipment of a unit', 'inventory_unit', { shipment: '31' }, { shipment: { id: '31' } }],
  ['no shipment of a unit', 'inventory_unit', { shipment: null }, { shipment: null }],
  [
    'a unit inside a shipment',
    'shipment',
    { inventory_units: [{ state: 'sold', shipment: 3 }] },
    { inventory_units: [{ state: 'sold', shipment: { id: 3 } }] },
  ],
  [
    'the option types of a product, as they are shown',
    'product',
    { option_types: [{ id: 3, name: 'Size', presentation: 'Size' }, 'Colour'] },
    { option_types: ['Size', 'Colour'] },
  ],
])('C1, C23, T38, F45: %s', (_title, resource, attributes, expected) => {
  expect(read({ [resource]: attributes }, {}, resource).attributes).toEqual(expected);
});
