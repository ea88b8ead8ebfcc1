import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { newer } from '../../rest/forms/newer.ts';
import { createOlder } from '../../rest/forms/older.ts';
import { createReference } from '../../rest/reference/reference.ts';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';

const forms = { newer, older: createOlder('America/New_York') };
const reference = createReference(routes, schema, forms);
const { schemas, headers } = reference.components;
const operations = Object.entries(reference.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** The document as clients read it. */
const sent = JSON.parse(JSON.stringify(reference)) as Record<string, unknown>;

const find = (method: string, path: string) => {
  const operation = reference.paths[path]?.[method];
  if (!operation) throw new Error(`The document lacks ${method} ${path}.`);
  return operation;
};

const property = (record: string, key: string): unknown =>
  (schemas[record]?.properties as Record<string, unknown>)[key];

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(sent);
    expect({ valid, errors, version: validator.version }).toEqual({
      valid: true,
      errors: undefined,
      version: '3.1',
    });
  });

  test('names the operations of the route table and no others', () => {
    const named = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const routed = routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(named.sort()).toEqual(routed.sort());
  });

  test('gives every operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('says of every operation what it does', () => {
    expect(operations.filter(({ operation }) => operation.summary === '')).toEqual([]);
  });

  test('refers to every schema and header it has, and to nothing else', () => {
    const referred = [...JSON.stringify(reference).matchAll(/"#\/components\/([^"]+)"/g)];
    const had = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(headers).map((name) => `headers/${name}`),
    ];
    expect([...new Set(referred.map(([, name]) => name))].sort()).toEqual(had.sort());
  });

  test('declares every part of a path, with what it names', () => {
    const described = operations.map(({ path, operation }) => ({
      path,
      parts: operation.parameters
        .filter((parameter) => parameter.in === 'path' && parameter.description !== parameter.name)
        .map(({ name }) => name),
    }));
    expect(described).toEqual(
      operations.map(({ path }) => ({
        path,
        parts: [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      })),
    );
  });
});

describe('a record', () => {
  test('R1: has amounts as texts in the newer form and as numbers in the older', () => {
    expect(property('NewerOrder', 'total')).toMatchObject({ type: 'string' });
    expect(property('OlderOrder', 'total')).toMatchObject({ type: 'number' });
  });

  test('R4: has times in UTC in the newer form and with the offset of the store in the older', () => {
    expect(property('NewerOrder', 'completed_at')).toMatchObject({
      type: ['string', 'null'],
      examples: ['2024-02-06T15:04:05.120Z'],
    });
    expect(property('OlderOrder', 'completed_at')).toMatchObject({
      type: ['string', 'null'],
      examples: ['2024-02-06T10:04:05-05:00'],
    });
  });

  test('has the keys of its form alone', () => {
    expect(property('NewerOrder', 'credit_total')).toBeUndefined();
    expect(property('OlderOrder', 'payment_total')).toBeUndefined();
  });

  test('is described by the field that is read', () => {
    expect(property('NewerShipment', 'order_id')).toEqual({
      type: 'string',
      description: 'The number of the order.',
    });
    expect(property('OlderShipment', 'order_id')).toEqual({
      type: 'integer',
      description: "The order's id.",
    });
  });

  test('refers to the records inside it, which may be absent', () => {
    expect(property('NewerShipment', 'selected_shipping_rate')).toEqual({
      anyOf: [{ $ref: '#/components/schemas/NewerShippingRate' }, { type: 'null' }],
      description: 'The rate the customer chose.',
    });
  });

  test('has numbers under any word where words are keys', () => {
    expect(property('NewerManifestEntry', 'states')).toMatchObject({
      type: 'object',
      additionalProperties: { type: 'integer' },
    });
  });

  test('has constants where every record has the same', () => {
    expect(property('OlderImage', 'viewable_type')).toEqual({ type: 'string', const: 'Variant' });
    expect(property('OlderProduct', 'tax_category_id')).toEqual({ type: 'null' });
    expect(property('NewerProduct', 'taxon_ids')).toEqual({ type: 'array', maxItems: 0 });
  });
});

