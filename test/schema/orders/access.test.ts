import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  adminViewer,
  badKeyViewer,
  customerViewer,
  nobody,
  run,
  viewerWith,
} from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let owner: Desk;
let order: ReadOrder;
let another: ReadOrder;
let variantId: string;

/** The callers: the columns of the matrix, and those with a bad key (A3, A18). */
const columns = [
  'none',
  'bad key',
  'token',
  'bad key with token',
  'wrong token',
  'bad key with wrong token',
  'stranger',
  'stranger with token',
  'stranger with wrong token',
  'owner',
  'reader',
  'admin',
] as const;
type Column = (typeof columns)[number];

let viewers: Record<Column, Viewer>;

const readerPermissions = [
  'orders.index',
  'orders.read',
  ...['line_items', 'payments', 'shipments', 'inventory_units'].flatMap((resource) => [
    `${resource}.index`,
    `${resource}.read`,
  ]),
  'addresses.read',
];

beforeAll(async () => {
  database = await openTestDatabase();
  const [ada, bea] = [
    await makeUser(database.client, 'ada@harbour.test'),
    await makeUser(database.client, 'bea@harbour.test'),
  ];
  owner = deskOf(database.client, customerViewer(ada));
  variantId = String(await makeVariant(database.client, { count: 1000 }));
  const input = {
    lineItems: [{ variantId, quantity: 2 }],
    billAddress: maineAddress,
    useBilling: true,
    payments: [{ paymentMethod: { name: 'Check' } }],
  };
  order = await owner.create(input);
  another = await owner.create(input);
  const holding = (viewer: Viewer, { token }: ReadOrder): Viewer => ({
    ...viewer,
    orderToken: token,
  });
  const stranger = customerViewer(bea);
  viewers = {
    none: nobody,
    'bad key': badKeyViewer,
    token: holding(nobody, order),
    'bad key with token': holding(badKeyViewer, order),
    'wrong token': holding(nobody, another),
    'bad key with wrong token': holding(badKeyViewer, another),
    stranger,
    'stranger with token': holding(stranger, order),
    'stranger with wrong token': holding(stranger, another),
    owner: customerViewer(ada),
    reader: viewerWith(bea, ...readerPermissions),
    admin: adminViewer,
  };
});
afterAll(async () => {
  expect(await findViolations(database)).toEqual([]);
  await database.close();
});

type Sign = 'ok' | 'K' | 'B' | 'U' | 'N';

