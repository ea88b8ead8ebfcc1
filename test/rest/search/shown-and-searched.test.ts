import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { assertInputObjectType, buildSchema } from 'graphql';
import { presentCountryRecord, presentState } from '../../../rest/presenters/address.ts';
import { presentInventoryUnit } from '../../../rest/presenters/inventory-unit.ts';
import { presentLineItem } from '../../../rest/presenters/line-item.ts';
import { presentOrder } from '../../../rest/presenters/order.ts';
import { presentPayment } from '../../../rest/presenters/payment.ts';
import { presentProduct } from '../../../rest/presenters/product.ts';
import { presentShipmentRecord } from '../../../rest/presenters/shipment.ts';
import { presentVariant } from '../../../rest/presenters/variant.ts';
import { searchableNames, whitelistOf } from '../../../rest/search/whitelist.ts';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const lists = {
  Order: presentOrder,
  LineItem: presentLineItem,
  Shipment: presentShipmentRecord,
  InventoryUnit: presentInventoryUnit,
  Payment: presentPayment,
  Product: presentProduct,
  Variant: presentVariant,
  Country: presentCountryRecord,
  CountryState: presentState,
};

/** What a list shows of each record and is not searched by, and why not. Decision: S35. */
const notSearched: Readonly<Record<keyof typeof lists, Readonly<Record<string, string>>>> = {
  Order: { token: 'a secret' },
  LineItem: { description: 'composed of the rows of several tables' },
  Shipment: {},
  InventoryUnit: {},
  Payment: {},
  Product: {
    count_on_hand: 'a sum over its variants',
    has_variants: 'a count of its variants',
  },
  Variant: { options_text: 'composed of the rows of several tables' },
  Country: {},
  CountryState: {},
};

/** Amounts as texts: the amount is searched. */
const isAmountAsText = (key: string): boolean => /^(single_)?display_/.test(key);

const filterOf = (name: string) => assertInputObjectType(schema.getType(`${name}Filter`));

test.each(Object.entries(lists))(
  'S35: a list of %s records is searched by every value that it shows, in both formats, or it is told why not',
  (name, { columns }) => {
    const whitelist = whitelistOf(filterOf(name), new Set());
    const missing = [...columns.older, ...columns.newer]
      .filter(({ show }) => !('reads' in show) && !show.readsNothing)
      .map(({ key }) => key)
      .filter((key) => !whitelist(key) && !isAmountAsText(key));
    expect([...new Set(missing)].sort()).toEqual(
      Object.keys(notSearched[name as keyof typeof lists]).sort(),
    );
  },
);

test.each([
  ['Order', 'line_items', 'LineItem', []],
  ['Order', 'line_items_variant', 'Variant', ['option_values_presentation']],
  ['Order', 'shipments', 'Shipment', ['address_city', 'shipping_method_name']],
  ['Order', 'inventory_units', 'InventoryUnit', ['variant_name']],
  ['Order', 'payments', 'Payment', []],
  ['Shipment', 'inventory_units', 'InventoryUnit', []],
  ['Shipment', 'inventory_units_variant', 'Variant', ['option_values_presentation']],
  ['InventoryUnit', 'variant', 'Variant', ['option_values_presentation']],
  ['LineItem', 'variant', 'Variant', ['option_values_presentation']],
  ['Product', 'master', 'Variant', ['option_values_presentation']],
  ['Product', 'variants', 'Variant', ['option_values_presentation']],
])(
  'S35: a list of %s records is searched through `%s` by what a list of %s records is searched by',
  (name, prefix, inner, further) => {
    const whitelist = whitelistOf(filterOf(name), new Set());
    const { attributes } = searchableNames(filterOf(inner));
    const keys = [...attributes, ...further].map((key) => `${prefix}_${key}`);
    expect(keys.filter((key) => !whitelist(key))).toEqual([]);
  },
);
