import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Reply } from '../support/clients.ts';
import type { Account, Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';
import { readState } from './database-state.ts';
import type { Scene } from './scene.ts';
import { setScene } from './scene.ts';

let store: Store;
let scene: Scene;
let number: string;
const sent: string[] = [];

beforeAll(async () => {
  store = await openStore({ onStatement: (sql) => sent.push(sql) });
  scene = await setScene(store);
});
beforeEach(async () => {
  ({ number } = await scene.cart());
});
afterAll(() => store.close());

/** Cheap, and so dear that it might tell 400 orders. */
const told = {
  little: 'number',
  much: 'number user { orders(first: 400) { nodes { lineItems { id } } } }',
};

const update = (
  shown: keyof typeof told,
  email: string,
  key?: string,
  account: Account = scene.admin,
): Promise<Reply> =>
  store.newer(account).post('/graphql', {
    body: {
      query: `mutation ($by: OrderBy!, $email: String!) {
        updateOrder(by: $by, input: { email: $email }) { order { email ${told[shown]} } userErrors { code } } }`,
      variables: { by: { number }, email },
    },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

const dataOf = ({ body }: Reply) => (body as { readonly data: unknown }).data;
const codesOf = ({ body }: Reply) =>
  (
    body as { readonly errors?: readonly { readonly extensions: { readonly code: string } }[] }
  ).errors?.map(({ extensions }) => extensions.code);

/** How many statements that read records the transaction of the last write had, and how many came after it. */
function reads() {
  const commit = sent.lastIndexOf('COMMIT');
  const begin = sent.slice(0, commit).findLastIndex((sql) => sql.startsWith('BEGIN'));
  const readsIn = (from: number, to?: number) =>
    sent.slice(from, to).filter((sql) => sql.startsWith('select json_build_array')).length;
  return { within: readsIn(begin, commit), after: readsIn(commit) };
}

describe('Decision N46: what a mutation tells', () => {
  test.each([
    ['without a key', undefined],
    ['with an Idempotency-Key', 'turn'],
  ])(
    '%s is read in its transaction if it is little, and after it if it may be much',
    async (_title, key) => {
      sent.length = 0;
      const little = await update('little', 'little@buyer.test', key && `little ${key}`);
      expect(dataOf(little)).toEqual({
        updateOrder: { order: { email: 'little@buyer.test', number }, userErrors: [] },
      });
      const before = reads();
      sent.length = 0;
      const much = await update('much', 'much@buyer.test', key && `much ${key}`);
      expect(dataOf(much)).toMatchObject({
        updateOrder: { order: { email: 'much@buyer.test', number }, userErrors: [] },
      });
      const now = reads();
      expect(now.within).toBe(before.within - 1);
      expect(now.after).toBeGreaterThan(before.after);
    },
  );

  test('of many rows is read after them if it may be much', async () => {
    const goods = await scene.goods({ onHand: 3 });
    const { sku } = await store.db.variant.findUniqueOrThrow({
      where: { id: BigInt(goods.variantId) },
    });
    const others = Array.from({ length: 299 }, (_, at) => ({
      variant: { sku: `NONE-${String(at)}` },
      onHand: 5,
    }));
    sent.length = 0;
    const reply = await store.newer(scene.admin).post('/graphql', {
      body: {
        query: `mutation ($rows: [SetStockLevelInput!]!) { setStockLevels(rows: $rows, policy: EACH) {
          results { stockItem { countOnHand variant { sku product { name } } } } userErrors { code } } }`,
        variables: { rows: [{ variant: { sku }, onHand: 5 }, ...others] },
      },
    });
    const { setStockLevels } = dataOf(reply) as {
      readonly setStockLevels: { readonly results: readonly object[] };
    };
    expect(setStockLevels.results).toHaveLength(300);
    expect(setStockLevels.results[0]).toMatchObject({
      stockItem: { countOnHand: 5, variant: { sku } },
    });
    expect(reads()).toMatchObject({ after: 1 });
  });

  test('is told to each of many writes at once, while somebody else is active', async () => {
    await scene.cart();
    const others = Array.from({ length: 3 }, () => store.newer(scene.ann).get('/api/orders'));
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, at) => update('much', `turn${String(at)}@buyer.test`)),
    );
    await Promise.all(others);
    expect(replies.map(codesOf)).toEqual(Array.from({ length: 6 }, () => undefined));
    const { email } = await store.db.order.findUniqueOrThrow({ where: { number } });
    expect(email).toMatch(/^turn\d@buyer\.test$/);
  });
});

describe('Decision L5: a mutation whose process ended before its response was stored', () => {
  const leaveUnanswered = async (key: string, age: string) => {
    await update('little', 'gone@buyer.test', key);
    await store.db.$executeRaw`
      UPDATE idempotency_keys SET status = NULL, headers = NULL, body = NULL,
        created_at = now() - ${age}::interval WHERE key = ${key}`;
    return readState(store.db);
  };

  test('is told to a retry as carried out, and nothing is done', async () => {
    const before = await leaveUnanswered('ended', '2 minutes');
    const retry = await update('little', 'gone@buyer.test', 'ended');
    expect([retry.status, retry.headers.get('idempotency-replayed'), codesOf(retry)]).toEqual([
      200,
      'true',
      ['IDEMPOTENCY_RESPONSE_NOT_STORED'],
    ]);
    expect(await readState(store.db)).toEqual(before);
  });

  test('is taken for running a minute long, and nothing is done', async () => {
    const before = await leaveUnanswered('running', '10 seconds');
    const retry = await update('little', 'gone@buyer.test', 'running');
    expect([retry.status, retry.headers.get('retry-after'), codesOf(retry)]).toEqual([
      409,
      '1',
      ['IDEMPOTENCY_KEY_IN_USE'],
    ]);
    expect(await readState(store.db)).toEqual(before);
  });
});
