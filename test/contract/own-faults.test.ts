import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { GraphQLInt, isEnumType } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { schema } from '../../schema/index.ts';
import { keepLog } from '../gateway/support.ts';
import type { Client } from '../support/clients.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import { openStore, type Store } from '../support/store.ts';

const { log, lines } = keepLog();

/** What the log tells of faults. */
const faults = (): readonly unknown[] =>
  lines.flatMap(({ msg, err }) => (msg === 'fault' ? [(err as { message: string }).message] : []));

beforeEach(() => {
  lines.length = 0;
});

describe.each([
  ['as the program runs', true],
  ['by graphql-js alone', false],
])('A34, A45: A stored value that its type cannot show, %s,', (_how, fastPath) => {
  let database: Database;
  let store: Store;
  let newer: Client;
  let graphql: Client;

  beforeAll(async () => {
    database = await openTestDatabase();
    store = await openStore({ database, log, fastPath });
    const admin = await store.account('admin', ['admin']);
    newer = store.newer(admin);
    graphql = store.client({ 'x-serviceapikey': admin.key });
    const variantId = await makeVariant(database.client, { count: 9 });
    const desk = deskOf(database.client, adminViewer);
    for (const units of [1, 2]) await desk.cartOf([variantId, units]);
    await database.script(`ALTER TABLE orders DROP CONSTRAINT orders_state_check;
      UPDATE orders SET state = 'odd'`);
  });
  afterAll(async () => {
    await store.close();
    await database.close();
  });

  const message = 'Enum "OrderState" cannot represent value: "odd"';

  test('is a fault of the program in REST, logged once with its reason', async () => {
    const { status, body } = await newer.get('/api/orders');
    expect([status, body]).toEqual([500, { error: 'Internal server error' }]);
    expect(faults()).toEqual([message]);
  });

  test('and at /graphql, where the client is not told that the request was wrong', async () => {
    const { body } = await graphql.post('/graphql', {
      body: { query: '{ orders { nodes { state } } }' },
    });
    expect(body).toMatchObject({
      errors: [{ message: 'Internal server error', extensions: { code: 'INTERNAL_SERVER_ERROR' } }],
    });
    expect(faults()).toEqual([message]);
  });
});

test('A45: every type that graphql-js shows throws what is no error of a request', () => {
  const types = [GraphQLInt, ...Object.values(schema.getTypeMap()).filter(isEnumType)];
  for (const type of types) expect(() => type.serialize({})).toThrow(TypeError);
});

test('A45: a value that was sent is still told as wrong', () => {
  expect(() => GraphQLInt.parseValue(2_147_483_648)).toThrow('Int cannot represent');
});
