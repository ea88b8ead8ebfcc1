import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
let lines: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  const schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
  lines = schema.split('\n');
});
afterAll(() => database.close());

/** The store's columns for which the condition holds, as `table.column`. */
async function columnsWhere(condition: string): Promise<unknown[]> {
  const rows = await database.query(
    `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' AND ${condition} ORDER BY 1`,
  );
  return rows.map((row) => row.name);
}

describe('schema.prisma', () => {
  test('Every model and every field has a description.', () => {
    const models = lines.findIndex((line) => line.startsWith('model '));
    const bare = lines.filter(
      (line, index) =>
        index >= models - 1 &&
        (/^model \w+ \{$/.test(line) || /^ {2}[a-z]\w* /.test(line)) &&
        !/^ *\/\/\/ \S.*\.$/.test(lines[index - 1] ?? ''),
    );
    expect(bare).toEqual([]);
  });
});

describe('The tables', () => {
  test('Every time has a zone and milliseconds (C30).', async () => {
    expect(
      await columnsWhere(
        "data_type LIKE 'time%' AND NOT (data_type = 'timestamp with time zone' AND datetime_precision = 3)",
      ),
    ).toEqual([]);
  });

  test('Nothing is a floating point number (R1).', async () => {
    expect(await columnsWhere("data_type IN ('real', 'double precision')")).toEqual([]);
  });

  test('Every id is a BIGINT.', async () => {
    expect(
      await columnsWhere(
        "(column_name = 'id' OR column_name LIKE '%\\_id') AND data_type <> 'bigint'",
      ),
    ).toEqual([]);
  });

  test('Every created_at and updated_at is made by the database when it is not given.', async () => {
    expect(
      await columnsWhere("column_name IN ('created_at', 'updated_at') AND column_default IS NULL"),
    ).toEqual([]);
  });

  test.each([
    ['orders', 'orders_email_lower_idx', 'lower((email)::text)'],
    ['orders', 'orders_completed_at_desc_idx', '(completed_at DESC NULLS LAST, id)'],
    ['users', 'users_email_lower_key', 'lower((email)::text)'],
    ['users', 'users_display_name_trgm', 'gin (display_name gin_trgm_ops)'],
    [
      'variants',
      'variants_live_sku_key',
      "(sku) WHERE ((deleted_at IS NULL) AND ((sku)::text <> ''::text))",
    ],
    ['products', 'products_live_permalink_key', '(permalink) WHERE (deleted_at IS NULL)'],
    [
      'outbox_events',
      'outbox_events_waiting_idx',
      '(next_attempt_at, id) WHERE (published_at IS NULL)',
    ],
  ])(
    '%s has the index %s, which schema.prisma cannot fully say.',
    async (table, index, definition) => {
      const rows = await database.query(
        'SELECT indexdef FROM pg_indexes WHERE tablename = $1 AND indexname = $2',
        [table, index],
      );
      expect(rows).toEqual([{ indexdef: expect.stringContaining(definition) }]);
    },
  );
});
