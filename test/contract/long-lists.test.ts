import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { makeVariant } from '../support/records.ts';
import { type Account, openStore, type Store } from '../support/store.ts';

const statements: string[] = [];
let store: Store;
let admin: Account;
let variantId: number;
const ids: number[] = [];

/** How many lines of a piece each the orders have, the oldest first; then one has one line of many pieces. */
const lines = [400, 400, 400, 500, 200, 1];
const piecesOfLast = 1_500;

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
  const lineItem = { variantId, quantity: 1 };
  for (const count of lines) {
    await makeOrder(Array.from({ length: count }, () => lineItem));
  }
  await makeOrder([{ ...lineItem, quantity: piecesOfLast }]);
});

async function makeOrder(lineItems: readonly object[]): Promise<void> {
  const made = await store.ask(
    `mutation ($input: CreateOrderInput!) { createOrder(merge: false, input: $input) { order { id } userErrors { code field message allowed lockVersion } } }`,
    { input: { lineItems } },
  );
  ids.push(Number((made as { createOrder: { id: string } }).createOrder.id));
}

afterAll(() => store.close());

test('safety 11, P74: a page of long orders is read by statements of 500 lines each, in its order', async () => {
  const [{ body }, reads] = await readsOf(() =>
    store.newer(admin).get('/api/orders?per_page=5&q[s]=id+asc'),
  );
  const page = body as { orders: { id: number; line_items: unknown[] }[]; total_count: number };
  expect(page.orders.map(({ id }) => id)).toEqual(ids.slice(0, 5));
  expect(page.orders.map(({ line_items: told }) => told.length)).toEqual(lines.slice(0, 5));
  expect(page.total_count).toBe(7);
  // each of them alone: no two have 500 together
  expect(reads).toBe(5);
});

test('safety 11, P74: one whose units are asked for is read by statements of 500 pieces or one order each, by a cursor too', async () => {
  const query = `query ($after: String) {
    orders(first: 3, after: $after, sort: [{ field: ID, direction: ASC }]) {
      totalCount
      edges { cursor node { id shipments { inventoryUnits { id } } } }
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
  const [last, readsOfLast] = await pageAfter(second.pageInfo.endCursor);
  const edges = [first, second, last].flatMap((page) => page.edges);
  expect(edges.map(({ node }) => Number(node.id))).toEqual(ids);
  expect([first, second, last].map(({ totalCount }) => totalCount)).toEqual([7, 7, 7]);
  expect([first, second, last].map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual([
    true,
    true,
    false,
  ]);
  // a page reads one order more, which tells whether there is another
  expect([readsOfFirst, readsOfSecond, readsOfLast]).toEqual([4, 3, 1]);
});

test('safety 11, P74: records that all lead to one long order are read so as well', async () => {
  const query = `query ($id: ID!) { lineItems(order: { id: $id }, perPage: 5) { nodes { order { lineItems { id } } } } }`;
  const [data, reads] = await readsOf(() => store.ask(query, { id: String(ids[0]) }));
  expect(data).toHaveProperty('lineItems.nodes.4.order.lineItems.length', 400);
  // the order; then one line at a time, each of which leads to its 400
  expect(reads).toBe(6);
});

test('orders of few lines are read by one statement, however many pieces they have, unless their units are asked for', async () => {
  const readsWith = async (parts: string) => {
    const query = `{ orders(first: 2, sort: [{ field: ID, direction: DESC }]) { nodes { id ${parts} } } }`;
    const [data, reads] = await readsOf(() => store.ask(query));
    expect(data).toHaveProperty('orders.nodes.0.id', String(ids.at(-1)));
    return reads;
  };
  expect(await readsWith('lineItems { id }')).toBe(1);
  expect(await readsWith('lineItems { id } shipments { inventoryUnits { id } }')).toBe(2);
});
