import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { operationsOf, parametersOf, references, responseOf } from './reference-document.ts';
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
