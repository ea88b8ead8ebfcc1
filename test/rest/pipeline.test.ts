import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { apron, orderInDelivery } from './apron-order.ts';
import { serveRest } from './rest-server.ts';
import type { RestServer } from './rest-server.ts';
import { asSent } from '../support/as-sent.ts';

let server: RestServer;

beforeAll(async () => {
  server = await serveRest();
});

afterAll(() => server.close());

beforeEach(() => {
  server.asked.length = 0;
  server.script = {};
});

const order = orderInDelivery;
const page = { count: 1, totalCount: 7, pages: 4, currentPage: 2, perPage: 2, nodes: [apron] };
const unauthorized = { error: 'You are not authorized to perform that action.' };

const first = (): unknown => {
  const [asked] = server.asked;
  return asked && [asked.operation, asked.variables];
};

describe('what a request hands to its operation', () => {
  beforeEach(() => {
    server.script = {
      data: {
        Variants: { variants: page },
        CreateOrder: { createOrder: { order, userErrors: [] } },
        UpdateOrder: { updateOrder: { order, userErrors: [] } },
        FireOrderEvent: { fireOrderEvent: { order, userErrors: [] } },
        OrderByRef: { order },
        Orders: { orders: { ...page, nodes: [order] } },
        MyOrders: { myOrders: { ...page, nodes: [order] } },
      },
    };
  });

  test('a list hands over search, sort and page', async () => {
    await server.newer.get(
      '/api/variants?q[sku_cont]=TSH&q[s]=product_name%20asc&show_deleted=true&page=2&per_page=10',
    );
    expect(first()).toEqual([
      'Variants',
      {
        filter: { sku: { cont: 'TSH' } },
        sort: [{ field: 'PRODUCT_NAME', direction: 'ASC' }],
        page: 2,
        perPage: 10,
        showDeleted: true,
      },
    ]);
  });

  test('S28, N24: a list of the older format reads the newest hundred first', async () => {
    await server.older.get('/api/orders');
    expect(first()).toEqual([
      'Orders',
      {
        sort: [
          { field: 'CREATED_AT', direction: 'DESC' },
          { field: 'ID', direction: 'DESC' },
        ],
        page: 1,
        perPage: 100,
      },
    ]);
  });

  test('S28, S29: a list of the newer format leaves the order to the schema', async () => {
    await server.newer.get('/api/orders');
    expect(first()).toEqual(['Orders', { page: 1, perPage: 25 }]);
  });

  test('S28: the own orders have one default order in both forms', async () => {
    await server.older.get('/api/orders/mine');
    expect(first()).toEqual(['MyOrders', { page: 1, perPage: 100 }]);
  });

  test('C6: show_deleted that is no word for yes is a no', async () => {
    await server.newer.get('/api/variants?show_deleted=perhaps');
    expect(first()).toEqual(['Variants', { page: 1, perPage: 25, showDeleted: false }]);
  });

  test('T43: the newer form merges lines', async () => {
    const lines = [{ variant_id: 12, quantity: 2 }];
    await server.newer.post('/api/orders', { body: { order: { line_items: lines } } });
    expect(first()).toEqual([
      'CreateOrder',
      { input: { lineItems: [{ variantId: 12, quantity: asSent(2) }] }, merge: true },
    ]);
  });

  test('T43: the older form does not merge lines', async () => {
    await server.older.post('/api/orders', { body: { email: 'ada@harbour.example' } });
    expect(first()).toEqual([
      'CreateOrder',
      { input: { email: 'ada@harbour.example' }, merge: false },
    ]);
  });

  test('F9: use_billing counts beside the order object', async () => {
    await server.newer.put('/api/orders/R1', {
      body: { order: { email: 'ada@harbour.example' }, use_billing: '1' },
    });
    expect(first()).toEqual([
      'UpdateOrder',
      {
        by: { number: 'R1' },
        input: { email: 'ada@harbour.example', useBilling: true },
        merge: true,
      },
    ]);
  });

  test('C23: a country may be written as its code', async () => {
    await server.newer.put('/api/orders/R1', {
      body: { order: { bill_address: { country: 'US', state: 'Maine' } } },
    });
    expect(first()).toEqual([
      'UpdateOrder',
      {
        by: { number: 'R1' },
        input: { billAddress: { country: { code: 'US' }, state: { name: 'Maine' } } },
        merge: true,
      },
    ]);
  });

  test.each([
    ['query', '/api/orders/R1/event?e=cancel', {}],
    ['form', '/api/orders/R1/event', { body: new URLSearchParams({ e: 'cancel' }) }],
    ['JSON', '/api/orders/R1/event', { body: { e: 'cancel' } }],
    ['verb', '/api/orders/R1/cancel', {}],
  ])('T1: an event is named by %s', async (_source, path, parts) => {
    await server.newer.put(path, parts);
    expect(first()).toEqual(['FireOrderEvent', { by: { number: 'R1' }, event: asSent('cancel') }]);
  });

  test('A31: an event that is no single text is none', async () => {
    await server.newer.put('/api/orders/R1/event?e[]=cancel');
    expect(first()).toEqual(['FireOrderEvent', { by: { number: 'R1' }, event: asSent('') }]);
  });

  test('A31: half a character in the name of an event makes it unknown, not unreadable', async () => {
    await server.newer.put('/api/orders/R1/event', {
      body: '{"e":"\\ud800"}',
      headers: { 'content-type': 'application/json' },
    });
    expect(first()).toEqual(['FireOrderEvent', { by: { number: 'R1' }, event: asSent('\ufffd') }]);
  });

  test('F12: PATCH is PUT', async () => {
    await server.newer.patch('/api/orders/R1/event?e=cancel');
    expect(first()).toEqual(['FireOrderEvent', { by: { number: 'R1' }, event: asSent('cancel') }]);
  });

  test('F3: percent sequences are decoded once', async () => {
    await server.newer.get('/api/orders/R%2F1%2520');
    expect(first()).toEqual(['OrderByRef', { by: { number: 'R/1%20' } }]);
  });

  test('A4: an order token of the body opens nothing', async () => {
    const { status } = await server.anonymous.put('/api/orders/R1/event', {
      body: { e: 'cancel', order_token: 't' },
    });
    expect([status, server.asked]).toEqual([401, []]);
  });
});

