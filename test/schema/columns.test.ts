import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isObjectType } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { schema } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, customerViewer, nobody, run } from '../support/graphql.ts';
import { type Desk, deskOf } from '../support/orders.ts';
import { makeUser, makeVariant } from '../support/records.ts';

let database: Database;
let desk: Desk;
let variantId: bigint;
let number: string;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  desk = deskOf(database.client, adminViewer);
  variantId = await makeVariant(database.client, { count: 10 });
  ({ number } = await desk.cartOf([variantId, 2]));
});
afterAll(() => database.close());

/** The only statement of an operation. */
async function statementOf(document: string, variables: Record<string, unknown>): Promise<string> {
  statements.length = 0;
  const { errors } = await run(database.client, adminViewer, document, variables);
  expect(errors).toEqual([]);
  expect(statements).toHaveLength(1);
  return statements[0] ?? '';
}

describe('a statement reads the columns that an operation shows', () => {
  test('of a variant of which the SKU is shown: its id and its SKU', async () => {
    const document = 'query ($id: VariantBy!) { variant(by: $id) { sku } }';
    const sql = await statementOf(document, { id: { id: String(variantId) } });
    expect(sql).toContain('json_build_array(t0."id"::text, t0."sku") from');
  });

  test('of a variant of which the price is shown in two ways: the price once', async () => {
    const document = 'query ($id: VariantBy!) { variant(by: $id) { price displayPrice } }';
    const sql = await statementOf(document, { id: { id: String(variantId) } });
    expect(sql).toContain('json_build_array(t0."id"::text, t0."price"::text) from');
  });

  test('of an order also whose it is and its token, by which it is opened', async () => {
    const document = 'query ($ref: OrderBy!) { order(by: $ref) { email } }';
    const sql = await statementOf(document, { ref: { number } });
    expect(sql).toContain(
      'json_build_array(t0."id"::text, t0."token", t0."email", t0."user_id"::text) from',
    );
  });

  test('of records of which nothing is shown: their ids, where they are referred to (Q83)', async () => {
    const document =
      'query ($ref: OrderBy!) { order(by: $ref) { lineItems { variant { __typename } } } }';
    const sql = await statementOf(document, { ref: { number } });
    expect(sql).toContain('json_build_array(t1."id"::text, t1."variant_id"::text)');
  });

  test.each(
    Object.values(schema.getTypeMap())
      .filter(isObjectType)
      .filter(({ extensions }) => extensions['pothosPrismaModel'] !== undefined)
      .map((type) => [type.name, type] as const),
  )('%s is no type that reads whole rows', (_name, { extensions }) => {
    expect(extensions['pothosPrismaSelect']).toMatchObject({ id: true });
  });
});

describe('what an operation does not show is looked at all the same where something depends on it', () => {
  const document = 'query ($ref: OrderBy!) { order(by: $ref) { number } }';

  test('an order is opened to its owner and to nobody else', async () => {
    const owner = customerViewer(await makeUser(database.client, 'owner@harbour.test'));
    const stranger = customerViewer(await makeUser(database.client, 'stranger@harbour.test'));
    const order = await deskOf(database.client, owner).cartOf([variantId, 1]);
    const ask = (viewer: typeof owner) =>
      run(database.client, viewer, document, { ref: { number: order.number } });
    expect((await ask(owner)).data).toEqual({ order: { number: order.number } });
    expect((await ask(stranger)).errors).toMatchObject([{ code: 'UNAUTHORIZED' }]);
  });

  test('an order is opened by its token and by no other', async () => {
    const { token } = await database.client.order.findUniqueOrThrow({
      where: { number },
      select: { token: true },
    });
    const ask = (orderToken: string | null) =>
      run(database.client, { ...nobody, orderToken }, document, { ref: { number } });
    expect((await ask(token)).data).toEqual({ order: { number } });
    expect((await ask(`${String(token)}x`)).errors).toMatchObject([{ code: 'UNAUTHORIZED' }]);
  });

  test('an adjustment made by hand is removed, whatever is shown of it', async () => {
    const ask = (text: string, variables: Record<string, unknown>) =>
      run(database.client, adminViewer, text, variables);
    const made = await ask(
      'mutation ($order: OrderBy!, $input: CreateAdjustmentInput!) { createAdjustment(order: $order, input: $input) { adjustment { id } userErrors { code field message allowed lockVersion } } }',
      { order: { number }, input: { amount: '-1', label: 'Regret' } },
    );
    const { id } = (made.data as { createAdjustment: { id: string } }).createAdjustment;
    const removed = await ask(
      'mutation ($id: ID!) { deleteAdjustment(id: $id) { adjustment { label } userErrors { code field message allowed lockVersion } } }',
      {
        id,
      },
    );
    expect(removed).toEqual({ data: { deleteAdjustment: { label: 'Regret' } }, errors: [] });
  });
});
