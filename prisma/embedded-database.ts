import { dirname, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import pg from 'pg';
import type { DatabaseOptions } from './database.ts';
import { standardLimits } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { beginDirectory, lookAtDirectory } from './embedded-directory.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { makeDirectory } from './make-directory.ts';
import { pooledDatabase } from './pooled-database.ts';
import type { PooledDatabase } from './pooled-database.ts';

/** The embedded database, which can be copied as a whole. */
export interface EmbeddedDatabase extends PooledDatabase {
  readonly kind: 'embedded';
  /** Everything in the database, to be opened again as `snapshot`. */
  dump(): Promise<Blob>;
}

/** One connection: a caller may have to wait for a whole queue of others. In milliseconds. */
const waitMs = 10_000;

/**
 * How many bytes of its code a function of WebAssembly runs through before it is compiled a second time,
 * to run faster. A start runs most of PostgreSQL's a little, and compiled twice what it never needs again.
 * Decision: Q65.
 */
const bytesBeforeSecondCompilation = 120_000_000;

/**
 * Opens PostgreSQL inside this process, in a thread of its own: no server, nothing to install.
 * It is one connection, so transactions wait for each other; it survives the death of the process
 * but not a loss of power. A directory is kept to this process until `close`.
 * Throws DirectoryInUse when another process has the directory, ForeignDirectory when it holds other files.
 * Decision: C30, N50, O13.
 */
export async function openEmbedded(options: DatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, snapshot, onConnectionLost = () => undefined } = options;
  const { readMs, writeMs } = options.limits ?? standardLimits;
  if (dataDir !== undefined) {
    lookAtDirectory(resolve(dataDir));
    makeDirectory(dirname(resolve(dataDir)));
  }
  const lock = dataDir === undefined ? undefined : await lockDirectory(dataDir);
  setFlagsFromString(`--wasm-tiering-budget=${String(bytesBeforeSecondCompilation)}`);
  const engine = new EmbeddedEngine(
    {
      ...(dataDir !== undefined && { dataDir: resolve(dataDir) }),
      ...(snapshot !== undefined && { snapshot: new Uint8Array(await snapshot.arrayBuffer()) }),
    },
    onConnectionLost,
  );
  try {
    const finish = dataDir === undefined ? undefined : beginDirectory(resolve(dataDir));
    await engine.thread();
    finish?.();
  } catch (error) {
    lock?.release();
    throw error;
  }
  const pool = new pg.Pool({
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    connectionTimeoutMillis: waitMs,
    stream: () => new EmbeddedStream(engine),
    // nothing of the environment leads elsewhere
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
  });
  // told by the engine
  pool.on('error', () => undefined);
  const database = pooledDatabase(
    {
      kind: 'embedded',
      pool,
      readMs,
      limits: { maxWait: waitMs, timeout: writeMs },
      // it has no limits of its own
      graceMs: 0,
      onBegin: '',
      // without the line reads would stand behind all writes, not behind one
      shares: { connections: 1, stallMs: writeMs },
      // the directory has one process
      inTurn: (work) => work(),
    },
    options,
  );
  return {
    ...database,
    kind: 'embedded',
    dump: async () => new Blob([await engine.dump()]),
    close: async () => {
      await database.close();
      await engine.close();
      lock?.release();
    },
  };
}