describe('which operation a path means', () => {
  const asked = async (method: 'get' | 'put' | 'post', path: string, parts = {}) => {
    await server.newer[method](path, parts);
    return first();
  };
  const array = { page: 1, perPage: 100 };
  const places = { page: 1, perPage: 500 };
  const operations = [
    ...['InventoryUnits', 'ShipmentByRef', 'States', 'StateByRef', 'FireShipmentEvent'],
    ...['MarkShipmentReady', 'CreateShipment', 'UpdateInventoryUnit', 'FirePaymentEvent'],
  ];

  // The responses do not matter here.
  beforeEach(() => {
    const missing = { code: 'NOT_FOUND' };
    server.script = { errors: Object.fromEntries(operations.map((name) => [name, missing])) };
  });

  test.each([
    ['/inventory_units', 'InventoryUnits', array],
    ['/api/orders/R1/inventory_units', 'InventoryUnits', { ...array, order: { number: 'R1' } }],
    ['/shipments/H1/inventory_units', 'InventoryUnits', { ...array, shipment: { number: 'H1' } }],
    ['/api/shipments/31', 'ShipmentByRef', { by: { id: '31' } }],
    ['/api/orders/R1/shipments/31', 'ShipmentByRef', { by: { id: '31' }, order: { number: 'R1' } }],
    ['/api/states', 'States', { ...places, isBelowCountry: false }],
    ['/api/states?country_id=', 'States', { ...places, isBelowCountry: false }],
    [
      '/api/states?country_id=US',
      'States',
      { ...places, country: { iso: 'US' }, by: { iso: 'US' }, isBelowCountry: true },
    ],
    [
      '/api/countries/US/states',
      'States',
      { ...places, country: { iso: 'US' }, by: { iso: 'US' }, isBelowCountry: true },
    ],
    ['/api/states/5?country_id=', 'StateByRef', { by: { id: '5' } }],
    ['/api/countries/US/states/ME', 'StateByRef', { by: { abbr: 'ME' }, country: { iso: 'US' } }],
  ])('GET %s', async (path, operation, variables) => {
    expect(await asked('get', path)).toEqual([operation, variables]);
  });

  test('F34: attributes stand beside an event', async () => {
    const path = '/api/shipments/31/event?e=ship&shipment[tracking]=1Z9';
    expect(await asked('put', path)).toEqual([
      'FireShipmentEvent',
      { by: { id: '31' }, event: asSent('ship'), input: { tracking: '1Z9' } },
    ]);
  });

  test("T4: an event's own route is distinguished from the event route", async () => {
    expect(await asked('put', '/api/orders/R1/shipments/H1/ready')).toEqual([
      'MarkShipmentReady',
      { by: { number: 'H1' }, order: { number: 'R1' }, input: {} },
    ]);
  });

  test('F9: what a new shipment adds may stand in the address', async () => {
    const path = '/api/orders/R1/shipments?variant_id=12&quantity=3&stock_location_id=1&cost=5';
    expect(await asked('post', path)).toEqual([
      'CreateShipment',
      {
        order: { number: 'R1' },
        input: { variantId: '12', quantity: asSent('3'), stockLocationId: '1' },
        merge: true,
      },
    ]);
  });

  test.each([
    ['inside', { inventory_unit: { shipment_id: 3, fire: 'ship' } }],
    ['beside', { inventory_unit: { shipment_id: 3 }, fire: 'ship' }],
  ])('F36: an event to fire stands %s the attributes of a unit', async (_place, body) => {
    expect(await asked('put', '/inventory_units/90', { body })).toEqual([
      'UpdateInventoryUnit',
      { id: '90', input: { shipmentId: 3 }, fire: asSent('ship') },
    ]);
  });

  test.each(['?amount=5', '?payment[amount]=5'])('F9: a credit of %s', async (query) => {
    expect(await asked('put', `/api/orders/R1/payments/7/credit${query}`)).toEqual([
      'FirePaymentEvent',
      { order: { number: 'R1' }, id: '7', event: asSent('credit'), amount: asSent('5') },
    ]);
  });
});

