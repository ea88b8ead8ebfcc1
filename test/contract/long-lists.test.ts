import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeVariant } from '../support/records.ts';
import { type Account, openStore, type Store } from '../support/store.ts';

const statements: string[] = [];
let store: Store;
let admin: Account;
let variantId: number;
const ids: number[] = [];

/** How many pieces the orders have, the oldest first. */
const pieces = [400, 400, 400, 1_500, 1, 1];

/** The statements that read records, of one request. */
async function readsOf<Answer>(request: () => Promise<Answer>): Promise<[Answer, number]> {
  statements.length = 0;
  const answer = await request();
  return [answer, statements.filter((sql) => /json_build_array\(t0/.test(sql)).length];
}

beforeAll(async () => {
  store = await openStore({ onStatement: (sql) => statements.push(sql) });
  admin = await store.account('clerk', ['admin']);
  variantId = Number(await makeVariant(store.db, { sku: 'LONG', count: 9_000 }));
  for (const quantity of pieces) {
    const { body } = await store.newer(admin).post('/api/orders', {
      body: { order: { line_items: [{ variant_id: variantId, quantity }] } },
    });
    ids.push((body as { id: number }).id);
  }
});

afterAll(() => store.close());

test('safety 11, P74: a page of long orders is read by statements of 1,000 pieces or one order each, in its order', async () => {
  const [{ body }, reads] = await readsOf(() =>
    store.newer(admin).get('/api/orders?per_page=5&q[s]=id+asc'),
  );
  const page = body as { orders: { id: number; line_items: unknown[] }[]; total_count: number };
  expect(page.orders.map(({ id }) => id)).toEqual(ids.slice(0, 5));
  expect(page.orders.map(({ line_items: lines }) => lines.length)).toEqual([1, 1, 1, 1, 1]);
  expect(page.total_count).toBe(6);
  // two of 400; the third; the one of 1,500; what is left
  expect(reads).toBe(4);
});

test('safety 11, P74: so is one that is asked for by a cursor, and one whose records share the same variant', async () => {
  const query = `query ($after: String) {
    orders(first: 3, after: $after, sort: [{ field: ID, direction: ASC }]) {
      totalCount
      edges { cursor node { id lineItems { quantity description } shipments { inventoryUnits { id } } } }
      pageInfo { hasNextPage endCursor }
    }
  }`;
  interface Page {
    readonly totalCount: number;
    readonly edges: readonly { readonly node: { readonly id: string } }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  }
  const pageAfter = async (after: string | null): Promise<[Page, number]> => {
    const [data, reads] = await readsOf(() => store.ask(query, { after }));
    return [(data as { orders: Page }).orders, reads];
  };
  const [first, readsOfFirst] = await pageAfter(null);
  const [second, readsOfSecond] = await pageAfter(first.pageInfo.endCursor);
  expect([...first.edges, ...second.edges].map(({ node }) => Number(node.id))).toEqual(ids);
  expect([first.totalCount, second.totalCount]).toEqual([6, 6]);
  expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  // a page reads one order more, which tells whether there is another
  expect([readsOfFirst, readsOfSecond]).toEqual([3, 2]);
});

test('safety 11, P74: a list of records that all lead to one long order is read so as well, and a page of short ones at once', async () => {
  const below = `query ($id: ID!) { lineItems(order: { id: $id }) { nodes { order { lineItems { id } } } } }`;
  const line = { variant_id: variantId, quantity: 300 };
  const { body } = await store.older(admin).post('/api/orders.json', {
    body: { order: { line_items: [line, line, line] } },
  });
  const { order } = body as { order: { id: number } };
  const [data, reads] = await readsOf(() => store.ask(below, { id: String(order.id) }));
  expect(data).toHaveProperty('lineItems.nodes.2.order.lineItems.length', 3);
  // the order, and its lines: each leads to 900 pieces
  expect(reads).toBe(4);
  const [, short] = await readsOf(() =>
    store.newer(admin).get(`/api/orders?per_page=2&q[id_in]=${ids.slice(4).join()}`),
  );
  expect(short).toBe(1);
});
