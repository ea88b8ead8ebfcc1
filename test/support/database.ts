import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import pg from 'pg';
import type { Database, DatabaseOptions, TimeLimits } from '../../prisma/database.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { openEmbedded } from '../../prisma/embedded/embedded-database.ts';
import { migrate } from '../../prisma/tools/migrate.ts';
import { templateName } from './template.ts';

const serverUrl = process.env.TEST_DATABASE_URL;

/** The database of this run: PostgreSQL if TEST_DATABASE_URL is set, else the embedded one. */
export const testedKinds: readonly Database['kind'][] = [
  serverUrl === undefined ? 'embedded' : 'server',
];

interface TestDatabaseOptions extends Pick<
  DatabaseOptions,
  'onStatement' | 'onFallback' | 'fastPath' | 'limits'
> {
  kind?: Database['kind'];
}

/** So long that a busy machine never reaches them. */
const patientLimits: TimeLimits = { readMs: 60_000, writeMs: 60_000 };

/**
 * The test file's own database with every migration applied and nothing else in it. PostgreSQL if
 * TEST_DATABASE_URL is set, else embedded, unless a kind is given. Closing it deletes it.
 */
export function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const { kind = serverUrl === undefined ? 'embedded' : 'server', ...observers } = options;
  return kind === 'embedded' ? openCopyInMemory(observers) : openCopyOnServer(observers);
}

/** A database of the given kind without any table. Closing it deletes it. */
export async function openEmptyDatabase(
  kind: Database['kind'],
  options: DatabaseOptions = {},
): Promise<Database> {
  if (kind === 'server') return openOnServer('template1', options);
  return openDatabase({ limits: patientLimits, ...options, snapshot: await emptySnapshot() });
}

async function openCopyInMemory(options: DatabaseOptions): Promise<Database> {
  await compiledEngine;
  const name = `${await embeddedVersion()}-${await hashMigrations()}`;
  const snapshot = await readSnapshot(name, async () => {
    const database = await openEmbedded({
      limits: patientLimits,
      snapshot: await emptySnapshot(),
    });
    await migrate(database);
    const dump = await database.dump();
    await database.close();
    return dump;
  });
  return openDatabase({ limits: patientLimits, ...options, snapshot });
}

/** V8 compiles code once for all threads of a process, as long as one of them holds it. */
const compiledEngine = readFile(
  join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
).then((bytes) => WebAssembly.compile(bytes));

/** An embedded database without any table. */
async function emptySnapshot(): Promise<Blob> {
  return readSnapshot(await embeddedVersion(), makeSmallDatabase);
}

const snapshots = new Map<string, Promise<Blob>>();

/** An embedded database's contents, prepared once and stored, because creating one takes seconds. */
function readSnapshot(name: string, prepare: () => Promise<Blob>): Promise<Blob> {
  const known = snapshots.get(name);
  if (known) return known;
  const reading = findSnapshot(join(tmpdir(), `store-test-small-${name}.tar`), prepare);
  snapshots.set(name, reading);
  return reading;
}

async function findSnapshot(path: string, prepare: () => Promise<Blob>): Promise<Blob> {
  if (!existsSync(path)) {
    const prepared = await prepare();
    const written = `${path}.${randomUUID()}`;
    await writeFile(written, Buffer.from(await prepared.arrayBuffer()));
    // Renamed at the end, because other workers may be looking for it.
    await rename(written, path);
  }
  return new Blob([await readFile(path)]);
}

/** A new embedded database without space, and databases, that tests do not need. */
async function makeSmallDatabase(): Promise<Blob> {
  const pglite = await PGlite.create({
    extensions: { pg_trgm },
    initDbStartParams: ['--wal-segsize=1'],
  });
  await pglite.exec("ALTER SYSTEM SET shared_buffers = '16MB'");
  await pglite.exec("ALTER SYSTEM SET min_wal_size = '2MB'");
  await pglite.exec('ALTER SYSTEM SET wal_recycle = off');
  for (const statement of [
    'UPDATE pg_database SET datistemplate = false',
    'DROP DATABASE template0',
    'DROP DATABASE template1',
    'CHECKPOINT',
  ]) {
    await pglite.exec(statement);
  }
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  return dump;
}

async function embeddedVersion(): Promise<string> {
  const lock = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const version = /"node_modules\/@electric-sql\/pglite": \{\s*"version": "([^"]+)"/.exec(
    lock,
  )?.[1];
  if (version === undefined)
    throw new Error('package-lock.json does not name a version of PGlite.');
  return version;
}

async function hashMigrations(): Promise<string> {
  const directory = new URL('../../prisma/migrations/', import.meta.url);
  const hash = createHash('sha256');
  const entries = await readdir(directory, { withFileTypes: true });
  for (const { name } of entries.filter((entry) => entry.isDirectory()).sort(byName)) {
    hash.update(name).update(await readFile(new URL(`${name}/migration.sql`, directory)));
  }
  return hash.digest('hex').slice(0, 16);
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

async function openCopyOnServer(options: DatabaseOptions): Promise<Database> {
  await onServer(async (server) => {
    // Test files run in parallel: the first one creates the template, the others wait for it.
    await server.query('SELECT pg_advisory_lock(hashtext($1))', [templateName()]);
    const { rowCount } = await server.query('SELECT FROM pg_database WHERE datname = $1', [
      templateName(),
    ]);
    if (rowCount === 0) await makeTemplate(server);
  });
  return openOnServer(templateName(), options);
}

async function makeTemplate(server: pg.Client): Promise<void> {
  const unfinished = `${templateName()}_unfinished`;
  await server.query(`CREATE DATABASE "${unfinished}"`);
  const database = await openDatabase({ url: urlOf(unfinished), limits: patientLimits });
  await migrate(database);
  await database.close();
  await server.query(`ALTER DATABASE "${unfinished}" RENAME TO "${templateName()}"`);
}

/** Opens a new copy of a template on the server, which is dropped when it is closed. */
async function openOnServer(template: string, options: DatabaseOptions): Promise<Database> {
  const name = `${templateName()}_${randomUUID().slice(0, 8)}`;
  await onServer(async (server) => {
    await server.query(`CREATE DATABASE "${name}" TEMPLATE "${template}"`);
    // These rows need not survive a crash of the server, so writes can be faster.
    await server.query(`ALTER DATABASE "${name}" SET synchronous_commit = off`);
  });
  const database = await openDatabase({ limits: patientLimits, ...options, url: urlOf(name) });
  return {
    ...database,
    close: async () => {
      await database.close();
      await onServer((server) => server.query(`DROP DATABASE "${name}" WITH (FORCE)`));
    },
  };
}

async function onServer(work: (server: pg.Client) => Promise<unknown>): Promise<void> {
  const server = new pg.Client({ connectionString: serverUrl });
  await server.connect();
  try {
    await work(server);
  } finally {
    await server.end();
  }
}

/** The address of a database on the server of TEST_DATABASE_URL. */
export function urlOf(name: string): string {
  if (serverUrl === undefined) throw new Error('TEST_DATABASE_URL is not set.');
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
