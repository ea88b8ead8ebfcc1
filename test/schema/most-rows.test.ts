import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { isExactly } from '../../schema/bulk/is-exactly.ts';
import { mostInOneWrite } from '../../schema/domain/list-bounds.ts';
import { type BulkMutation, sendRows } from '../support/bulk.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound } from '../support/dispatch.ts';
import { adminViewer, run } from '../support/graphql.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;
let skus: readonly string[];
const statements: string[] = [];

/** A product with as many variants as a write may name. */
beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  const { productId } = await database.client.variant.findUniqueOrThrow({
    where: { id: await makeVariant(database.client) },
  });
  skus = Array.from({ length: mostInOneWrite }, (_, at) => `MOST-${String(at)}`);
  const variants = skus.map((sku) => ({
    sku,
    price: '10',
    options: [{ name: 'Size', value: sku }],
  }));
  const { errors } = await run(
    database.client,
    adminViewer,
    `mutation ($id: ID!, $input: UpdateProductInput!) {
      updateProduct(by: { id: $id }, input: $input) { userErrors { code field message } } }`,
    { id: String(productId), input: { variants } },
  );
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await expectSound(database);
  await database.close();
});

/** What each mutation writes, other values for each number of rows. */
const written: Readonly<
  Record<Exclude<BulkMutation, 'shipShipments'>, (count: number, sku: string) => object>
> = {
  setPrices: (count) => ({ price: String(count) }),
  updateVariants: (count) => ({ weight: count, costPrice: '4' }),
  setStockLevels: (count) => ({ onHand: count }),
  setExternalRefs: (count, sku) => ({ source: 'erp', value: `${sku} ${String(count)}` }),
};

test.each(Object.keys(written) as (keyof typeof written)[])(
  '%s: as many rows as a write takes succeed in as many statements as 2',
  async (mutation) => {
    const costOf = async (count: number): Promise<number> => {
      const rows = skus.slice(-count).map((sku) => {
        const named = { variant: { sku } };
        const row = written[mutation](count, sku);
        return mutation === 'setExternalRefs' ? { record: named, ...row } : { ...named, ...row };
      });
      statements.length = 0;
      const { records, refused, whole, errors } = await sendRows(database, mutation, rows);
      expect({ refused, whole, errors }).toEqual({ refused: {}, whole: [], errors: [] });
      expect(records.filter((record) => record !== null)).toHaveLength(count);
      return statements.length;
    };
    const [few, most] = [await costOf(2), await costOf(mostInOneWrite)];
    expect(most).toBe(few);
  },
);

test.each([
  ['shipments', 'number', ['shipments_number_key']],
  ['variants', 'sku', ['variants_live_sku_key', 'variants_sku_idx']],
])('%s are not found by the trigrams of a %s, even without another index', async (...names) => {
  const [table, column, indexes] = names;
  const { sql } = isExactly(`r.${column}`, 'sought');
  const plan = await database.session(async (session) => {
    await session.script(`BEGIN; SET LOCAL enable_seqscan = off; DROP INDEX ${indexes.join()}`);
    const rows = await session.query(`EXPLAIN SELECT r.id FROM unnest(ARRAY['A', 'B']) AS sought
      JOIN ${table} r ON ${sql}`);
    await session.script('ROLLBACK');
    return rows.map((row) => String(row['QUERY PLAN'])).join(' ');
  });
  expect(plan).toContain(`on ${table} r`);
  expect(plan).not.toContain('trgm');
});
