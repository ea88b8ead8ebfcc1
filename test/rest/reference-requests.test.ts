import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import {
  operationsOf,
  parametersOf,
  property,
  references,
  responseOf,
} from './reference-document.ts';
import { describeConditions } from '../../rest/reference/search-parameters.ts';
import { routes } from '../../rest/routes.ts';
import { sortFields } from '../../rest/search/sort.ts';
import { searchableNames, whitelistOf } from '../../rest/search/whitelist.ts';
import type { SearchableNames } from '../../rest/search/whitelist.ts';
import { inputOf } from '../../rest/variables/route-search.ts';
import { schema } from '../../schema/index.ts';
import { search } from './search/searchable-store.ts';

describe('the reference says of a header', () => {
  const ifMatch = (method: string, path: string): string | undefined =>
    parametersOf(method, path).find(({ name }) => name === 'If-Match')?.description;

  test('L9: that the tag of the order guards the write of a shipment that the order alone names', () => {
    expect(ifMatch('put', '/api/orders/:order/shipments')).toContain('`ETag` of the order');
    for (const path of [
      '/api/orders/:order/shipments/:shipment',
      '/api/orders/:order',
      '/api/checkouts/:order',
    ])
      expect(ifMatch('put', path)).toContain('`ETag` of the record');
    expect(ifMatch('delete', '/api/orders/:order/line_items/:id')).toContain(
      '`ETag` of the record',
    );
  });
});

describe('the conditions of a list', () => {
  const { description, ...conditions } =
    references.newer.components.schemas['VariantConditions'] ?? {};
  const fits = new Ajv2020({ allowUnionTypes: true }).compile(conditions);

  test('are no lists, which generated clients cannot send in an object', () => {
    expect(fits({ sku_in: ['A'] })).toBe(false);
    expect(fits({ s: ['sku asc'] })).toBe(false);
    expect(fits({ id_in: '1,2', count_on_hand_lt: 10, s: 'sku asc,id' })).toBe(true);
    expect(description).toContain('`q[id_in]=1,2`');
  });

  test('S8, S9: have groups and a long spelling', () => {
    expect(fits({ g: { 0: { m: 'or', sku_cont: 'A' } }, c: { 0: { p: 'cont' } } })).toBe(true);
  });

  test('are spelled in ways that a search understands', () => {
    const spelled = [...String(description).matchAll(/`(q\[[^`]+)`/g)].map(([, text = '']) => text);
    expect(spelled).toHaveLength(7);
    const misunderstood = spelled
      .map((text) => search('Variant', text.replaceAll('<attribute>', 'sku')))
      .filter((found) => 'errors' in found || found.ignored.length > 0);
    expect(misunderstood).toEqual([]);
  });
});

test('C21: a state below a country may be named by its code', () => {
  const told = (path: string) => parametersOf('get', path).find(({ name }) => name === 'id');
  expect(told('/api/countries/:country/states/:id')?.description).toContain('code, such as `ME`');
  expect(told('/api/states/:id')?.description).toContain('code, such as `ME`');
  expect(told('/api/variants/:id')?.description).toBe('Id of the record.');
});

test('F7: the attributes of a variant may be sent in the query', () => {
  for (const [method, path, input] of [
    ['post', '/api/products/:product/variants', 'CreateVariantInput'],
    ['put', '/api/products/:product/variants/:id', 'UpdateVariantInput'],
    ['patch', '/api/products/:product/variants/:id', 'UpdateVariantInput'],
  ] as const) {
    const found = parametersOf(method, path).find(({ name }) => name === 'variant');
    const schema = { $ref: `#/components/schemas/${input}` };
    expect(found).toMatchObject({ in: 'query', style: 'deepObject', explode: true, schema });
  }
});

describe('the body of a write', () => {
  const { schemas } = references.newer.components;

  test('tells what is required', () => {
    expect(schemas['CreateProductInput']?.required).toEqual(['name', 'price']);
    expect(schemas['UpdateProductInput']).not.toHaveProperty('required');
  });

  test('F15: tells of every lock_version who shows it, which are inventory units in REST', () => {
    const told = Object.values(schemas).flatMap(({ properties = {} }) => {
      const { lock_version: version } = properties as Record<string, { description?: string }>;
      return version ? [version.description?.includes('use `If-Match`')] : [];
    });
    expect(told.filter((one) => !one)).toHaveLength(1);
    expect(told.filter((one) => one).length).toBeGreaterThan(2);
    expect(property('InventoryUnit', 'lock_version')).toBeDefined();
  });

  test('tells of updates alone that what is not sent stays', () => {
    const told = operationsOf('newer').flatMap(({ method, operation: { requestBody } }) =>
      requestBody?.description.includes('keep their value') ? [method] : [],
    );
    expect(new Set(told)).toEqual(new Set(['put', 'patch']));
  });
});

test.each(['/api/payment_methods', '/api/shipping_methods', '/api/stock_locations'])(
  'O7, O9: %s may be asked to refuse what it would ignore',
  (path) => {
    expect(parametersOf('get', path).map(({ name }) => name)).toEqual(['Prefer']);
    const headers = ['X-Total-Count', 'X-Search-Ignored', 'Preference-Applied'];
    const shown = Object.keys(responseOf('get', path, '200')?.headers ?? {});
    expect(shown).toEqual(expect.arrayContaining(headers));
    expect(shown).not.toContain('Link');
    const examples = ['400', '422'].flatMap((status) =>
      Object.keys(responseOf('get', path, status)?.content?.['application/json']?.examples ?? {}),
    );
    expect(examples).toEqual(expect.arrayContaining(['ignoredSearch', 'badSearch']));
  },
);

/** The paths of attributes, such as `line_items_variant_sku`, but for those after these prefixes. */
const pathsOf = (
  { attributes, associations }: SearchableNames,
  excepted: readonly string[],
  before = '',
): string[] => [
  ...attributes.map((name) => before + name),
  ...Object.entries(associations)
    .filter(([name]) => !excepted.includes(`${before}${name}_`))
    .flatMap(([name, inner]) => pathsOf(inner, excepted, `${before}${name}_`)),
];

test.each(
  routes.filter(({ list }) => list !== undefined).map((route) => [route.path, route] as const),
)('S25: the keys of s told for %s are those that sort it', (_path, route) => {
  const filter = inputOf(schema, route.operation, 'filter');
  const keys = sortFields(inputOf(schema, route.operation, 'sort'), whitelistOf(filter, new Set()));
  const [, conditions] = describeConditions(schema, route) ?? [];
  const [, except = ''] = /none after (.*)\./.exec(String(conditions?.description)) ?? [];
  const excepted = [...except.matchAll(/`(\w+)`/g)].map(([, prefix = '']) => prefix);
  const told = new Set(pathsOf(searchableNames(filter), excepted));
  expect([...told].sort()).toEqual([...keys.keys()].sort());
});
