import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { runCommand } from '../../../gateway/commands/commands.ts';
import { openDatabase } from '../../../prisma/open-database.ts';

let folder: string;
let directory: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-commands-'));
  directory = join(folder, 'data');
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a command on the directory. */
async function run(command: string) {
  const told: string[] = [];
  const status = await runCommand([...command.split(' '), '--data-dir', directory], {
    environment: { LOG_LEVEL: 'silent' },
    print: (text) => told.push(text),
    complain: (text) => told.push(text),
    isInteractive: false,
  });
  return { status, told };
}

const everything = async () => (await readdir(folder, { recursive: true })).sort();

const noStore = () =>
  `There is no store (embedded, in ${directory}). The command serve creates one.`;

describe('a command where there is no store makes nothing and says so (O13)', () => {
  test.each(['migrate', 'verify', 'key ann@example.com', 'reset'])(
    '%s on a directory that is not there',
    async (command) => {
      const [name] = command.split(' ');
      expect(await run(command)).toEqual({
        status: 1,
        told: [`Command ${String(name)} failed: ${noStore()}`],
      });
      expect(await everything()).toEqual([]);
    },
  );

  test.each(['verify', 'key ann@example.com', 'reset'])(
    '%s on an empty directory, even on the root of a disk',
    async (command) => {
      await mkdir(join(directory, 'lost+found'), { recursive: true });
      const { status, told } = await run(command);
      expect({ status, told }).toEqual({ status: 1, told: [expect.stringContaining(noStore())] });
      expect(await everything()).toEqual(['data', 'data/lost+found']);
    },
  );

  test.each(['serve', 'migrate', 'verify', 'key ann@example.com', 'reset'])(
    '%s on a directory of other files',
    async (command) => {
      await mkdir(directory);
      await writeFile(join(directory, 'note.txt'), 'ours');
      const { status, told } = await run(command);
      expect(status).toBe(1);
      expect(told.join()).toContain(`${directory} holds other files and no store.`);
      expect(await everything()).toEqual(['data', 'data/note.txt']);
    },
  );

  test.each(['serve', 'migrate', 'verify', 'key ann@example.com', 'reset'])(
    '%s on the directory of a PostgreSQL server',
    async (command) => {
      await mkdir(directory);
      for (const name of ['PG_VERSION', 'postmaster.opts']) {
        await writeFile(join(directory, name), '18\n');
      }
      const { status, told } = await run(command);
      expect(status).toBe(1);
      expect(told.join()).toContain(`${directory} belongs to a PostgreSQL server.`);
      expect(await everything()).toEqual(['data', 'data/PG_VERSION', 'data/postmaster.opts']);
    },
  );

  test('every command on the embedded database of another program', async () => {
    const others = await openDatabase({ dataDir: directory });
    await others.script('CREATE TABLE notes (text TEXT)');
    await others.close();
    const statuses: unknown[] = [];
    const told: string[] = [];
    for (const command of ['serve', 'migrate', 'verify', 'key ann@example.com', 'reset']) {
      const answer = await run(command);
      statuses.push(answer.status);
      told.push(...answer.told);
    }
    const again = await openDatabase({ dataDir: directory });
    const tables = await again.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
    await again.close();
    const refused =
      'The database belongs to another program: it has the table notes and no store. Use an empty database.';
    expect(statuses).toEqual([1, 1, 1, 1, 1]);
    expect(told).toEqual([
      `Command serve failed: ${refused}`,
      `Command migrate failed: ${refused}`,
      `Command verify failed: ${noStore()}`,
      `Command key failed: ${noStore()}`,
      `Command reset failed: ${noStore()}`,
    ]);
    expect(tables).toEqual([{ tablename: 'notes' }]);
  });

  test.each(['/proc/store', '/proc/store/data'])('serve in %s ends at once', async (path) => {
    directory = path;
    const { status, told } = await run('serve');
    expect({ status, told }).toEqual({
      status: 1,
      told: [
        expect.stringMatching(/ cannot be created: directories cannot be created in \/proc\.$/),
      ],
    });
  });
});

describe('verify and key on the tables of another version', () => {
  beforeEach(async () => {
    await mkdir(directory);
    await run('migrate');
  });
  async function change(sql: string): Promise<void> {
    const database = await openDatabase({ dataDir: directory });
    await database.script(sql);
    await database.close();
  }

  test('an older one: both tell the operator to migrate', async () => {
    await change(`DELETE FROM "_prisma_migrations" WHERE "migration_name" =
      (SELECT max("migration_name") FROM "_prisma_migrations")`);
    for (const command of ['verify', 'key admin@example.test']) {
      expect(await run(command)).toEqual({
        status: 1,
        told: [
          `Command ${String(command.split(' ')[0])} failed: The tables are those of an older version. Run the command migrate.`,
        ],
      });
    }
  });

  test('a newer one: both name the migration that they do not know, and reset removes the store', async () => {
    await change(`UPDATE "_prisma_migrations" SET "migration_name" = '30000101000000_later'
      WHERE "migration_name" = (SELECT max("migration_name") FROM "_prisma_migrations")`);
    for (const command of ['verify', 'key admin@example.test']) {
      const { status, told } = await run(command);
      expect({ status, told }).toEqual({
        status: 1,
        told: [
          expect.stringMatching(/Migration 30000101000000_later .* belongs to a newer version\.$/),
        ],
      });
    }
    expect((await run('reset')).status).toBe(0);
  });
});

describe('reset', () => {
  test('removes a store, and the next start creates a new one', async () => {
    await mkdir(directory);
    await run('migrate');
    expect(await run('reset')).toEqual({
      status: 0,
      told: [`Removed the store in ${directory}. The next start creates a new one.`],
    });
    expect(await everything()).toEqual(['data', 'data/lock']);
  });

  test('removes what a killed start has begun, and leaves the files of others', async () => {
    await mkdir(join(directory, 'base'), { recursive: true });
    for (const name of ['unfinished', 'note.txt']) await writeFile(join(directory, name), '');
    expect((await run('reset')).status).toBe(0);
    expect(await everything()).toEqual(['data', 'data/lock', 'data/note.txt']);
  });

  test('is refused while a store runs on the directory', async () => {
    await mkdir(directory);
    await run('migrate');
    const database = await openDatabase({ dataDir: directory });
    const { status, told } = await run('reset');
    const roles = await database.query("SELECT name FROM roles WHERE name = 'admin'");
    await database.close();
    expect({ status, told }).toEqual({
      status: 1,
      told: [expect.stringContaining(`in use by process ${String(process.pid)}`)],
    });
    expect(roles).toEqual([{ name: 'admin' }]);
  });

  test('is refused for a database on a server', async () => {
    await mkdir(directory);
    await writeFile(join(directory, 'unfinished'), '');
    const told: string[] = [];
    const status = await runCommand(['reset'], {
      environment: { DATABASE_URL: 'postgres://127.0.0.1:1/store', DATA_DIR: directory },
      print: (text) => told.push(text),
      complain: (text) => told.push(text),
      isInteractive: false,
    });
    expect({ status, told }).toEqual({
      status: 1,
      told: [
        'Command reset failed: DATABASE_URL is set. Only an embedded database can be reset; drop one on a server by hand.',
      ],
    });
    expect(await everything()).toEqual(['data', 'data/unfinished']);
  });
});
