import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { makeLocation, putStock } from '../../support/dispatch.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let first: bigint;
let number: string;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  const clerk = await makeUser(database.client, 'clerk@harbour.test');
  const desk = deskOf(database.client, { ...adminViewer, user: clerk });
  first = await makeVariant(database.client, { count: 5, sku: 'ONE' });
  await makeVariant(database.client, { count: 3, sku: 'TWO' });
  const annex = await makeLocation(database);
  await putStock(database, first, annex, 4);
  await desk.adjust(first, 2);
  ({ number } = await desk.cartOf([first, 1]));
  await desk.fire(number, 'complete');
});
afterAll(() => database.close());

async function ask(query: string, viewer = adminViewer): Promise<unknown> {
  statements.length = 0;
  const { data, errors } = await run(database.client, viewer, query);
  expect(errors).toEqual([]);
  return data;
}

describe('the stock ledger', () => {
  test('shows every change of the counts of a variant, newest first', async () => {
    const query = `{ variant(by: { id: "${String(first)}" }) { stockMovements {
      totalCount nodes { kind quantity countAfter reason order { number } user { email } stockItem { stockLocation { isDefault } } } } } }`;
    const user = { email: 'clerk@harbour.test' };
    const here = { stockLocation: { isDefault: true } };
    const nothing = { reason: null, order: null };
    expect(await ask(query)).toEqual({
      variant: {
        stockMovements: {
          totalCount: 4,
          nodes: [
            {
              kind: 'SALE',
              quantity: -1,
              countAfter: 6,
              reason: null,
              order: { number },
              user,
              stockItem: here,
            },
            { kind: 'ADJUST', quantity: 2, countAfter: 7, ...nothing, user, stockItem: here },
            {
              kind: 'SET',
              quantity: 4,
              countAfter: 4,
              ...nothing,
              user: null,
              stockItem: { stockLocation: { isDefault: false } },
            },
            { kind: 'SET', quantity: 5, countAfter: 5, ...nothing, user: null, stockItem: here },
          ],
        },
      },
    });
  });

  test('is read by location too, for many variants by the same statements', async () => {
    const query = `{ variants(sort: [{ field: SKU }]) { nodes {
      stockLevels { stockMovements(first: 1) { nodes { kind quantity } } } } } }`;
    const newest = (kind: string, quantity: number) => ({
      stockMovements: { nodes: [{ kind, quantity }] },
    });
    expect(await ask(query)).toEqual({
      variants: {
        nodes: [
          { stockLevels: [newest('SALE', -1), newest('SET', 4)] },
          { stockLevels: [newest('SET', 3)] },
        ],
      },
    });
    expect(statements).toHaveLength(3);
  });

  test('is for who may see stock by location', async () => {
    const query =
      '{ variants(filter: { sku: { eq: "ONE" } }) { nodes { stockMovements(first: 1) { nodes { quantity order { id } user { id } } } } } }';
    const told = (stockMovements: unknown) => ({ variants: { nodes: [{ stockMovements }] } });
    expect(await ask(query, viewerWith(null))).toEqual(told(null));
    expect(await ask(query, viewerWith(null, 'shipments.index'))).toEqual(
      told({ nodes: [{ quantity: -1, order: null, user: null }] }),
    );
  });
});
