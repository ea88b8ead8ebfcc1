import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { crowd, fullest } from './crowded-store.ts';

let store: Store;
let admin: Account;

const orders = 18;

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('admin', ['admin']);
  const size = { description: 1_000, orders, shipments: 1, userId: admin.id };
  await crowd(store.db, { ...fullest, ...size });
}, 120_000);

afterAll(() => store.close());

const error = 'The answer would be too large. Please ask for less at once.';
const picture = 'images { id alt attachmentFileName miniUrl smallUrl productUrl largeUrl }';
const option = 'optionValues { id name presentation optionTypeName optionTypePresentation }';

/** The beginning of an answer: the whole would not fit into the message of a failed test. */
async function beginningOf(
  asked: Promise<{ readonly status: number; readonly text: string }>,
): Promise<readonly [status: number, text: string]> {
  const { status, text } = await asked;
  return [status, text.slice(0, 200)];
}

describe('P74: a page of the fullest records', () => {
  const forms = ['newer', 'older'] as const;

  test.each(forms)(
    'is refused in the %s form',
    async (form) => {
      const told = await beginningOf(store[form](admin).get('/api/orders?per_page=500'));
      expect(told).toEqual([422, JSON.stringify({ error })]);
    },
    60_000,
  );

  test.each(forms)(
    'is told in parts in the %s form',
    async (form) => {
      for (const page of [1, orders]) {
        const path = `/api/orders?per_page=1&page=${String(page)}&q[s]=id`;
        const [status, text] = await beginningOf(store[form](admin).get(path));
        expect(status).toBe(200);
        expect(text).toContain(`R${String(500_000_000 + page)}`);
      }
    },
    60_000,
  );

  test('is refused as GraphQL', async () => {
    const variant = `variant { description optionsText ${picture} ${option} }`;
    const query = `{ orders(perPage: ${orders}) { nodes { lineItems { id ${variant} } } } }`;
    const [status, text] = await beginningOf(
      store.newer(admin).post('/graphql', { body: { query } }),
    );
    expect(status).toBe(200);
    expect(text).toContain(error);
    expect(text).toContain('"code":"ANSWER_TOO_LARGE"');
  }, 60_000);
});

describe('P75: a record as full as writes allow is told whole', () => {
  test.each(['/api/orders/R500000001', '/api/products/linen-apron-1'])(
    '%s',
    async (path) => {
      for (const client of [store.newer(admin), store.older(admin)]) {
        const [status] = await beginningOf(client.get(path));
        expect(status).toBe(200);
      }
    },
    60_000,
  );
});
