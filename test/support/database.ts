import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Database, DatabaseOptions, TimeLimits } from '../../prisma/database.ts';
import type { EmbeddedEngine } from '../../prisma/embedded/embedded-engine.ts';
import { openDatabase } from '../../prisma/open-database.ts';
import { migrate } from '../../prisma/tools/migrate.ts';
import { giveBack, takeEngine } from './embedded-engines.ts';
import { emptyEngine } from './embedded-snapshots.ts';
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
  /** The file makes an embedded database so large that no other should have its memory. Default false. */
  grows?: boolean;
}

/** So long that a busy machine never reaches them. */
export const patientLimits: TimeLimits = { readMs: 60_000, writeMs: 60_000, waitMs: 60_000 };

/**
 * The test file's own database with every migration applied and nothing else in it. PostgreSQL if
 * TEST_DATABASE_URL is set, else embedded, unless a kind is given. Its rows are gone when it is closed.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<Database> {
  const {
    kind = serverUrl === undefined ? 'embedded' : 'server',
    grows = false,
    ...observers
  } = options;
  if (kind === 'server') return openCopyOnServer(observers);
  return openOnEngine(await takeEngine(), observers, grows ? end : giveBack);
}

/** A database of the given kind without any table. Closing it deletes it. */
export async function openEmptyDatabase(
  kind: Database['kind'],
  options: DatabaseOptions = {},
): Promise<Database> {
  if (kind === 'server') return openOnServer('template1', options);
  return openOnEngine(await emptyEngine(), options, end);
}

const end = (engine: EmbeddedEngine): Promise<void> => engine.close();

/** Opens the embedded database of an engine; `leave` gets the engine when it is closed. */
async function openOnEngine(
  engine: EmbeddedEngine,
  options: DatabaseOptions,
  leave: (engine: EmbeddedEngine) => unknown,
): Promise<Database> {
  const database = await openDatabase({ limits: patientLimits, ...options, engine });
  return {
    ...database,
    close: async () => {
      await database.close();
      await leave(engine);
    },
  };
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
      // the next file does not wait for the disk; what is left is dropped after all files
      onServer((server) => server.query(`DROP DATABASE "${name}" WITH (FORCE)`)).catch(
        () => undefined,
      );
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
