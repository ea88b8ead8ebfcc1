import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Database, Session } from '../database.ts';

/** The database cannot be migrated; the message says what to check. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused';
}

interface MigrateOptions {
  /** Called once if another process migrates the database; then its end is waited for. */
  onWait?: () => void;
  /** Called and awaited after each migration, with its name. If it throws, the remaining migrations are not run. */
  onApplied?: (name: string) => void | Promise<void>;
  /** Directory of the migrations. Default: beside this file. */
  directory?: string;
}

type Migration = Awaited<ReturnType<typeof readMigrations>>[number];

const standardDirectory = fileURLToPath(new URL('../migrations', import.meta.url));

/** The advisory lock key of Prisma's own tools, so that they and this function wait for each other. */
const advisoryLockKey = 72707369;

const historyTable = `
  CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
    "id" VARCHAR(36) NOT NULL PRIMARY KEY,
    "checksum" VARCHAR(64) NOT NULL,
    "finished_at" TIMESTAMPTZ,
    "migration_name" VARCHAR(255) NOT NULL,
    "logs" TEXT,
    "rolled_back_at" TIMESTAMPTZ,
    "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
    "applied_steps_count" INTEGER NOT NULL DEFAULT 0
  )`;

/** Records of failures that left nothing behind. */
const leftNothing = '"finished_at" IS NULL AND "applied_steps_count" = 0';

/**
 * Applies the missing migrations; returns their names. Each runs in one transaction together with its record. A
 * failed one leaves only its last reason in `logs`, an interrupted one nothing; the next start applies either
 * again. If several processes start together, each migration is applied once. The table is Prisma's
 * own (`_prisma_migrations`), so that its tools can read and continue it.
 * Throws MigrationRefused if another tool applied a part of a migration, an applied one was changed or is
 * missing, or the database contains tables of another program; the database's error if a migration fails now.
 */
export async function migrate(
  database: Pick<Database, 'kind' | 'session'>,
  options: MigrateOptions = {},
): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? standardDirectory);
  return database.session(async (session) => {
    if (database.kind === 'server') await takeLock(session, options.onWait);
    if (!(await hasHistory(session))) await refuseOtherTables(session);
    await session.script(historyTable);
    const applied: string[] = [];
    for (const migration of await selectPending(session, migrations)) {
      await apply(session, migration);
      applied.push(migration.name);
      await options.onApplied?.(migration.name);
    }
    return applied;
  });
}

/** Takes the lock, which is released when the session's connection is closed. */
async function takeLock(session: Session, onWait: () => void = () => undefined): Promise<void> {
  // a server ends what a killed process left running; one that does not know the setting runs it to its end first
  await session.script("SET client_connection_check_interval = '2s'").catch(() => undefined);
  const [row] = await session.query('SELECT pg_try_advisory_lock($1) AS mine', [advisoryLockKey]);
  if (row?.['mine'] === true) return;
  onWait();
  await session.query('SELECT pg_advisory_lock($1)', [advisoryLockKey]);
}

const hasHistory = async (session: Session): Promise<boolean> => {
  const [row] = await session.query(`SELECT to_regclass('"_prisma_migrations"') AS history`);
  return row?.['history'] !== null;
};

/** Whether a database holds a store: the first of its migrations was applied. */
export async function holdsStore(session: Session): Promise<boolean> {
  if (!(await hasHistory(session))) return false;
  const [first] = await readMigrations(standardDirectory);
  const found = await session.query(
    `SELECT FROM "_prisma_migrations" WHERE "migration_name" = $1 AND "finished_at" IS NOT NULL`,
    [first?.name],
  );
  return found.length > 0;
}

/**
 * Whether the tables of a store are those of this version, not of an older one.
 * Throws MigrationRefused if they are of neither.
 */
export async function isMigrated(session: Session): Promise<boolean> {
  const pending = await selectPending(session, await readMigrations(standardDirectory));
  return pending.length === 0;
}

/** Tables of extensions do not count as another program's. */
async function refuseOtherTables(session: Session): Promise<void> {
  const [table] = await session.query(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')
        AND NOT EXISTS (SELECT FROM pg_depend d
          WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')
      ORDER BY c.relname LIMIT 1`,
  );
  if (!table) return;
  throw new MigrationRefused(
    `The database belongs to another program: it has the table ${String(table['name'])} and no store. ` +
      'Use an empty database.',
  );
}

/** The migrations on disk, in the order they are applied. */
async function readMigrations(directory: string) {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(`${directory}/${name}/migration.sql`);
      const checksum = createHash('sha256').update(bytes).digest('hex');
      return { name, sql: bytes.toString('utf8'), checksum };
    }),
  );
}

/** The migrations not applied yet. Throws MigrationRefused if the history does not match the files. */
async function selectPending(session: Session, migrations: Migration[]): Promise<Migration[]> {
  const history = await session.query(
    `SELECT "migration_name" AS name, "checksum", "finished_at" IS NOT NULL AS finished
       FROM "_prisma_migrations" WHERE "rolled_back_at" IS NULL AND NOT (${leftNothing}) ORDER BY "started_at"`,
  );
  const files = new Map(migrations.map((migration) => [migration.name, migration]));
  const [stranger] = history;
  if (stranger && !history.some(({ name }) => files.has(String(name)))) {
    throw new MigrationRefused(
      `The database belongs to another program: its migrations, such as ${String(stranger['name'])}, are none of ` +
        'the store. Use an empty database.',
    );
  }
  const applied = new Set<string>();
  for (const { name, checksum, finished } of history) {
    const file = files.get(String(name));
    if (finished !== true) {
      throw new MigrationRefused(
        `Migration ${String(name)} was applied in part by another tool. Look at its logs in _prisma_migrations, ` +
          'mend the database, and set rolled_back_at of that row (or delete it) to have it applied again.',
      );
    }
    if (file === undefined) {
      throw new MigrationRefused(
        `Migration ${String(name)} was applied to the database but is not among the program's migrations. ` +
          'The database belongs to a newer version.',
      );
    }
    if (file.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${String(name)} was changed after it was applied. Applied migrations are never edited: ` +
          'restore the file and write a new migration.',
      );
    }
    applied.add(file.name);
  }
  return migrations.filter((migration) => !applied.has(migration.name));
}

/**
 * Applies one migration and records it in the same transaction: a start that is killed leaves both or neither.
 * A failure is recorded in place of the one before.
 */
async function apply(session: Session, { name, sql, checksum }: Migration): Promise<void> {
  const record = [randomUUID(), checksum, name];
  await session.script('BEGIN');
  try {
    await session.script(sql);
    await session.query(
      `${withoutFailures}
       INSERT INTO "_prisma_migrations"
         ("id", "checksum", "migration_name", "started_at", "finished_at", "applied_steps_count")
       VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
      record,
    );
    await session.script('COMMIT');
  } catch (error) {
    const logs = error instanceof Error ? error.message : String(error);
    // on a full disk or a lost connection the reason can be told, but not recorded
    await recordFailure(session, [...record, logs]).catch(() => undefined);
    throw error;
  }
}

const withoutFailures = `WITH failures AS (
  DELETE FROM "_prisma_migrations" WHERE "migration_name" = $3 AND ${leftNothing})`;

async function recordFailure(session: Session, record: string[]): Promise<void> {
  await session.script('ROLLBACK');
  await session.query(
    `${withoutFailures}
     INSERT INTO "_prisma_migrations"
       ("id", "checksum", "migration_name", "started_at", "rolled_back_at", "logs")
     VALUES ($1, $2, $3, now(), clock_timestamp(), $4)`,
    record,
  );
}
