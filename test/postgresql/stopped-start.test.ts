import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import type { Database } from '../../prisma/database.ts';
import { patiently } from '../support/waiting.ts';
import { openEmptyDatabase, urlOf } from '../support/database.ts';
import { translateProgram } from '../support/program.ts';

let program: Awaited<ReturnType<typeof translateProgram>>;
beforeAll(async () => {
  program = await translateProgram();
});
afterAll(() => rm(program.directory, { recursive: true }));

describe('A start that is ended while it waits for a lock in the middle of a migration (L53, L54)', () => {
  let database: Database;
  let url: string;
  let other: pg.Client;

  beforeEach(async () => {
    database = await openEmptyDatabase('server');
    const [row] = await database.query('SELECT current_database() AS name');
    url = urlOf(String(row?.['name']));
    other = new pg.Client({ connectionString: url });
    await other.connect();
    // creating a table of this name waits until this transaction ends
    await other.query('BEGIN; CREATE TABLE variants (id INT)');
  });
  afterEach(async () => {
    await other.end();
    await database.close();
  });

  const start = (command: string, settings: Readonly<Record<string, string>> = {}) => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: url, PORT: '0', ...settings };
    const child = spawn(process.execPath, [program.entry, command], {
      env,
      cwd: program.directory,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    return { child, ended: once(child, 'close'), printed: () => printed };
  };

  const migrationWaits = () =>
    patiently('its migration waits', 30_000, async () => {
      const waiting = await database.query(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%CREATE TABLE%'",
      );
      return waiting.length > 0;
    });

  const tables = async (): Promise<unknown[]> => {
    const rows = await database.query(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    );
    return rows.map((row) => row['tablename']);
  };

  const serverKnows = () =>
    patiently('the server knows that it is gone', 10_000, async () => {
      const left = await database.query(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      return left.length === 0;
    });

  /** What is left when the lock is released, and how the next start ends. */
  const lookAfter = async () => {
    await other.query('ROLLBACK');
    await serverKnows();
    const left = await tables();
    const records = await database.query('SELECT migration_name FROM "_prisma_migrations"');
    const [status] = (await start('migrate').ended) as [number];
    return { left, records, status };
  };

  test.each([
    ['SIGTERM', '1'],
    ['SIGINT', '1'],
    ['SIGTERM', '2'],
  ] as const)(
    '%s with WORKERS=%s ends it with 0 while its migration still waits; nothing is half done, and the next start works',
    async (signal, workers) => {
      const { child, ended, printed } = start('serve', { WORKERS: workers });
      await migrationWaits();
      child.kill(signal);
      expect(await ended).toEqual([0, null]);
      expect(printed()).not.toContain('The online store is up.');
      expect(await lookAfter()).toEqual({
        left: ['_prisma_migrations'],
        records: [],
        status: 0,
      });
    },
  );

  test('killed, it is rolled back within seconds, though the lock that it waits for is not released', async () => {
    const { child, ended } = start('migrate');
    await migrationWaits();
    child.kill('SIGKILL');
    await ended;
    await serverKnows();
    await other.query('ROLLBACK');
    expect(await tables()).toEqual(['_prisma_migrations']);
  });

  test('killed, it leaves nothing that keeps the next start from migrating', async () => {
    const { child, ended } = start('serve');
    await migrationWaits();
    child.kill('SIGKILL');
    await ended;
    expect(await lookAfter()).toEqual({
      left: ['_prisma_migrations'],
      records: [],
      status: 0,
    });
  });
});
