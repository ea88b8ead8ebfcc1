import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';
import { type Account, openStore, type Store } from '../support/store.ts';

let database: Database;
let store: Store;
let ann: Account;

beforeAll(async () => {
  database = await openTestDatabase({ grows: true });
  store = await openStore({ database });
  ann = await store.account('ann', ['admin']);
  // seven million characters
  await database.script(`
    INSERT INTO products (name, description, permalink, shipping_category_id)
    SELECT 'Linen Apron ' || p, repeat('x', 60000), 'linen-apron-' || p, category.id
    FROM generate_series(1, 120) p
    CROSS JOIN (SELECT id FROM shipping_categories WHERE is_default) category`);
});
afterAll(async () => {
  await store.close();
  await database.close();
});

/** The answer to one document that asks so often for a large page. */
async function pages(times: number) {
  const aliases = Array.from({ length: times }, (_, place) => place);
  const query = `{ ${aliases.map((place) => `p${String(place)}: products(perPage: 120) { nodes { description } }`).join(' ')} }`;
  const { status, body } = await store
    .client({ 'x-serviceapikey': ann.key })
    .post('/graphql', { body: { query } });
  const { errors = [] } = body as {
    readonly errors?: readonly { readonly extensions: { readonly code: string } }[];
  };
  return [status, ...errors.map(({ extensions }) => extensions.code)];
}

test('safety 11: three aliases of large pages in one document are ANSWER_TOO_LARGE, two are not', async () => {
  expect(await pages(2)).toEqual([200]);
  expect(await pages(3)).toContain('ANSWER_TOO_LARGE');
});
