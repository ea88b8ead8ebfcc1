import { expect, test } from '@jest/globals';
import { spellReferences } from '../../rest/variables/references.ts';

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
])('C1, C23, F44, F45: %s', (_title, resource, attributes, expected) => {
  expect(spellReferences(resource, attributes)).toEqual(expected);
});
