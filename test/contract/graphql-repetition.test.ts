import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, Reply } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { readState } from './database-state.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

let store: Store;
let scene: Scene;
let variantId: number;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  ({ variantId } = await scene.goods({ onHand: 500 }));
});

afterAll(() => store.close());

const createOrder = `mutation ($email: String!, $variantId: ID!) {
  createOrder(input: { email: $email, lineItems: [{ variantId: $variantId, quantity: 2 }] }) { order { number } userErrors { code field message allowed lockVersion } }
}`;
const createRole = `mutation ($name: String!) {
  createRole(input: { name: $name, permissions: ["orders.read"] }) { name }
}`;

interface Result {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Readonly<Record<string, unknown>>;
  }[];
}

const send = (
  key: string,
  query: string,
  variables: object = {},
  client: Client = store.newer(scene.admin),
): Promise<Reply> =>
  client.post('/graphql', { body: { query, variables }, headers: { 'idempotency-key': key } });
const order = (key: string, email: string): Promise<Reply> =>
  send(key, createOrder, { email, variantId });

const replayed = ({ headers }: Reply): string | null => headers.get('idempotency-replayed');
const resultOf = ({ body }: Reply) => body as Result;
const codeOf = (reply: Reply) => resultOf(reply).errors?.[0]?.extensions['code'];
const messageOf = (reply: Reply) => resultOf(reply).errors?.[0]?.message;
const rowsOf = (key: string) => store.db.idempotencyKey.findMany({ where: { key } });

test('a repeated mutation is answered as the first time, and nothing is done', async () => {
  const first = await order('once', 'ann@buyer.test');
  expect([first.status, replayed(first)]).toEqual([200, null]);
  expect(resultOf(first)).toMatchObject({
    data: { createOrder: { order: { number: expect.stringMatching(/^R/) }, userErrors: [] } },
    extensions: { cost: { requested: expect.any(Number), actual: expect.any(Number) } },
  });
  const before = await readState(store.db);
  const second = await order('once', 'ann@buyer.test');
  expect([second.status, second.text, replayed(second)]).toEqual([200, first.text, 'true']);
  expect(await readState(store.db)).toEqual(before);
});

test('of ten concurrent uses of one key one creates an order, the others get its response', async () => {
  const orders = await store.db.order.count();
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => order('ten', 'ten@buyer.test')),
  );
  const late = replies.filter(({ status }) => status === 409 || status === 503);
  expect(late.every(({ headers }) => headers.has('retry-after'))).toBe(true);
  const told = replies.filter((reply) => !late.includes(reply));
  expect(new Set(told.map(({ text }) => text)).size).toBe(1);
  expect(told.filter((reply) => replayed(reply) === null)).toHaveLength(1);
  expect(await store.db.order.count()).toBe(orders + 1);
});

test('rows that are repeated are written once, and answered as the first time, whatever has been sold since', async () => {
  const { sku } = await store.db.variant.findUniqueOrThrow({ where: { id: BigInt(variantId) } });
  const document = `mutation ($rows: [SetStockLevelInput!]!) {
    setStockLevels(rows: $rows, policy: EACH) {
      results { index stockItem { countOnHand } userErrors { code field message } } userErrors { code } } }`;
  const rows = [
    { variant: { sku }, onHand: 440 },
    { variant: { sku: 'NO-SUCH' }, onHand: 1 },
  ];
  const first = await send('rows', document, { rows });
  expect(resultOf(first).data).toEqual({
    setStockLevels: {
      results: [
        { index: 0, stockItem: { countOnHand: 440 }, userErrors: [] },
        {
          index: 1,
          stockItem: null,
          userErrors: [{ code: 'NOT_FOUND', field: ['variant'], message: 'does not exist' }],
        },
      ],
      userErrors: [],
    },
  });
  const [entry] = await store.db.auditEntry.findMany({ orderBy: { id: 'desc' }, take: 1 });
  expect(entry).toMatchObject({ action: 'stock.change', changes: { countOnHand: ['500', '440'] } });
  await order('sold since', 'sold@buyer.test');
  const before = await readState(store.db);
  const second = await send('rows', document, { rows });
  expect([second.status, second.text, replayed(second)]).toEqual([200, first.text, 'true']);
  expect(await readState(store.db)).toEqual(before);
});

