import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PooledDatabase } from '../../prisma/pool/pooled-database.ts';
import { openEmbedded } from '../../prisma/embedded/embedded-database.ts';
import { migrate } from '../../prisma/tools/migrate.ts';
import { compareSchema } from '../../prisma/tools/schema-engine.ts';

let database: PooledDatabase;
let schema: string;
beforeAll(async () => {
  database = await openEmbedded({});
  await migrate(database);
  schema = await readFile(new URL('../../prisma/schema.prisma', import.meta.url), 'utf8');
});
afterAll(() => database.close());

test('schema.prisma and the migrations agree.', async () => {
  expect(await compareSchema(database, schema)).toBe('');
});

test('A column that no migration creates is reported.', async () => {
  const changed = schema.replace('model Zone {', 'model Zone {\n  colour String?\n');
  expect(await compareSchema(database, changed)).toContain('ADD COLUMN     "colour" TEXT');
});

test('A trigram index that schema.prisma does not declare is reported.', async () => {
  const changed = schema.replace(/^.*orders_number_trgm.*$/m, '');
  expect(await compareSchema(database, changed)).toContain('DROP INDEX "orders_number_trgm"');
});
