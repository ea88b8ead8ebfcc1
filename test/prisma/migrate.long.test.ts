import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { migrate, MigrationRefused } from '../../prisma/tools/migrate.ts';
import { openEmptyDatabase, testedKinds, urlOf } from '../support/database.ts';

/** Every directory with a migration, the oldest first. */
const storeMigrations = readdirSync('prisma/migrations', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .toSorted();

describe.each(testedKinds)('Migrating the %s database', (kind) => {
  let database: Database;
  let directory: string;
  beforeEach(async () => {
    database = await openEmptyDatabase(kind);
    directory = await mkdtemp(join(tmpdir(), 'store-migrations-'));
  });
  afterEach(async () => {
    await database.close();
    await rm(directory, { recursive: true });
  });

  async function write(name: string, sql: string): Promise<void> {
    await mkdir(join(directory, name), { recursive: true });
    await writeFile(join(directory, name, 'migration.sql'), sql);
  }

  async function tables(): Promise<unknown[]> {
    const rows = await database.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    );
    return rows.map((row) => row.tablename);
  }

  test('The store’s own migrations are applied once, in order.', async () => {
    const told: string[] = [];
    const first = await migrate(database, { onApplied: (name) => void told.push(name) });
    const second = await migrate(database);
    expect({ first, told, second }).toEqual({
      first: storeMigrations,
      told: storeMigrations,
      second: [],
    });
  });

  test('A database with tables of another program is refused and stays as it is (O13).', async () => {
    await database.script('CREATE TABLE notes (text TEXT)');
    await expect(migrate(database)).rejects.toThrow(
      new MigrationRefused(
        'The database belongs to another program: it has the table notes and no store. Use an empty database.',
      ),
    );
    expect(await tables()).toEqual(['notes']);
  });

  test('Tables of an extension are nobody’s (O13).', async () => {
    await database.script(
      'CREATE EXTENSION pg_trgm; CREATE TABLE spatial (id INT); ALTER EXTENSION pg_trgm ADD TABLE spatial',
    );
    await write('1_one', 'CREATE TABLE one (id INT)');
    expect(await migrate(database, { directory })).toEqual(['1_one']);
  });

  test('Each is recorded as Prisma records it.', async () => {
    await write('1_one', 'CREATE TABLE one (id INT)');
    await migrate(database, { directory });
    const records = await database.query(
      `SELECT length(id) AS id_length, checksum, finished_at >= started_at AS finished, migration_name, logs,
              rolled_back_at, applied_steps_count FROM "_prisma_migrations"`,
    );
    expect(records).toEqual([
      {
        id_length: 36,
        checksum: '136db7ce1eb8b73524b4fd5a54c74a0ea470699786eedf62b6874c4051eed02a',
        finished: true,
        migration_name: '1_one',
        logs: null,
        rolled_back_at: null,
        applied_steps_count: 1,
      },
    ]);
  });

  test('A migration may hold functions with semicolons in them.', async () => {
    await write(
      '1_one',
      "CREATE FUNCTION two() RETURNS int AS $$ BEGIN RETURN 2; END; $$ LANGUAGE plpgsql; CREATE TABLE one (name TEXT DEFAULT ';')",
    );
    await migrate(database, { directory });
    expect(await database.query('SELECT two()')).toEqual([{ two: 2 }]);
  });

  test('A failing migration leaves nothing but its record, and stops those after it.', async () => {
    await write('1_one', 'CREATE TABLE one (id INT)');
    await write('2_two', 'CREATE TABLE two (id INT); SELECT * FROM nowhere');
    await write('3_three', 'CREATE TABLE three (id INT)');
    await expect(migrate(database, { directory })).rejects.toThrow(
      'relation "nowhere" does not exist',
    );
    const failed = await database.query(
      'SELECT migration_name, logs FROM "_prisma_migrations" WHERE finished_at IS NULL',
    );
    expect({ tables: await tables(), failed }).toEqual({
      tables: ['_prisma_migrations', 'one'],
      failed: [{ migration_name: '2_two', logs: 'relation "nowhere" does not exist' }],
    });
  });

  const history = () =>
    database.query(
      `SELECT migration_name AS name, logs, finished_at IS NOT NULL AS is_finished
         FROM "_prisma_migrations" ORDER BY migration_name`,
    );

  test('A failed migration is tried again at the next start, and only its last reason is kept (L54).', async () => {
    await write('1_one', 'CREATE TABLE one (id INT); SELECT size FROM passing');
    const first = 'relation "passing" does not exist';
    await expect(migrate(database, { directory })).rejects.toThrow(first);
    await database.script('CREATE TABLE passing (id INT)');
    const second = 'column "size" does not exist';
    await expect(migrate(database, { directory })).rejects.toThrow(second);
    expect(await history()).toEqual([{ name: '1_one', logs: second, is_finished: false }]);
    await database.script('ALTER TABLE passing ADD COLUMN size INT');
    expect(await migrate(database, { directory })).toEqual(['1_one']);
    expect(await history()).toEqual([{ name: '1_one', logs: null, is_finished: true }]);
  });

  const recordUnfinished = async (steps: number): Promise<void> => {
    await write('1_one', 'SELECT * FROM nowhere');
    await expect(migrate(database, { directory })).rejects.toThrow();
    await write('1_one', 'CREATE TABLE one (id INT)');
    await database.query(
      'UPDATE "_prisma_migrations" SET applied_steps_count = $1, rolled_back_at = NULL',
      [steps],
    );
  };

  test('A failure as Prisma’s tools record it is tried again too: it left nothing (L54).', async () => {
    await recordUnfinished(0);
    expect(await migrate(database, { directory })).toEqual(['1_one']);
    expect(await history()).toEqual([{ name: '1_one', logs: null, is_finished: true }]);
  });

  test('After a migration that another tool applied in part, nothing is applied until somebody has looked.', async () => {
    await recordUnfinished(1);
    const refused = migrate(database, { directory });
    await expect(refused).rejects.toThrow(MigrationRefused);
    await expect(refused).rejects.toThrow('Migration 1_one was applied in part by another tool.');
    await database.query('UPDATE "_prisma_migrations" SET rolled_back_at = now()');
    expect(await migrate(database, { directory })).toEqual(['1_one']);
  });

  test('The reason is told even if it cannot be recorded.', async () => {
    await write(
      '1_one',
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'disk full'; END; $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON "_prisma_migrations"
         FOR EACH ROW WHEN (NEW.finished_at IS NULL) EXECUTE FUNCTION full_disk()`,
    );
    await write('2_two', 'SELECT * FROM nowhere');
    await expect(migrate(database, { directory })).rejects.toThrow(
      'relation "nowhere" does not exist',
    );
  });

  test('A migration changed after it was applied is refused.', async () => {
    await write('1_one', 'CREATE TABLE one (id INT)');
    await migrate(database, { directory });
    await write('1_one', 'CREATE TABLE one (id BIGINT)');
    await expect(migrate(database, { directory })).rejects.toThrow(
      'Migration 1_one was changed after it was applied.',
    );
  });

  test('A database of a newer version is refused.', async () => {
    await write('1_one', 'CREATE TABLE one (id INT)');
    await write('2_two', 'CREATE TABLE two (id INT)');
    await migrate(database, { directory });
    await rm(join(directory, '2_two'), { recursive: true });
    await expect(migrate(database, { directory })).rejects.toThrow(
      'Migration 2_two was applied to the database but is not among',
    );
  });

  test('A database with the migrations of another program is refused as such (O13).', async () => {
    await write('1_posts', 'CREATE TABLE posts (id INT)');
    await migrate(database, { directory });
    await expect(migrate(database)).rejects.toThrow(
      new MigrationRefused(
        'The database belongs to another program: its migrations, such as 1_posts, are none of the store. Use an empty database.',
      ),
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'posts']);
  });

  if (kind === 'server') {
    test('Processes that start together apply each migration once.', async () => {
      const [row] = await database.query('SELECT current_database() AS name');
      const others = await Promise.all(
        [1, 2, 3].map(() => openDatabase({ url: urlOf(String(row?.name)) })),
      );
      const applied = await Promise.all([database, ...others].map((each) => migrate(each)));
      await Promise.all(others.map((other) => other.close()));
      expect(applied.flat()).toEqual(storeMigrations);
    });
  }

  test('A migration may take longer than a statement of a request.', async () => {
    const hurried = await openEmptyDatabase(kind, { limits: { readMs: 400, writeMs: 400 } });
    await write('1_one', 'SELECT pg_sleep(0.8)');
    expect(await migrate(hurried, { directory })).toEqual(['1_one']);
    await hurried.close();
  });
});