describe('what a success answers', () => {
  test('a page is an object with its figures in the newer format', async () => {
    server.script = { data: { Variants: { variants: { ...page, nodes: [] } } } };
    const { status, body } = await server.newer.get('/api/variants?page=2&per_page=2');
    expect([status, body]).toEqual([
      200,
      { variants: [], count: 1, pages: 4, current_page: 2, total_count: 7, per_page: 2 },
    ]);
  });

  test('S31: a list returns its total and links to the other pages', async () => {
    server.script = { data: { Variants: { variants: page } } };
    const { headers } = await server.older.get('/api/variants.json?page=2&per_page=2');
    const link = (rel: string, to: number): string =>
      `<${server.url}/api/variants.json?page=${String(to)}&per_page=2>; rel="${rel}"`;
    expect([headers.get('x-total-count'), headers.get('link')]).toEqual([
      '7',
      [link('first', 1), link('prev', 1), link('next', 3), link('last', 4)].join(', '),
    ]);
  });

  test('S31: also to a client that requests the whole URL, as of a proxy', async () => {
    server.script = {
      data: { Variants: { variants: { ...page, totalCount: 1, currentPage: 1 } } },
    };
    const path = `${server.url}/api/variants?q[sku_eq]=A&page=1&per_page=2`;
    const link = await new Promise((resolve, reject) => {
      const asking = request(server.url, { path, headers: { 'x-serviceapikey': 'k' } });
      asking.on('response', (answer) => {
        resolve(answer.resume().headers.link);
      });
      asking.on('error', reject).end();
    });
    const only = `<${server.url}/api/variants?q[sku_eq]=A&page=1&per_page=2>`;
    expect(link).toBe(`${only}; rel="first", ${only}; rel="last"`);
  });

  test('S23: what a search ignored is named', async () => {
    server.script = { data: { Variants: { variants: page } } };
    const { headers } = await server.newer.get('/api/variants?q[shoe_size_eq]=9&q[s]=shoe_size');
    expect(headers.get('x-search-ignored')).toBe('q[shoe_size_eq], q[s]=shoe_size');
  });

  test('F16: a new record has its address, with the suffix of the request', async () => {
    server.script = { data: { CreateOrder: { createOrder: { order, userErrors: [] } } } };
    const { status, headers } = await server.older.post('/api/orders.json', { body: {} });
    expect([status, headers.get('location')]).toEqual([
      201,
      `${server.url}/api/orders/R502836417.json`,
    ]);
  });

  test('F14: a record has a strong ETag of 27 characters', async () => {
    server.script = { data: { OrderByRef: { order } } };
    const { headers } = await server.newer.get('/api/orders/R1');
    expect(headers.get('etag')).toMatch(/^"[\w-]{27}"$/);
  });

  test('F14: the ETags of the two forms differ', async () => {
    server.script = { data: { OrderByRef: { order } } };
    const newer = await server.newer.get('/api/orders/R1');
    const older = await server.older.get('/api/orders/R1');
    expect(newer.headers.get('etag')).not.toBe(older.headers.get('etag'));
  });

  test.each(['%s', 'W/%s', '"other", %s', '*'])(
    'F15: If-None-Match %s of a record the client has is 304 without body',
    async (header) => {
      server.script = { data: { OrderByRef: { order } } };
      const { headers: known } = await server.newer.get('/api/orders/R1');
      const etag = known.get('etag') ?? '';
      const { status, headers, text } = await server.newer.get('/api/orders/R1', {
        headers: { 'if-none-match': header.replace('%s', etag) },
      });
      expect([status, text, headers.get('etag')]).toEqual([304, '', etag]);
    },
  );

  test('F15: with another ETag the record is returned', async () => {
    server.script = { data: { OrderByRef: { order } } };
    const { status } = await server.newer.get('/api/orders/R1', {
      headers: { 'if-none-match': '"other"' },
    });
    expect(status).toBe(200);
  });

  test('F12: HEAD has the headers of GET and no body', async () => {
    server.script = { data: { OrderByRef: { order } } };
    const get = await server.newer.get('/api/orders/R1');
    const head = await server.newer.head('/api/orders/R1');
    const named = ({ headers }: { headers: Headers }): unknown[] =>
      ['content-length', 'content-type', 'etag', 'cache-control', 'vary'].map((name) =>
        headers.get(name),
      );
    expect([head.status, head.text, named(head)]).toEqual([200, '', named(get)]);
  });

  test('safety, small: neither reads nor writes are written down on the way (F14)', async () => {
    server.script = {
      data: {
        OrderByRef: { order },
        FireOrderEvent: { fireOrderEvent: { order, userErrors: [] } },
      },
    };
    const read = await server.newer.get('/api/orders/R1');
    const write = await server.newer.put('/api/orders/R1/cancel');
    expect([read.headers.get('cache-control'), write.headers.get('cache-control')]).toEqual([
      'no-store',
      'no-store',
    ]);
    const headers = { 'If-None-Match': String(read.headers.get('etag')) };
    const again = await server.newer.get('/api/orders/R1', { headers });
    expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'no-store']);
  });
});

