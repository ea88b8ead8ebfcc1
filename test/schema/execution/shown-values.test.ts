import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { createExecutor, schema, toClientError } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
let number: string;

const lines = 100;

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
  ['alone', '', ''],
  ['of two operations', '', 'query Other { viewer { id } }'],
  ['beside the schema', '__schema { queryType { name } }', ''],
])('P74: of an order whose lines lead back to it, an operation %s', (_how, beside, other) => {
  const execute = createExecutor(schema);
  const read = (selection: string, fragments = '') =>
    execute({
      schema,
      document: parse(
        `query Asked { order(by: { number: "${number}" }) { ${selection} } ${beside} } ${fragments}\n${other}`,
      ),
      operationName: 'Asked',
      contextValue: {
        db: database.client,
        viewer: adminViewer,
        now: () => new Date(0),
        requestId: 'test',
        settings,
      },
    });

  async function expectTooLarge(selection: string, fragments = ''): Promise<void> {
    const { data, errors } = await read(selection, fragments);
    expect(data).toBeNull();
    expect(errors?.map((error) => toClientError(error, 'test').extensions['code'])).toEqual([
      'ANSWER_TOO_LARGE',
    ]);
  }

  test('shows its lines below each of its lines', async () => {
    const { data, errors } = await read('lineItems { order { lineItems { quantity } } }');
    expect(errors).toBeUndefined();
    const order = { lineItems: Array.from({ length: lines }, () => ({ quantity: 1 })) };
    expect(data).toMatchObject({
      order: { lineItems: Array.from({ length: lines }, () => ({ order })) },
    });
  });

  test('refuses to show them once more below each of these', () =>
    expectTooLarge('lineItems { order { lineItems { order { lineItems { id } } } } }'));

  test('refuses them also where a fragment shows the same lines at two places', () =>
    expectTooLarge(
      'lineItems { ...Line } again: lineItems { order { lineItems { ...Line } } }',
      'fragment Line on LineItem { id order { lineItems { id } } }',
    ));

  test('refuses what would tell more than a thousand errors', () =>
    expectTooLarge('lineItems { order { lineItems { order { history(page: 0) { count } } } } }'));

  test('answers at once if fragments contain each other twice, over and over', async () => {
    const twice = Array.from(
      { length: 40 },
      (_, place) =>
        `fragment F${String(place)} on LineItem { ...F${String(place + 1)} ...F${String(place + 1)} }`,
    );
    const { errors } = await read(
      'lineItems { ...F0 }',
      `${twice.join(' ')} fragment F40 on LineItem { id }`,
    );
    expect(errors?.length ?? 0).toBeLessThan(2);
  });
});