describe('an operation', () => {
  test('answers in both forms', () => {
    const { responses } = find('get', '/api/orders/{order}');
    expect(responses['200']?.content?.['application/json']?.schema).toEqual({
      anyOf: [
        { title: 'Newer form', $ref: '#/components/schemas/NewerOrder' },
        {
          title: 'Older form',
          type: 'object',
          required: ['order'],
          properties: { order: { $ref: '#/components/schemas/OlderOrder' } },
          additionalProperties: false,
        },
      ],
    });
  });

  test('A33: refuses data with 422 or, in the older form, 500', () => {
    const invalid = (method: string, path: string) =>
      Object.entries(find(method, path).responses)
        .filter(([, response]) => JSON.stringify(response).includes('InvalidFailure'))
        .map(([status]) => status);
    expect(invalid('put', '/api/orders/{order}')).toEqual(['422', '500']);
    expect(invalid('post', '/api/orders')).toEqual(['422']);
  });

  test('takes attributes under their resource, beside it what the row names, or bare', () => {
    const { requestBody } = find('put', '/api/orders/{order}');
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      anyOf: [
        {
          required: ['order'],
          properties: {
            order: { $ref: '#/components/schemas/OrderInput' },
            use_billing: { type: 'boolean' },
            coupon_code: { type: 'string' },
            lock_version: { type: 'integer' },
          },
        },
        { $ref: '#/components/schemas/OrderInput' },
      ],
    });
    expect(property('OrderInput', 'special_instructions')).toEqual({
      type: ['string', 'null'],
      description: 'What the customer asks of the people who pack.',
    });
  });

  test('takes attributes that go to no input one by one', () => {
    const { requestBody } = find('put', '/api/orders/{order}/payments/{id}/credit');
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      anyOf: [
        { properties: { payment: { properties: {} }, amount: { type: ['string', 'number'] } } },
        { properties: { amount: { type: ['string', 'number'] } } },
      ],
    });
  });

  test('that lists takes searches by the attributes of its filter', () => {
    const { parameters } = find('get', '/api/variants');
    expect(parameters.map(({ name }) => name)).toEqual([
      ...['product_id', 'show_deleted', 'page', 'per_page', 'q', 'search', 'strict'],
    ]);
    const q = parameters.find(({ name }) => name === 'q');
    expect(q).toMatchObject({
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: { type: 'object', examples: [{}] },
    });
    expect(q?.description).toContain('`sku`');
    expect(q?.description).toContain('After `product_`: ');
  });

  test('that fires any event takes its name', () => {
    const names = (path: string) => find('put', path).parameters.map(({ name }) => name);
    const guards = ['Idempotency-Key', 'If-Match'];
    expect(names('/api/orders/{order}/event')).toEqual(['order', 'e', 'order_token', ...guards]);
    expect(names('/api/orders/{order}/cancel')).toEqual(['order', 'order_token', ...guards]);
  });

  test('that writes takes a key, and a tag where it changes a record; it can fail for both', () => {
    const path = '/api/orders/{order}/line_items/{id}';
    const told = (method: string, at: string) => {
      const { parameters, responses } = find(method, at);
      return {
        headers: parameters.filter((one) => one.in === 'header').map(({ name }) => name),
        failures: ['409', '412'].filter((status) => status in responses),
      };
    };
    const changing = { headers: ['Idempotency-Key', 'If-Match'], failures: ['409', '412'] };
    expect(told('get', path)).toEqual({ headers: [], failures: [] });
    expect(told('put', path)).toEqual(changing);
    expect(told('delete', path)).toEqual(changing);
    expect(told('post', '/api/orders')).toEqual({
      headers: ['Idempotency-Key'],
      failures: ['409'],
    });
    expect(find('post', '/api/orders').responses['409']?.headers).toHaveProperty('Retry-After');
    expect(find('delete', path).responses['204']?.headers).toHaveProperty('Idempotency-Replayed');
  });

  test('of an order may be opened by its token', () => {
    const token = [{ apiKey: [] }, { basic: [] }, { orderToken: [] }];
    expect(find('get', '/api/orders/{order}').security).toEqual(token);
    expect(find('get', '/api/products').security).toEqual(token.slice(0, 2));
  });
});
