import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { createExecutor, interpret, schema, toClientError } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
let number: string;

const lines = 120;

beforeAll(async () => {
  database = await openTestDatabase();
  const { client } = database;
  const lineItems = [];
  for (let made = 0; made < lines; made += 1) {
    lineItems.push({ variantId: String(await makeVariant(client)), quantity: 1 });
  }
  ({ number } = await deskOf(client, adminViewer).create({ email: 'ada@harbour.test', lineItems }));
});
afterAll(() => database.close());

describe.each([
  ['graphql-js', interpret],
  ['the executor', createExecutor(schema)],
])('P74: of an order whose lines lead back to it, %s', (_who, execute) => {
  const read = (selection: string) =>
    execute({
      schema,
      document: parse(`{ order(by: { number: "${number}" }) { ${selection} } }`),
      contextValue: {
        db: database.client,
        viewer: adminViewer,
        now: () => new Date(0),
        requestId: 'test',
        settings,
      },
    });

  test('shows its lines below each of its lines', async () => {
    const { data, errors } = await read('lineItems { order { lineItems { quantity } } }');
    expect(errors).toBeUndefined();
    const order = { lineItems: Array.from({ length: lines }, () => ({ quantity: 1 })) };
    expect(data).toEqual({
      order: { lineItems: Array.from({ length: lines }, () => ({ order })) },
    });
  });

  test('refuses to show them once more below each of these', async () => {
    const { data, errors } = await read(
      'lineItems { order { lineItems { order { lineItems { id } } } } }',
    );
    expect(data).toBeNull();
    expect(errors?.map((error) => toClientError(error, 'test').extensions['code'])).toEqual([
      'ANSWER_TOO_LARGE',
    ]);
  });
});
