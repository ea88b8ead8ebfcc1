import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { type Ground, groundOf } from './ground.ts';
import { type LockingWrite, writes } from './writes.ts';

let database: Database;
const grounds = new Map<number, Ground>();
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  for (const lines of [1, 12, 20]) grounds.set(lines, groundOf(database, lines));
});
afterAll(() => database.close());

/** Writes of one record, with the reason that they do not grow with lines. */
const single: Readonly<Record<string, string>> = {
  adjustStock: 'one count',
  createStockLocation: 'one location',
  updateStockLocation: 'one location; it may lock, not write, what is sold from it',
  createProduct: 'variants of a product: test/schema/statement-counts.test.ts',
  updateProduct: 'variants of a product: test/schema/statement-counts.test.ts',
  deleteProduct: 'one product',
  createVariant: 'one variant',
  updateVariant: 'one variant',
  deleteVariant: 'one variant',
  createImage: 'one image',
  updateImage: 'one image',
  deleteImage: 'one image',
  createUser: 'one user',
  updateUser: 'one user',
  disableUser: 'one user',
  enableUser: 'one user',
  generateApiKey: 'one key',
  rotateApiKey: 'one key',
  revokeApiKey: 'one key',
  revokeOneApiKey: 'one key',
  createRole: 'one role',
  updateRole: 'one role',
  deleteRole: 'one role',
};

/** How many statements the last run of a write has. */
async function costWith(lines: number, [field, , given, by]: LockingWrite): Promise<number> {
  const ground = grounds.get(lines);
  if (!ground) throw new Error(`There is no ground of ${String(lines)} lines.`);
  const variables = (await given(ground)) as Record<string, unknown>;
  statements.length = 0;
  await ground.write(field, variables, by);
  // if a decision was run again, its last run counts
  return statements.length - statements.findLastIndex((sql) => sql.startsWith('BEGIN'));
}

const growing = writes.filter(([field]) => !(field in single));

test.each(growing)('%s costs the same with 1 line and with 12 (locks %j)', async (...write) => {
  expect(await costWith(12, write)).toBe(await costWith(1, write));
});

test('completing an order of 20 lines costs what one of 1 line costs', async () => {
  const complete = growing.find(([field]) => field === 'completeOrder') as LockingWrite;
  expect(await costWith(20, complete)).toBe(await costWith(1, complete));
});

test('what does not grow with lines is a write of one record that exists', () => {
  const fields = writes.map(([field]) => field);
  expect(fields).toEqual(expect.arrayContaining(Object.keys(single)));
});
