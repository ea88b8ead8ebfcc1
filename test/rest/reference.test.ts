import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type GraphQLEnumType, isInputObjectType } from 'graphql';
import type { FormName } from '../../rest/request/form-name.ts';
import type { Operation } from '../../rest/reference/openapi.ts';
import { templateOf } from '../../rest/reference/reference.ts';
import { routes } from '../../rest/routes.ts';
import { toSnake } from '../../rest/words/naming.ts';
import { schema } from '../../schema/index.ts';
import { rulesOf } from '../../schema/input-rules.ts';
import {
  find,
  formats,
  forms,
  operationsOf,
  parametersOf,
  property,
  references,
  resolved,
  responseOf,
} from './reference-document.ts';

/** Methods that are aliases; an example is shown once. */
const aliases = ['head', 'patch'];

describe.each(formats)('the document of the %s format', (format) => {
  const reference = references[format];
  const operations = operationsOf(format);
  const { schemas, headers, responses } = reference.components;
  /** The document as clients read it. */
  const sent = JSON.parse(JSON.stringify(reference)) as Record<string, unknown>;

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
    const named = operations
      .filter(({ method }) => !aliases.includes(method))
      .map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const routed = routes.map((route) => `${route.method} ${templateOf(route, forms[format])}`);
    expect(named.sort()).toEqual(routed.sort());
  });

  test('gives every operation a unique id', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([]);
  });

  test('R6: forbids no keys beside those it describes', () => {
    expect(JSON.stringify(reference)).not.toContain('"additionalProperties":false');
  });

  test('groups its operations by the records that they read and write', () => {
    expect(new Set(operations.flatMap(({ operation }) => operation.tags))).toEqual(
      new Set([
        'Address',
        'Country',
        'InventoryUnit',
        'LineItem',
        'Order',
        'Payment',
        'PaymentMethod',
        'Product',
        'Shipment',
        'ShippingMethod',
        'State',
        'StockLocation',
        'Variant',
      ]),
    );
  });

  test('has HEAD beside every GET, and PATCH beside every PUT', () => {
    const beside = Object.values(reference.paths).map((methods) => Object.keys(methods));
    expect(
      beside.filter((methods) => methods.includes('get') !== methods.includes('head')),
    ).toEqual([]);
    expect(
      beside.filter((methods) => methods.includes('put') !== methods.includes('patch')),
    ).toEqual([]);
  });

  test('shows an accepted and a refused example of every operation', () => {
    const shownIn = (responses: Operation['responses'], outcome: string) =>
      Object.entries(responses).some(
        ([status, response]) =>
          (status === '204' && outcome === 'accepted') ||
          ('content' in response &&
            outcome in (response.content['application/json']?.examples ?? {})),
      );
    const without = operations
      .filter(({ method }) => !aliases.includes(method))
      .filter(
        ({ operation: { responses } }) =>
          !['accepted', 'refused'].every((one) => shownIn(responses, one)),
      );
    expect(
      without.map(({ operation }) => `${operation.operationId}: npm run generate:examples`),
    ).toEqual([]);
  });

  test('offers a body of every write that takes one, and a value of every part of a path', () => {
    const bodiless = operations.filter(
      ({ method, operation: { requestBody } }) =>
        !aliases.includes(method) &&
        requestBody &&
        !requestBody.content['application/json']?.examples?.['accepted'],
    );
    const partless = operations.flatMap(({ operation }) =>
      resolved(operation, format).filter((one) => one.in === 'path' && one.example === undefined),
    );
    expect([bodiless, partless]).toEqual([[], []]);
  });

  test('says of every operation what it does', () => {
    const silent = operations.filter(
      ({ operation: { summary, description } }) => summary === '' || !description,
    );
    expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });

  test('O41: says nothing in names and error codes that GraphQL alone has', () => {
    const texts: string[] = [];
    JSON.stringify(references[format], (key, value: unknown) => {
      if ((key === 'description' || key === 'summary') && typeof value === 'string') {
        texts.push(value);
      }
      return value;
    });
    expect(texts.length).toBeGreaterThan(500);
    const told = schema.getType('ErrorCode') as GraphQLEnumType;
    const names = told.getValues().map(({ name }) => name);
    const codes = [...names, 'UNAUTHENTICATED', 'UNAUTHORIZED'].join('|');
    const ofGraphql = new RegExp(`\\b(${codes})\\b|\\b[a-z]+[A-Z]\\w*|allowed. lists`);
    expect(texts.filter((text) => ofGraphql.test(text))).toEqual([]);
  });

  test('offers no choice between bodies', () => {
    const chosen = [...JSON.stringify(operations).matchAll(/"(anyOf|oneOf)":/g)];
    expect(chosen).toEqual([]);
  });

  test('refers to every schema, parameter, response and header it has, and to nothing else', () => {
    const referred = [...JSON.stringify(reference).matchAll(/"#\/components\/([^"]+)"/g)];
    const had = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(reference.components.parameters).map((name) => `parameters/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
      ...Object.keys(headers).map((name) => `headers/${name}`),
    ];
    expect([...new Set(referred.map(([, name]) => name))].sort()).toEqual(had.sort());
  });

  test('declares every part of a path, with what it names', () => {
    const described = operations.map(({ path, operation }) => ({
      path,
      parts: resolved(operation, format)
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

test.each([
  ['GET', '/api/orders', 'listOrders'],
  ['POST', '/api/orders', 'createOrder'],
  ['PUT', '/api/orders/:order/cancel', 'cancelOrder'],
  ['PUT', '/api/orders/:order/authorize_return', 'authorizeOrderReturn'],
  ['PUT', '/api/orders/:order/event', 'fireOrderEvent'],
  ['GET', '/api/orders/:order/addresses/:id', 'getOrderAddress'],
  ['GET', '/api/countries/:country', 'getCountry'],
  ['DELETE', '/api/orders/:order/line_items/:id', 'deleteOrderLineItem'],
  ['PUT', '/inventory_units/:inventory_unit/fill_backorder', 'fillInventoryUnitBackorder'],
  ['PUT', '/api/inventory_units/:inventory_unit', 'updateInventoryUnitUnderApi'],
])('%s %s is %s', (method, path, id) => {
  expect(find(method.toLowerCase(), path).operationId).toBe(id);
});

describe('a record', () => {
  test('R1: has amounts as texts in the newer format and as numbers in the older', () => {
    expect(property('Order', 'total')).toMatchObject({ type: 'string' });
    expect(property('Order', 'total', 'older')).toMatchObject({ type: 'number' });
  });

  test('R4: has times in UTC in the newer format and with the offset of the store in the older', () => {
    expect(property('Order', 'completed_at')).toMatchObject({
      type: ['string', 'null'],
      examples: ['2024-02-06T15:04:05.120Z'],
    });
    expect(property('Order', 'completed_at', 'older')).toMatchObject({
      type: ['string', 'null'],
      examples: ['2024-02-06T10:04:05-05:00'],
    });
  });

  test('has the keys of its form alone', () => {
    expect(property('Order', 'credit_total')).toBeUndefined();
    expect(property('Order', 'payment_total', 'older')).toBeUndefined();
  });

  test('is described by the field that is read', () => {
    expect(property('Shipment', 'order_id')).toEqual({
      type: 'string',
      description: 'Number of the order, such as R100000041.',
    });
    expect(property('Shipment', 'order_id', 'older')).toEqual({
      type: 'integer',
      description: "The order's id.",
    });
  });

  test('refers to the records inside it, which may be absent', () => {
    expect(property('Shipment', 'selected_shipping_rate')).toEqual({
      anyOf: [{ $ref: '#/components/schemas/ShippingRate' }, { type: 'null' }],
      description: 'The chosen shipping rate; null if none is chosen.',
    });
  });

  test('has numbers under any word where words are keys', () => {
    expect(property('ManifestEntry', 'states')).toMatchObject({
      type: 'object',
      additionalProperties: { type: 'integer' },
    });
  });

  test('R33: tells that a manifest counts sold units as on_hand', () => {
    expect(property('ManifestEntry', 'states')).toMatchObject({
      description: expect.stringContaining('own state is `sold` count as `on_hand`') as unknown,
    });
  });

  test('has constants where every record has the same', () => {
    expect(property('Image', 'viewable_type', 'older')).toEqual({
      type: 'string',
      const: 'Variant',
    });
    expect(property('Product', 'tax_category_id', 'older')).toEqual({ type: 'null' });
    expect(property('Product', 'taxon_ids')).toEqual({
      type: 'array',
      items: {},
      maxItems: 0,
    });
  });
});

describe('an operation', () => {
  test('answers a bare record in the newer format and a wrapped one in the older', () => {
    const answered = (format: FormName) =>
      responseOf('get', '/api/orders/:order', '200', format)?.content?.['application/json']?.schema;
    expect(answered('newer')).toEqual({ $ref: '#/components/schemas/Order' });
    expect(answered('older')).toEqual({
      type: 'object',
      required: ['order'],
      properties: { order: { $ref: '#/components/schemas/Order' } },
    });
  });

  test('A33: refuses data with 422 or, in the older format, 500', () => {
    const invalid = (method: string, path: string, format: FormName) =>
      Object.keys(find(method, path, format).responses).filter((status) => {
        const content = responseOf(method, path, status, format)?.content?.['application/json'];
        return 'invalid' in (content?.examples ?? {});
      });
    expect(invalid('put', '/api/orders/:order', 'newer')).toEqual(['422']);
    expect(invalid('put', '/api/orders/:order', 'older')).toEqual(['500']);
    expect(invalid('post', '/api/orders', 'older')).toEqual(['422']);
  });

  test('has messages by field in the newer format and as sentences in the older', () => {
    const errors = (format: FormName) => property('Failure', 'errors', format);
    const sentences = { type: 'array', items: { type: 'string' } };
    expect(errors('newer')).toEqual({ type: 'object', additionalProperties: sentences });
    expect(errors('older')).toEqual(sentences);
  });

  test('takes attributes under their resource, and beside it what the row names', () => {
    const { requestBody } = find('put', '/api/orders/:order');
    expect(requestBody?.content['application/json']?.schema).toEqual({
      type: 'object',
      properties: {
        order: { $ref: '#/components/schemas/UpdateOrderInput' },
        use_billing: { type: 'boolean' },
        coupon_code: { type: 'string' },
        lock_version: {
          type: 'integer',
          description: expect.stringMatching(/GraphQL shows it.*; in REST use `If-Match`/),
        },
      },
    });
    expect(property('UpdateOrderInput', 'special_instructions')).toEqual({
      type: ['string', 'null'],
      description: "The customer's note to the people who pack; null if there is none.",
    });
  });

  test('C6: tells that show_deleted is ignored without the permission', () => {
    const described = operationsOf('newer').flatMap(({ operation }) =>
      resolved(operation).filter(({ name }) => name === 'show_deleted'),
    );
    expect(described).toHaveLength(12);
    expect(new Set(described.map(({ description }) => description))).toEqual(
      new Set([
        'Whether to include deleted records. Ignored unless you have the permission `show_hidden` of the resource, such as `variants.show_hidden`.',
      ]),
    );
  });

  test('T25: tells that the body of a completed checkout is not read', () => {
    expect(find('put', '/api/checkouts/:order').description).toContain(
      'A completed order is returned as it is, and the body is not read.',
    );
  });

  test('F11: tells that a payment of an order with an id is ignored', () => {
    expect(property('OrderPaymentInput', 'id')).toMatchObject({
      description: 'An entry with an id is ignored, because the payment exists.',
    });
  });

  test('tells of all names for one thing which of them counts', () => {
    const { schemas } = references.newer.components;
    const untold = Object.entries(schemas).flatMap(([name, { description }]) => {
      const type = schema.getType(name);
      const { either = [], eitherOrNull = [] } = isInputObjectType(type) ? rulesOf(type) : {};
      return [...either, ...eitherOrNull]
        .map((names) => names.map((one) => `\`${toSnake(one)}\``))
        .filter((names) => {
          const sentences = String(description).split('. ');
          return !sentences.some(
            (sentence) =>
              sentence.includes('counts') && names.every((one) => sentence.includes(one)),
          );
        });
    });
    expect(untold).toEqual([]);
    expect(schemas['OrderShipmentInput']?.description).toContain(
      'Of `selected_shipping_rate_id` and `shipping_method_id`, the first that you send counts.',
    );
  });

  test('V30: says of no attribute that it is refused, and of no parameter but a search', () => {
    const { schemas } = references.newer.components;
    const told = [
      ...operationsOf('newer').flatMap(({ operation }) =>
        resolved(operation).map(({ description }) => description),
      ),
      ...Object.entries(schemas)
        .filter(([name]) => name.endsWith('Input'))
        .flatMap(([, input]) => [
          input.description,
          ...Object.values(input.properties as Record<string, { description?: string }>).map(
            ({ description }) => description,
          ),
        ]),
    ];
    expect(
      new Set(
        told.filter((text) => /refused|INVALID|UNAUTHORIZED|cannot be sent/.test(String(text))),
      ),
    ).toEqual(
      new Set([
        'Filter by the older spelling: `search[number]=R100000047`. Unknown names are refused with 422.',
        '`handling=strict` (RFC 7240): parts of a search that would be ignored, and parameters that the list does not read, are refused with 400, which names them.',
      ]),
    );
  });

  test('takes attributes that go to no input one by one', () => {
    const { requestBody } = find('put', '/api/orders/:order/payments/:id/credit');
    expect(requestBody?.content['application/json']?.schema).toMatchObject({
      properties: { payment: { properties: {} }, amount: { type: ['string', 'number'] } },
    });
  });

  test('that fires any event takes its name in the body too', () => {
    const names = (path: string) =>
      Object.keys(
        find('put', path).requestBody?.content['application/json']?.schema.properties ?? {},
      );
    expect(names('/api/orders/:order/event')).toEqual(['e', 'order', 'lock_version', 'restock']);
    expect(names('/api/shipments/:shipment/event')).toEqual(['e', 'shipment', 'lock_version']);
  });

  test('O24: names the words of states and events', () => {
    const states = ['cart', 'address', 'delivery', 'payment', 'confirm', 'complete', 'resumed'];
    const returns = ['awaiting_return', 'returned', 'canceled'];
    expect(property('Order', 'state')).toMatchObject({ enum: [...states, ...returns] });
    expect(property('Order', 'state', 'older')).toMatchObject({
      enum: [...states.map((state) => (state === 'complete' ? 'new' : state)), ...returns],
    });
    expect(property('Order', 'payment_state')).toMatchObject({
      type: ['string', 'null'],
      enum: ['failed', 'void', 'balance_due', 'credit_owed', 'paid', null],
    });
    expect(property('Payment', 'state')).toMatchObject({ enum: expect.arrayContaining(['void']) });
    expect(property('Shipment', 'state')).toMatchObject({
      enum: ['pending', 'ready_to_ship', 'shipped', 'canceled'],
    });
    const body = find('put', '/api/shipments/:shipment/event').requestBody;
    expect(body?.content['application/json']?.schema.properties).toMatchObject({
      e: { enum: ['ready', 'pend', 'ship', 'cancel', 'resume'] },
    });
  });

  test('that lists takes searches by the attributes of its filter', () => {
    const parameters = parametersOf('get', '/api/variants');
    expect(parameters.map(({ name }) => name)).toEqual([
      ...['product_id', 'show_deleted', 'page', 'per_page', 'q', 'search', 'strict', 'Prefer'],
    ]);
    const q = parameters.find(({ name }) => name === 'q');
    expect(q).toMatchObject({
      in: 'query',
      style: 'deepObject',
      explode: true,
      schema: { $ref: '#/components/schemas/VariantConditions' },
    });
    expect(Object.values(q?.examples ?? {})).toEqual([
      { summary: 'All records', value: {} },
      { summary: 'Part of a SKU', value: { sku_cont: 'APR', s: 'sku asc' } },
      { summary: 'Low stock', value: { count_on_hand_lt: '10' } },
    ]);
    expect(q?.description?.length).toBeLessThan(200);
    const { description } = references.newer.components.schemas['VariantConditions'] ?? {};
    expect(description).toContain('`sku`');
    expect(description).toContain('After `product_`: ');
  });

  test('that fires any event takes its name', () => {
    const names = (path: string) => parametersOf('put', path).map(({ name }) => name);
    const guards = ['Idempotency-Key', 'If-Match'];
    expect(names('/api/orders/:order/event')).toEqual(['order', 'e', 'order_token', ...guards]);
    expect(names('/api/orders/:order/cancel')).toEqual(['order', 'order_token', ...guards]);
  });

  test('that writes takes a key, and a tag where it changes a record; it can fail for both', () => {
    const path = '/api/orders/:order/line_items/:id';
    const told = (method: string, at: string) => {
      const { responses } = find(method, at);
      return {
        headers: parametersOf(method, at)
          .filter((one) => one.in === 'header')
          .map(({ name }) => name),
        failures: ['409', '412'].filter((status) => status in responses),
      };
    };
    const changing = { headers: ['Idempotency-Key', 'If-Match'], failures: ['409', '412'] };
    expect(told('get', path)).toEqual({ headers: ['If-None-Match'], failures: [] });
    expect(told('put', path)).toEqual(changing);
    expect(told('delete', path)).toEqual(changing);
    expect(told('post', '/api/orders')).toEqual({
      headers: ['Idempotency-Key'],
      failures: ['409'],
    });
    expect(responseOf('post', '/api/orders', '409')?.headers).toHaveProperty('Retry-After');
    expect(responseOf('delete', path, '204')?.headers).toHaveProperty('Idempotency-Replayed');
  });

  test('of an order may be opened by its token', () => {
    const token = [{ apiKey: [] }, { orderToken: [] }, { orderTokenInQuery: [] }];
    expect(find('get', '/api/orders/:order').security).toEqual(token);
    expect(find('get', '/api/products').security).toEqual([{ apiKey: [] }]);
    expect(find('get', '/api/products', 'older').security).toEqual([{ basic: [] }]);
  });
});