test('another mutation under the same key is refused and changes nothing', async () => {
  await order('another', 'ann@buyer.test');
  const before = await readState(store.db);
  const others = [
    await order('another', 'bob@buyer.test'),
    await send('another', createRole, { name: 'another_role' }),
    await store.newer(scene.admin).post('/api/orders', {
      body: { order: { email: 'ann@buyer.test' } },
      headers: { 'idempotency-key': 'another' },
    }),
  ];
  expect(others.map(({ status }) => status)).toEqual([422, 422, 422]);
  expect(others.map(codeOf)).toEqual([
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_KEY_REUSED',
    undefined,
  ]);
  expect(await readState(store.db)).toEqual(before);
});

test('the key of another caller is another key', async () => {
  const mutation = `mutation { createOrder(input: {}) { order { number } userErrors { code field message allowed lockVersion } } }`;
  const ask = (client: Client) => send('shared', mutation, {}, client);
  const replies = [
    await ask(store.newer(scene.ann)),
    await ask(store.newer(scene.bob)),
    await ask(store.older(scene.ann)),
  ];
  expect(replies.map(replayed)).toEqual([null, null, 'true']);
  expect(replies[2]?.text).toBe(replies[0]?.text);
  expect(replies[1]?.text).not.toBe(replies[0]?.text);
});

describe('a request with several mutation fields is refused with a key and changes nothing', () => {
  test.each([
    [
      'side by side',
      'mutation { a: createOrder(input: {}) { order { id } userErrors { code field message allowed lockVersion } } b: createOrder(input: {}) { order { id } userErrors { code field message allowed lockVersion } } }',
    ],
    [
      'in a fragment',
      'mutation { ...Two } fragment Two on Mutation { createRole(input: { name: "x", permissions: [] }) { id } deleteRole(id: 1) { role { id } userErrors { code field message allowed lockVersion } } }',
    ],
  ])('%s', async (_title, mutation) => {
    const before = await readState(store.db);
    const reply = await send('several', mutation);
    expect([reply.status, codeOf(reply), messageOf(reply)]).toEqual([
      400,
      'IDEMPOTENCY_KEY_NOT_ALLOWED',
      'An Idempotency-Key is for one mutation, but the request has 2 mutation fields. Send each in a request of its own.',
    ]);
    expect(await readState(store.db)).toEqual(before);
  });
});

describe('a mutation that returns an API key is refused with an Idempotency-Key', () => {
  test.each([
    ['generateApiKey', 'mutation ($id: ID!) { generateApiKey(userId: $id) { key } }'],
    [
      'rotateApiKey',
      'mutation ($id: ID!) { rotateApiKey(id: $id) { apiKey { id } userErrors { code } } }',
    ],
  ])('%s', async (name, mutation) => {
    const before = await readState(store.db);
    const reply = await send('secret', mutation, { id: scene.ann.id });
    expect([reply.status, codeOf(reply), messageOf(reply)]).toEqual([
      400,
      'IDEMPOTENCY_KEY_NOT_ALLOWED',
      `\`${name}\` returns a secret, which is not stored: it cannot be returned again. Send it without an Idempotency-Key.`,
    ]);
    expect(await readState(store.db)).toEqual(before);
  });
});

test('the token of an order is returned again, as in REST', async () => {
  const { number } = await scene.cart();
  const mutation =
    'mutation ($by: OrderBy!) { renewOrderToken(by: $by) { order { token } userErrors { code field message allowed lockVersion } } }';
  const replies = [
    await send('token', mutation, { by: { number } }),
    await send('token', mutation, { by: { number } }),
  ];
  const { token } = await store.db.order.findUniqueOrThrow({ where: { number } });
  expect(resultOf(replies[0] as Reply).data).toEqual({
    renewOrderToken: { order: { token }, userErrors: [] },
  });
  expect(replies[1]?.text).toBe(replies[0]?.text);
});

test('a refused mutation keeps no key, so the same request runs again', async () => {
  const before = await readState(store.db);
  const replies = [
    await send('refused', createRole, { name: '' }),
    await send('refused', createRole, { name: '' }),
  ];
  expect(replies.map(replayed)).toEqual([null, null]);
  expect(replies.map(codeOf)).toEqual(['INVALID', 'INVALID']);
  expect(await readState(store.db)).toEqual(before);
  const valid = await send('refused', createRole, { name: 'late_role' });
  expect([replayed(valid), resultOf(valid).data]).toEqual([
    null,
    { createRole: { name: 'late_role' } },
  ]);
});