describe('requests that no operation sees', () => {
  test.each([
    ['F3: an unknown path', 'get', '/api/nothing', 404],
    ['F3: an empty segment', 'get', '/api//orders', 404],
    ['F36: an order without prefix', 'get', '/orders', 404],
    ['F3: a broken percent sequence', 'get', '/api/orders/%E0%A4', 400],
    ['F12: a method the path does not have', 'delete', '/api/orders/R1', 405],
    ['F40: a write to the list of own orders', 'put', '/api/orders/mine', 405],
    ['F3: another suffix', 'get', '/api/orders.xml', 406],
  ] as const)('%s', async (_title, method, path, status) => {
    const reply = await server.newer[method](path);
    expect([reply.status, server.asked]).toEqual([status, []]);
  });

  test('F12: 405 lists the methods of the path', async () => {
    const { headers } = await server.newer.delete('/api/orders/R1');
    expect(headers.get('allow')).toBe('GET, PUT, HEAD, PATCH, OPTIONS');
  });

  test('F12: OPTIONS lists the methods of the path without a key', async () => {
    const { status, headers, text } = await server.anonymous.options('/api/orders');
    expect([status, headers.get('allow'), text]).toEqual([204, 'GET, POST, HEAD, OPTIONS', '']);
  });

  test('F4: a client that takes no JSON gets none', async () => {
    const { status } = await server.newer.get('/api/orders', { headers: { accept: 'text/html' } });
    expect(status).toBe(406);
  });

  test('F4: with the suffix Accept is not read', async () => {
    server.script = { data: { Orders: { orders: { ...page, nodes: [] } } } };
    const { status } = await server.newer.get('/api/orders.json', {
      headers: { accept: 'text/html' },
    });
    expect(status).toBe(200);
  });
});

