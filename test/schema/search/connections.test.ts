import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';
import { makeSearchRows } from '../../support/search-rows.ts';

let database: Database;
const statements: string[] = [];
const fallbacks: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => statements.push(sql),
    onFallback: (...left) => fallbacks.push(left.join(' ')),
  });
  await makeSearchRows(database.client);
});
afterAll(() => database.close());
beforeEach(() => {
  fallbacks.length = 0;
  statements.length = 0;
});

interface Node {
  readonly id: number;
  readonly number: string;
}

interface Orders {
  readonly nodes: readonly Node[];
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

async function ask(list: string): Promise<Orders> {
  statements.length = 0;
  const { data, errors } = await run(database.client, adminViewer, `{ ${list} }`);
  expect(errors).toEqual([]);
  return (data as { orders: Orders }).orders;
}

const whole = `edges { cursor node { id number lineItems { id } } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;

describe('the edges of a list', () => {
  test('are its nodes, each with a cursor', async () => {
    const { nodes } = await ask('orders(perPage: 5) { nodes { id number } }');
    const { edges } = await ask('orders(perPage: 5) { edges { cursor node { id number } } }');
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(5);
  });

  test('tell where the page begins and ends, and whether there are others', async () => {
    const { totalCount } = await ask('orders { totalCount }');
    const last = Math.ceil(totalCount / 7);
    const page = async (number: number) => {
      const { edges, pageInfo } = await ask(
        `orders(page: ${String(number)}, perPage: 7) { ${whole} }`,
      );
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
        edges.at(0)?.cursor ?? null,
        edges.at(-1)?.cursor ?? null,
      ]);
      return [edges.length, pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await page(1)).toEqual([7, false, true]);
    expect(await page(2)).toEqual([7, true, true]);
    expect(await page(last)).toEqual([totalCount - (last - 1) * 7, true, false]);
    expect(await page(last + 1)).toEqual([0, true, false]);
  });
});

describe('a list costs one statement', () => {
  test.each([
    ['its records', 'nodes { id lineItems { id } }'],
    ['its edges', 'edges { cursor node { id lineItems { id } } }'],
    ['its edges under two names', 'edges { a: cursor one: node { id } other: node { number } }'],
    ['its cursors', 'edges { cursor }'],
    ['its records and their cursors', 'nodes { id } edges { cursor }'],
    ['whether there are more', 'nodes { id } pageInfo { hasNextPage hasPreviousPage }'],
    ['only whether there are more', 'pageInfo { hasNextPage }'],
    ['everything but two kinds of records', `${whole} totalCount count pages`],
    ['the same, counted first', `totalCount pageInfo { endCursor hasNextPage } nodes { id }`],
  ])('with %s', async (_title, selection) => {
    for (const perPage of [2, 500]) {
      await ask(`orders(perPage: ${String(perPage)}) { ${selection} }`);
      expect(statements).toHaveLength(1);
    }
    expect(fallbacks).toEqual([]);
  });

  test('and another one if the records are selected twice', async () => {
    const { nodes, edges } = await ask(
      'orders(perPage: 3) { nodes { id } edges { cursor node { id } } }',
    );
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(statements).toHaveLength(2);
  });
});