test('a mutation whose payload has user errors keeps no key either', async () => {
  const create = `mutation ($email: String!) {
    createOrder(input: { email: $email }) { order { email } userErrors { code field } } }`;
  const before = await readState(store.db);
  const refused = {
    data: { createOrder: { order: null, userErrors: [{ code: 'INVALID', field: ['email'] }] } },
  };
  for (const reply of [
    await send('unkept', create, { email: 'no address' }),
    await send('unkept', create, { email: 'no address' }),
  ]) {
    expect([replayed(reply), resultOf(reply)]).toMatchObject([null, refused]);
  }
  expect(await readState(store.db)).toEqual(before);
  const valid = await send('unkept', create, { email: 'ann@buyer.test' });
  expect([replayed(valid), resultOf(valid).data]).toEqual([
    null,
    { createOrder: { order: { email: 'ann@buyer.test' }, userErrors: [] } },
  ]);
});

test('Decision T25: a checkout step that is refused adds its lines once, however often it is sent', async () => {
  const { number } = await scene.cart();
  const document = `mutation ($by: OrderBy!, $input: UpdateOrderInput!) {
    updateCheckout(by: $by, input: $input) { order { state totalQuantity } userErrors { code } } }`;
  const step = (key: string, input: object) => send(key, document, { by: { number }, input });
  await step('to-address', {});
  const input = { lineItems: [{ variantId, quantity: 2 }] };
  const first = await step('step', input);
  const order = await store.db.order.findUniqueOrThrow({ where: { number } });
  const totalQuantity = Number(order.totalQuantity);
  const refused = Array.from({ length: 3 }, () => ({ code: 'CHECKOUT_REFUSED' }));
  expect([replayed(first), resultOf(first).data]).toMatchObject([
    null,
    { updateCheckout: { order: { state: 'ADDRESS', totalQuantity }, userErrors: refused } },
  ]);
  const before = await readState(store.db);
  const second = await step('step', input);
  expect([replayed(second), second.text]).toEqual(['true', first.text]);
  expect(await readState(store.db)).toEqual(before);
  expect(resultOf(await step('another step', input)).data).toMatchObject({
    updateCheckout: { order: { totalQuantity: totalQuantity + 2 } },
  });
});

test('another document under the same key is refused, though its variables are the same', async () => {
  const order =
    'mutation { createOrder(input: { email: "ann@buyer.test" }) { order { number } userErrors { code } } }';
  await send('literal', order);
  const before = await readState(store.db);
  const other = await send('literal', order.replace('ann@', 'bob@'));
  expect([other.status, codeOf(other)]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await readState(store.db)).toEqual(before);
});

test('a mutation that was refused keeps no key, whether or not its user errors are selected', async () => {
  for (const [at, told] of ['order { id }', 'order { id } e: userErrors { code }'].entries()) {
    const create = `mutation ($email: String!) { createOrder(input: { email: $email }) { ${told} } }`;
    await send(`unseen-${String(at)}`, create, { email: 'no address' });
    expect(await rowsOf(`unseen-${String(at)}`)).toEqual([]);
  }
});

test('variables that do not fit keep no key and are told as without one', async () => {
  const reply = await send('unfit', createRole, {});
  expect([codeOf(reply), messageOf(reply)]).toEqual([
    'BAD_USER_INPUT',
    'Variable "$name" of required type "String!" was not provided.',
  ]);
  expect(await rowsOf('unfit')).toEqual([]);
});

test('a response of more than 64 KiB is not stored: the retry is told that the mutation was done', async () => {
  const mutation = `mutation ($text: String!) {
    createOrder(input: { specialInstructions: $text }) { order { number specialInstructions } userErrors { code field message allowed lockVersion } }
  }`;
  const make = () => send('large', mutation, { text: 'x'.repeat(65_535) });
  const first = await make();
  expect([codeOf(first), replayed(first)]).toEqual([undefined, null]);
  const orders = await store.db.order.count();
  const second = await make();
  expect([second.status, codeOf(second), replayed(second)]).toEqual([
    200,
    'IDEMPOTENCY_RESPONSE_NOT_STORED',
    'true',
  ]);
  expect(await store.db.order.count()).toBe(orders);
});

test('a key that is none is refused and changes nothing', async () => {
  const before = await readState(store.db);
  for (const key of ['', 'k'.repeat(256), 'clé']) {
    const reply = await send(key, createRole, { name: 'none' });
    expect([reply.status, messageOf(reply)]).toEqual([
      400,
      'The Idempotency-Key must be 1 to 255 printable characters.',
    ]);
  }
  expect(await readState(store.db)).toEqual(before);
});

test('a query takes no notice of a key', async () => {
  const query = '{ roles(perPage: 1) { nodes { name } } }';
  const replies = [await send('reads', query), await send('reads', query)];
  expect(replies.map(replayed)).toEqual([null, null]);
  expect(await rowsOf('reads')).toEqual([]);
});