describe('A24: which error is reported first', () => {
  const badJson = { body: '{', headers: { 'content-type': 'application/json' } };

  test('a caller without a key learns nothing of his body', async () => {
    server.script = { errors: { Caller: { code: 'UNAUTHENTICATED', reason: 'missing_key' } } };
    const { status, body } = await server.anonymous.post('/api/orders', badJson);
    expect([status, body]).toEqual([401, unauthorized]);
  });

  test('a caller with a key gets an error about an unreadable body', async () => {
    server.script = { data: { Caller: { viewer: { id: 1 } } } };
    const { status, body } = await server.newer.post('/api/orders', badJson);
    expect([status, body]).toEqual([400, { error: 'The request body is not valid JSON.' }]);
  });

  test('a caller with an order token gets an error about an unreadable body', async () => {
    const { status } = await server.anonymous.put('/api/orders/R1?order_token=t', badJson);
    expect([status, server.asked]).toEqual([400, []]);
  });

  test('A35: a body over the limit is refused, and the client can read so', async () => {
    server.script = { data: { Caller: { viewer: { id: 1 } } } };
    const { status, body } = await server.newer.post('/api/orders', {
      body: { order: { special_instructions: 'x'.repeat(2_000_000) } },
    });
    expect([status, body]).toEqual([413, { error: 'The request body is too large.' }]);
  });

  test('missing rights come before a bad search', async () => {
    server.script = { errors: { Orders: { code: 'UNAUTHORIZED' } } };
    const { status } = await server.newer.get('/api/orders?search[shoe_size]=9');
    expect(status).toBe(401);
  });

  test('a bad search is refused when the list is allowed', async () => {
    server.script = { data: { Orders: { orders: page } } };
    const { status, body } = await server.newer.get('/api/orders?search[shoe_size]=9');
    expect([status, body]).toEqual([
      422,
      {
        error: 'Invalid search. Please fix errors and try again.',
        errors: { 'search[shoe_size]': ['is not searchable'] },
      },
    ]);
  });

  test('S20: a search by what is hidden from the caller is refused like one by what does not exist', async () => {
    const fields = { 'filter.responseCode': ['is not searchable'] };
    server.script = { errors: { Payments: { code: 'INVALID', fields } } };
    const { status, body } = await server.newer.get(
      '/api/orders/R1/payments?search[response_code]=x&search[amount_gt]=1',
    );
    expect([status, body]).toEqual([
      422,
      {
        error: 'Invalid search. Please fix errors and try again.',
        errors: { 'search[response_code]': ['is not searchable'] },
      },
    ]);
  });

  test('S20: under q the search runs without what is hidden', async () => {
    const fields = { 'filter.and.0.responseCode': ['is not searchable'] };
    server.script = { errors: { Payments: { code: 'INVALID', fields } } };
    await server.newer.get('/api/orders/R1/payments?q[response_code_eq]=x&q[amount_gt]=1');
    expect(server.asked.map(({ variables }) => variables.filter)).toEqual([
      { responseCode: { eq: 'x' }, amount: { gt: '1' } },
      { amount: { gt: '1' } },
    ]);
  });

  test('F34: an event is sent with what is refused to callers who may update, and ignored for others', async () => {
    server.script = { errors: { MarkShipmentReady: { code: 'UNAUTHORIZED' } } };
    await server.anonymous.put('/api/shipments/31/ready?order_token=t', {
      body: { shipment: { inventory_units: 5 } },
    });
    expect(server.asked.map(({ operation, variables }) => [operation, variables.input])).toEqual([
      ['MarkShipmentReady', { cost: asSent('-') }],
    ]);
  });

  test('a missing order comes before attributes of a wrong type', async () => {
    server.script = { errors: { UpdateOrder: { code: 'NOT_FOUND' } } };
    const { status } = await server.newer.put('/api/orders/R1', { body: { email: { a: 1 } } });
    expect([status, first()]).toEqual([
      404,
      ['UpdateOrder', { by: { number: 'R1' }, input: {}, merge: true }],
    ]);
  });

  test('attributes of a wrong type are invalid, and only rights were asked', async () => {
    server.script = { data: { UpdateOrder: { updateOrder: { order, userErrors: [] } } } };
    const { status, body } = await server.older.put('/api/orders/R1', {
      body: { email: { a: 1 } },
    });
    expect([status, body, server.asked.length]).toEqual([
      500,
      {
        error: 'Invalid resource. Please fix errors and try again.',
        errors: ['Email is invalid'],
      },
      1,
    ]);
  });

  test('a new order with attributes of a wrong type is not made', async () => {
    const error = { code: 'INVALID', field: ['email'], message: 'is invalid' };
    server.script = {
      data: { CreateOrder: { createOrder: { order: null, userErrors: [error] } } },
    };
    const { status } = await server.older.post('/api/orders', { body: { email: { a: 1 } } });
    expect([status, server.asked.length, first()]).toEqual([
      422,
      1,
      ['CreateOrder', { input: { email: '-' }, merge: false }],
    ]);
  });
});

