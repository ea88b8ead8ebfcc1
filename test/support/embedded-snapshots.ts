import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type { Row, Session } from '../../prisma/database.ts';
import { EmbeddedEngine } from '../../prisma/embedded/embedded-engine.ts';
import { migrate } from '../../prisma/tools/migrate.ts';

/** V8 compiles code once for all threads of a process, as long as one of them holds it. */
const compiledCode = readFile(
  join(dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite')), 'pglite.wasm'),
).then((bytes) => WebAssembly.compile(bytes));

/** An embedded database in memory without any table. */
export async function emptyEngine(): Promise<EmbeddedEngine> {
  await compiledCode;
  return startEngine(await readSnapshot(await embeddedVersion(), makeSmallDatabase));
}

/** An embedded database in memory with every migration applied and nothing else in it. */
export async function migratedEngine(): Promise<EmbeddedEngine> {
  await compiledCode;
  const name = `${await embeddedVersion()}-${await hashMigrations()}`;
  return startEngine(await readSnapshot(name, makeMigratedDatabase));
}

function startEngine(snapshot: Blob): EmbeddedEngine {
  return new EmbeddedEngine({ snapshot }, () => undefined);
}

const snapshots = new Map<string, Promise<Blob>>();

/** An embedded database's contents, prepared once and stored, because creating one takes seconds. */
function readSnapshot(name: string, prepare: () => Promise<Uint8Array>): Promise<Blob> {
  const known = snapshots.get(name);
  if (known) return known;
  const reading = findSnapshot(join(tmpdir(), `store-test-small-${name}.tar`), prepare);
  snapshots.set(name, reading);
  return reading;
}

async function findSnapshot(path: string, prepare: () => Promise<Uint8Array>): Promise<Blob> {
  if (!existsSync(path)) {
    const written = `${path}.${randomUUID()}`;
    await writeFile(written, await prepare());
    // Renamed at the end, because other workers may be looking for it.
    await rename(written, path);
  }
  return new Blob([await readFile(path)]);
}

/** A new embedded database without space, and databases, that tests do not need. */
async function makeSmallDatabase(): Promise<Uint8Array> {
  const pglite = await PGlite.create({
    extensions: { pg_trgm },
    initDbStartParams: ['--wal-segsize=1'],
  });
  for (const statement of [
    "ALTER SYSTEM SET shared_buffers = '16MB'",
    "ALTER SYSTEM SET min_wal_size = '2MB'",
    'ALTER SYSTEM SET wal_recycle = off',
    'UPDATE pg_database SET datistemplate = false',
    'DROP DATABASE template0',
    'DROP DATABASE template1',
  ]) {
    await pglite.exec(statement);
  }
  return contentsOf(pglite);
}

async function makeMigratedDatabase(): Promise<Uint8Array> {
  const pglite = await PGlite.create({
    extensions: { pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', 'TimeZone=UTC'],
    loadDataDir: await readSnapshot(await embeddedVersion(), makeSmallDatabase),
  });
  const session: Session = {
    query: async (sql, values = []) => (await pglite.query<Row>(sql, [...values])).rows,
    script: async (sql) => {
      await pglite.exec(sql);
    },
  };
  await migrate({ kind: 'embedded', session: (work) => work(session) });
  return contentsOf(pglite);
}

/** Everything in a database, which is closed: a tar file. */
async function contentsOf(pglite: PGlite): Promise<Uint8Array> {
  // or a restored copy would run recovery, and sequences would skip ahead
  await pglite.exec('CHECKPOINT');
  const dump = await pglite.dumpDataDir('none');
  await pglite.close();
  return new Uint8Array(await dump.arrayBuffer());
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