/** Each sign of the matrix in GraphQL (A10, A45). */
const signs: Readonly<Record<Exclude<Sign, 'ok'>, Readonly<Record<string, unknown>>>> = {
  K: { code: 'UNAUTHENTICATED', reason: 'missing_key' },
  B: { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
  U: { code: 'UNAUTHORIZED', reason: 'insufficient_rights' },
  N: { code: 'NOT_FOUND' },
};

async function expectSign(
  column: Column,
  sign: Sign,
  document: string,
  variables: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { errors } = await run(database.client, viewers[column], document, variables);
  expect(errors).toEqual(sign === 'ok' ? [] : [signs[sign]]);
}

type Row = Readonly<Record<Column, Sign>>;

/** Rows that require a key: the list of orders, and what belongs to the caller. */
const keyed = (rights: Pick<Row, 'stranger' | 'owner' | 'reader'>): Row => ({
  none: 'K',
  'bad key': 'B',
  token: 'K',
  'bad key with token': 'B',
  'wrong token': 'K',
  'bad key with wrong token': 'B',
  ...rights,
  'stranger with token': rights.stranger,
  'stranger with wrong token': rights.stranger,
  admin: 'ok',
});

/**
 * What every operation of one order tells of an order that does not exist (A19); test/access/matrix.test.ts asks of one that
 * exists.
 */
const missing: Row = {
  none: 'K',
  'bad key': 'B',
  token: 'N',
  'bad key with token': 'B',
  'wrong token': 'N',
  'bad key with wrong token': 'B',
  stranger: 'N',
  'stranger with token': 'N',
  'stranger with wrong token': 'N',
  owner: 'N',
  reader: 'N',
  admin: 'N',
};

interface Operation {
  readonly document: string;
  /** Variables beside `$ref`. */
  readonly variables?: () => Readonly<Record<string, unknown>>;
}

const lineItem = () => String(order.lineItems[0]?.id);
const address = () => String(order.billAddress?.id);

const general: Readonly<Record<string, { row: Row } & Operation>> = {
  'row 1: orders': {
    row: keyed({ stranger: 'U', owner: 'U', reader: 'ok' }),
    document: '{ orders { count nodes { number } } }',
  },
  'row 2: myOrders': {
    row: keyed({ stranger: 'ok', owner: 'ok', reader: 'ok' }),
    document: '{ myOrders { count nodes { number } } }',
  },
  'row 2: createOrder': {
    row: keyed({ stranger: 'ok', owner: 'ok', reader: 'ok' }),
    document:
      'mutation { createOrder(input: {}) { order { number } userErrors { code field message allowed lockVersion } } }',
  },
};

describe.each(Object.entries(general))('%s', (_name, { row, document }) => {
  test.each(columns)('%s', async (column) => {
    await expectSign(column, row[column], document, {});
  });
});

const reading: Readonly<Record<string, Operation>> = {
  order: { document: 'query ($ref: OrderBy!) { order(by: $ref) { id } }' },
  lineItems: { document: 'query ($ref: OrderBy!) { lineItems(order: $ref) { nodes { id } } }' },
  lineItem: {
    document: 'query ($ref: OrderBy!, $id: ID!) { lineItem(order: $ref, id: $id) { id } }',
    variables: () => ({ id: lineItem() }),
  },
  address: {
    document: 'query ($ref: OrderBy!, $id: ID!) { address(order: $ref, id: $id) { id } }',
    variables: () => ({ id: address() }),
  },
  payments: { document: 'query ($ref: OrderBy!) { payments(order: $ref) { nodes { id } } }' },
  payment: {
    document: 'query ($ref: OrderBy!, $id: ID!) { payment(order: $ref, id: $id) { id } }',
    variables: () => ({ id: order.payments[0]?.id }),
  },
};

const writing: Readonly<Record<string, Operation>> = {
  updateOrder: {
    document:
      'mutation ($ref: OrderBy!) { updateOrder(by: $ref, input: {}) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
  fireOrderEvent: {
    document:
      'mutation ($ref: OrderBy!) { fireOrderEvent(by: $ref, event: NEXT) { order { id } userErrors { code field message allowed lockVersion } } }',
    variables: () => ({}),
  },
  updateCheckout: {
    document:
      'mutation ($ref: OrderBy!) { updateCheckout(by: $ref, input: {}) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
  nextCheckout: {
    document:
      'mutation ($ref: OrderBy!) { nextCheckout(by: $ref) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
  advanceCheckout: {
    document:
      'mutation ($ref: OrderBy!) { advanceCheckout(by: $ref) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
  updateAddress: {
    document: `mutation ($ref: OrderBy!, $id: ID!) {
      updateAddress(order: $ref, id: $id, input: {}) { address { id } userErrors { code field message allowed lockVersion } } }`,
    variables: () => ({ id: address() }),
  },
  createPayment: {
    document: `mutation ($ref: OrderBy!) {
      createPayment(order: $ref, input: { paymentMethod: { name: "Check" } }) { payment { id } userErrors { code field message allowed lockVersion } } }`,
  },
  addLineItem: {
    document: `mutation ($ref: OrderBy!, $variantId: ID!) {
      addLineItem(order: $ref, input: { variantId: $variantId }) { lineItem { id } userErrors { code field message allowed lockVersion } } }`,
    variables: () => ({ variantId }),
  },
  updateLineItem: {
    document: `mutation ($ref: OrderBy!, $id: ID!) {
      updateLineItem(order: $ref, id: $id, input: { quantity: 3 }) { lineItem { id } userErrors { code field message allowed lockVersion } } }`,
    variables: () => ({ id: lineItem() }),
  },
};

/** What can be done once. */
const consuming: Readonly<Record<string, Operation>> = {
  removeLineItem: {
    document: `mutation ($ref: OrderBy!, $id: ID!) {
      removeLineItem(order: $ref, id: $id) { lineItem { id } userErrors { code field message allowed lockVersion } } }`,
    variables: () => ({ id: lineItem() }),
  },
  emptyOrder: {
    document:
      'mutation ($ref: OrderBy!) { emptyOrder(by: $ref) { order { id } userErrors { code field message allowed lockVersion } } }',
  },
};

describe.each(Object.entries({ ...reading, ...writing, ...consuming }))('%s', (name, operation) => {
  const { document, variables = () => ({}) } = operation;

  test.each(columns)('%s, where the order is missing', async (column) => {
    await expectSign(column, missing[column], document, { ...variables(), ref: { number: 'R0' } });
  });

  if (name in consuming) return;
  test('a number, an id and a token are compared with this order only', async () => {
    for (const ref of [{ number: another.number }, { id: another.id }]) {
      await expectSign('stranger with token', 'U', document, { ...variables(), ref });
    }
  });
});

describe('The list of orders is not widened by a token (A6)', () => {
  test('own orders stay those of the key', async () => {
    const mine = async (column: Column): Promise<unknown> => {
      const document = '{ myOrders(filter: { id: { eq: "' + order.id + '" } }) { count } }';
      return (await run(database.client, viewers[column], document)).data;
    };
    expect(await mine('owner')).toEqual({ myOrders: { count: 1 } });
    expect(await mine('stranger with token')).toEqual({ myOrders: { count: 0 } });
    expect(await mine('admin')).toEqual({ myOrders: { count: 0 } });
  });

  test('an order without owner is nobody’s own', async () => {
    const guest = await deskOf(database.client, adminViewer).create({ userId: null });
    await expectSign('stranger', 'U', 'query ($ref: OrderBy!) { order(by: $ref) { id } }', {
      ref: { number: guest.number },
    });
    const { data } = await run(database.client, adminViewer, '{ myOrders { count } }');
    expect(data).toEqual({ myOrders: { count: 0 } });
  });

  test('an order without token has no holder (A5)', async () => {
    const guest = await deskOf(database.client, adminViewer).create({});
    await database.client.order.update({ where: { id: BigInt(guest.id) }, data: { token: null } });
    for (const orderToken of ['null', ' ', 'x']) {
      const { errors } = await run(
        database.client,
        { ...nobody, orderToken },
        'query ($ref: OrderBy!) { order(by: $ref) { id } }',
        { ref: { number: guest.number } },
      );
      expect(errors).toEqual([signs.U]);
    }
  });
});

describe('The token is shown to owner, holder and admin, not to who may only read the order (R10, N81)', () => {
  test.each([
    ['token', true],
    ['bad key with token', true],
    ['stranger with token', true],
    ['owner', true],
    ['admin', true],
    ['reader', false],
  ] as const)('%s: %p', async (column, isShown) => {
    const { data } = await run(
      database.client,
      viewers[column],
      'query ($ref: OrderBy!) { order(by: $ref) { token } }',
      { ref: { number: order.number } },
    );
    expect(data).toEqual({ order: { token: isShown ? order.token : null } });
  });

  test('also in lists', async () => {
    // The reader has created own orders, whose tokens she sees.
    const document = `{ orders(filter: { email: { eq: "ada@harbour.test" } }) { nodes { token } } }`;
    const tokens = async (column: Column) => {
      const { data } = await run(database.client, viewers[column], document);
      const { orders } = data as { orders: { nodes: { token: string | null }[] } };
      return orders.nodes.filter(({ token }) => token !== null).length;
    };
    expect(await tokens('reader')).toBe(0);
    expect(await tokens('admin')).toBeGreaterThan(0);
  });
});

describe('What the holder of a token may not write in REST is ignored as from any customer (A25)', () => {
  test('owner, channel, number, prices and amounts', async () => {
    const holder = deskOf(database.client, { ...viewers.token, language: 'rest' });
    const before = await holder.read(order.number);
    const bea = await database.client.user.findFirstOrThrow({
      where: { email: 'bea@harbour.test' },
    });
    const after = await holder.update(order.number, {
      userId: String(bea.id),
      channel: 'phone',
      lineItems: [{ id: before.lineItems[0]?.id, price: '0.01' }],
      payments: [{ paymentMethod: { name: 'Check' }, amount: '0.01' }],
    });
    expect(after).toMatchObject({
      userId: before.userId,
      channel: 'api',
      number: before.number,
      itemTotal: before.itemTotal,
    });
    expect(after.payments.at(-1)).toMatchObject({ state: 'checkout', amount: '20.0' });
  });
});
