import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { deepOffset } from '../../../schema/search/deep-page.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';

type Client = Database['client'];

const orders = deepOffset + 3_007;
const perPage = 100;
const pages = Math.ceil(orders / perPage);

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => statements.push(sql),
    limits: { readMs: 59_000, writeMs: 60_000, waitMs: 60_000 },
  });
  // every third order has no completion time, and there are only 50 different times
  await database.query(
    `INSERT INTO orders (number, state, completed_at, item_total, total)
     SELECT 'R' || n, CASE WHEN n % 3 > 0 THEN 'complete' ELSE 'cart' END, CASE WHEN n % 3 > 0 THEN '2026-01-01'::timestamptz + n % 50 * interval '1 day' END, n % 7, n % 7
     FROM generate_series(1, ${String(orders)}) n`,
  );
});
afterAll(() => database.close());
beforeEach(() => {
  statements.length = 0;
});

const document = `query ($filter: OrderFilter, $sort: [OrderSort!], $page: Int) {
  orders(filter: $filter, sort: $sort, page: $page, perPage: ${String(perPage)}) {
    nodes { id } count totalCount pages currentPage } }`;

interface Answered {
  readonly nodes: readonly { readonly id: string }[];
  readonly count: number;
  readonly totalCount: number;
  readonly pages: number;
}

async function ask(
  page: number,
  sort: object[] = [],
  filter = {},
  client: Client = database.client,
): Promise<Answered> {
  const variables = { page, sort, filter };
  const { data, errors } = await run(client, adminViewer, document, variables);
  expect(errors).toEqual([]);
  return (data as { orders: Answered }).orders;
}

/** The client; reports the isolation level and the timeout of each transaction. */
function tellingRules(client: Client, rules: unknown[]): Client {
  type Work = (tx: Pick<Client, '$queryRaw'>) => Promise<unknown>;
  const begin = (work: Work, options?: { readonly timeout?: number }) =>
    client.$transaction(async (tx) => {
      const [row] = await tx.$queryRaw<{ level: string }[]>`
        SELECT current_setting('transaction_isolation') AS level`;
      rules.push(row?.level, options?.timeout);
      return work(tx);
    }, options);
  return new Proxy(client, {
    get: (target, key) => (key === '$transaction' ? begin : (Reflect.get(target, key) as unknown)),
  });
}

async function idsInOrder(order: string): Promise<number[]> {
  const rows = await database.query(`SELECT id FROM orders ORDER BY ${order}`);
  return rows.map(({ id }) => Number(id));
}

const sorts: readonly [string, object[], string][] = [
  ['the usual order', [], 'id'],
  ['ids downwards', [{ field: 'ID', direction: 'DESC' }], 'id DESC'],
  ['times, those without last', [{ field: 'COMPLETED_AT' }], 'completed_at ASC NULLS LAST, id'],
  [
    'times downwards, those without last, then amounts',
    [{ field: 'COMPLETED_AT', direction: 'DESC' }, { field: 'ITEM_TOTAL' }],
    'completed_at DESC NULLS LAST, item_total, id',
  ],
];

describe('pages far behind the first (Q46)', () => {
  test.each(sorts)(
    'are where counting from the start finds them: %s',
    async (_title, sort, order) => {
      const ids = await idsInOrder(order);
      const asked = [deepOffset / perPage, deepOffset / perPage + 1, pages - 1, pages];
      for (const page of asked) {
        const answer = await ask(page, sort);
        expect({ page, ids: answer.nodes.map(({ id }) => Number(id)) }).toEqual({
          page,
          ids: ids.slice((page - 1) * perPage, page * perPage),
        });
        expect(answer).toMatchObject({ totalCount: orders, pages, count: answer.nodes.length });
      }
    },
  );

  test('beyond the last one there is nothing, and the total is returned', async () => {
    expect(await ask(pages + 1)).toMatchObject({ nodes: [], totalCount: orders, pages, count: 0 });
  });

  test('a filter counts', async () => {
    const filter = { completedAt: { null: false } };
    const [row] = await database.query('SELECT count(completed_at) AS found FROM orders');
    const found = Number(row?.['found']);
    const last = Math.ceil(found / perPage);
    const answer = await ask(last, [], filter);
    expect(answer).toMatchObject({ totalCount: found, pages: last });
    expect(answer.nodes).toHaveLength(found - (last - 1) * perPage);
  });

  test('the last page skips what comes after it, not all that comes before, sees one moment, and ends as a read does (N53)', async () => {
    await ask(pages);
    const search = statements.filter((sql) => /\bOFFSET\b/.test(sql));
    expect(search).toHaveLength(1);
    expect(search[0]).toMatch(/ORDER BY t0\.id DESC/);
    expect(statements[0]).toMatch(/^BEGIN/);
    expect(statements.filter((sql) => /count\(\*\)/.test(sql))).toHaveLength(1);
    // READ COMMITTED would read another snapshot for each statement
    const rules: unknown[] = [];
    await ask(pages, [], {}, tellingRules(database.client, rules));
    expect(rules).toEqual(['repeatable read', 59_000]);
  });

  test('a page near the first is read as ever: by one statement, which counts as well, and no transaction', async () => {
    await ask(2);
    expect(statements.filter((sql) => /^BEGIN/.test(sql))).toEqual([]);
    expect(statements).toHaveLength(1);
  });
});
