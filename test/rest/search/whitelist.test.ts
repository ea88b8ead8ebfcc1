import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import {
  assertInputObjectType,
  buildSchema,
  getNamedType,
  isInputObjectType,
  parse,
} from 'graphql';
import { toCamel, toSnake } from '../../../rest/words/naming.ts';
import { sortFields } from '../../../rest/search/sort.ts';
import { graphOnly, whitelistOf } from '../../../rest/search/whitelist.ts';
import { inputOf } from '../../../rest/variables/route-search.ts';
import { searchableStore } from './searchable-store.ts';

const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));

const inputNamed = (name: string) => assertInputObjectType(schema.getType(name));

const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
const filters = inputs.filter((type) => type.name.endsWith('Filter') && 'and' in type.getFields());
const matches = inputs.filter((type) => type.name.endsWith('Match'));

test.each(filters.map(({ name }) => name))(
  'S33: every attribute of %s has a known kind',
  (name) => {
    const whitelist = whitelistOf(inputNamed(name), new Set());
    expect(whitelist('id')).toMatchObject({ path: ['id'], kind: 'id' });
  },
);

test('S6: no attribute or association has a word in its wire name that joins paths', () => {
  const names = [...filters, ...matches].flatMap((type) => Object.keys(type.getFields()));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => /_(or|and)_/.test(toSnake(name)))).toEqual([]);
});

test('S33: every name of a filter is the same in both spellings', () => {
  const names = [...filters, ...matches].flatMap((type) => Object.keys(type.getFields()));
  expect(names.filter((name) => toCamel(toSnake(name)) !== name)).toEqual([]);
});

/** The sort keys of a list, by their names in REST. */
const sortsOf = (list: string) =>
  sortFields(inputNamed(`${list}Sort`), whitelistOf(inputNamed(`${list}Filter`), new Set()));

test.each(filters.map((filter) => [filter.name, filter] as const))(
  'S24: a list is sorted by the names that %s searches by',
  (name, filter) => {
    const sorts = sortsOf(name.replace(/Filter$/, ''));
    const own = Object.values(filter.getFields())
      .filter(({ type }) => getNamedType(type).name.endsWith('Filter'))
      .map((field) => toSnake(field.name))
      .filter((wire) => !['and', 'or'].includes(wire) && !graphOnly.has(wire));
    expect(own).toContain('id');
    expect(own.filter((wire) => !sorts.has(wire))).toEqual([]);
  },
);

test('S25: shipments, units and lines are sorted by fields of their order, address and variant', () => {
  expect([...sortsOf('Shipment').keys()]).toEqual(
    expect.arrayContaining([
      'order_total',
      'order_user_name',
      'address_city',
      'address_country_iso',
    ]),
  );
  expect([...sortsOf('InventoryUnit').keys()]).toEqual(
    expect.arrayContaining(['variant_price', 'shipment_tracking', 'variant_product_permalink']),
  );
  expect([...sortsOf('LineItem').keys()]).toEqual(expect.arrayContaining(['variant_in_stock']));
});

test('S25: nothing is sorted by fields of records that there are several of', () => {
  const keys = [...sortsOf('Order').keys(), ...sortsOf('Product').keys()];
  expect(keys.filter((key) => /^(line_items|shipments|payments|variants)_/.test(key))).toEqual([]);
});

test('S20: names in other systems and times of stock are no part of REST: nothing is searched or sorted by them', () => {
  const variants = whitelistOf(inputNamed('VariantFilter'), new Set());
  expect(variants('stock_updated_at')).toBeUndefined();
  expect(variants('external_refs_value')).toBeUndefined();
  expect(sortsOf('Variant').has('stock_updated_at')).toBe(false);
  expect(sortsOf('LineItem').has('variant_stock_updated_at')).toBe(false);
  const orders = whitelistOf(inputNamed('OrderFilter'), new Set());
  expect(orders('line_items_variant_sku')).toBeDefined();
  for (const path of ['external_refs', 'user_external_refs', 'line_items_variant_external_refs']) {
    expect(orders(`${path}_value`)).toBeUndefined();
  }
});

test('S4: a path leads through the longest association name', () => {
  const whitelist = whitelistOf(
    assertInputObjectType(searchableStore.getType('OrderFilter')),
    new Set(),
  );
  expect(whitelist('line_items_variant_sku')?.path).toEqual(['lineItems', 'variant', 'sku']);
  expect(whitelist('line_items')).toBeUndefined();
  expect(whitelist('line_items_and')).toBeUndefined();
  expect(whitelist('and')).toBeUndefined();
});

test('a list whose operation takes no filter is a fault', () => {
  const operation = parse('query Shoes($sort: [VariantSort!]) { variants(sort: $sort) { count } }');
  expect(inputOf(schema, operation, 'sort').name).toBe('VariantSort');
  expect(() => inputOf(schema, operation, 'filter')).toThrow('filter');
});