describe('F1: who gets the older format', () => {
  beforeEach(() => {
    server.script = { data: { OrderByRef: { order } } };
  });

  test.each([
    ['Basic', { authorization: 'Basic azp4' }, '/api/orders/R1', true],
    [
      'a key beside Basic',
      { authorization: 'Basic azp4', 'x-serviceapikey': 'k' },
      '/api/orders/R1',
      false,
    ],
    ['the suffix without a key', {}, '/api/orders/R1.json?order_token=t', true],
    ['the suffix with a key', { 'x-serviceapikey': 'k' }, '/api/orders/R1.json', false],
    ['neither', {}, '/api/orders/R1?order_token=t', false],
  ])('%s', async (_title, headers, path, isOlder) => {
    const { body } = await server.anonymous.get(path, { headers });
    expect(typeof body === 'object' && body !== null && 'order' in body).toBe(isOlder);
  });
});

test('F16: with PUBLIC_URL addresses begin with it', async () => {
  const named = await serveRest({ publicUrl: 'https://store.example/shop' });
  named.script = { data: { CreateOrder: { createOrder: { order, userErrors: [] } } } };
  const { headers } = await named.newer.post('/api/orders', { body: {} });
  await named.close();
  expect(headers.get('location')).toBe('https://store.example/shop/api/orders/R502836417');
});
