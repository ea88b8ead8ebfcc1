import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import pg from 'pg';
import { onBareTables } from './bare-tables.ts';
import type { Options } from './options.ts';
import { catalogueStatements } from './seed-catalogue.ts';
import { orderStatements } from './seed-orders.ts';
import { environmentOf, servicePath } from './server-process.ts';
import { adminKey } from './ways.ts';

/** A filled database of the benchmark. */
export interface BenchDatabase {
  readonly url: string;
  /** A separate connection of the benchmark. */
  readonly client: pg.Client;
  /** Closes the connection and drops the database, even if others are still connected. */
  readonly drop: () => Promise<void>;
}

/** Creates a database on the server at an address. */
export async function makeEmptyDatabase(
  serverUrl: string,
): Promise<{ readonly url: string; readonly drop: () => Promise<void> }> {
  const name = `store_bench_${randomUUID().slice(0, 8)}`;
  await onServer(serverUrl, `CREATE DATABASE "${name}"`);
  return {
    url: withDatabase(serverUrl, name),
    drop: () => onServer(serverUrl, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`),
  };
}

/** Creates and fills a database on the server of the options. Ctrl-C drops it and ends the process. */
export async function makeDatabase(options: Options): Promise<BenchDatabase> {
  const empty = await makeEmptyDatabase(options.databaseUrl);
  const { url } = empty;
  const client = new pg.Client({ connectionString: url, options: '-c TimeZone=UTC' });
  const drop = async (): Promise<void> => {
    await client.end();
    await empty.drop();
  };
  process.once('SIGINT', () => {
    void drop().finally(() => process.exit(130));
  });
  try {
    await client.connect();
    await promisify(execFile)(process.execPath, [servicePath, 'migrate'], {
      env: environmentOf({ DATABASE_URL: url }),
      cwd: tmpdir(),
    });
    await fill(client, options);
    return { url, client, drop };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function fill(client: pg.Client, { orders, products }: Options): Promise<void> {
  await stopAutovacuum(client);
  await onBareTables(client, async () => {
    const statements = [...catalogueStatements(products), ...orderStatements(orders, products)];
    for (const statement of statements) await client.query(statement);
    // FULL: the seed updates what it inserted, which would leave half of the pages dead
    await client.query('VACUUM (FULL)');
  });
  await advanceIdentities(client);
  await insertAdmin(client);
  await client.query('VACUUM (ANALYZE)');
}

/** An autovacuum would disturb somebody's round. */
async function stopAutovacuum(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('ALTER TABLE %I SET (autovacuum_enabled = false)', tablename) AS statement
     FROM pg_tables WHERE schemaname = 'public'`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** Sets every identity sequence after the ids that the seed chose. */
async function advanceIdentities(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `SELECT format('SELECT setval(pg_get_serial_sequence(%L, %L), greatest(max(%I), 1)) FROM %I',
                   table_name, column_name, column_name, table_name) AS statement
     FROM information_schema.columns WHERE table_schema = 'public' AND is_identity = 'YES'`,
  );
  for (const { statement } of rows) await client.query(statement);
}

/** The user who sends the requests, with the key. */
async function insertAdmin(client: pg.Client): Promise<void> {
  await client.query(
    `WITH admin AS (INSERT INTO users (email, name, is_start_admin)
                    VALUES ('admin@example.test', 'Admin', true) RETURNING id),
          named AS (INSERT INTO user_roles (user_id, role_id)
                    SELECT admin.id, roles.id FROM admin JOIN roles ON roles.name = 'admin')
     INSERT INTO api_keys (user_id, key_hash) SELECT id, sha256($1::bytea) FROM admin`,
    [Buffer.from(adminKey)],
  );
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}
