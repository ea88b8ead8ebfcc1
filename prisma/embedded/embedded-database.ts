import { resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import pg from 'pg';
import { type DatabaseOptions, standardLimits, standardWaitMs } from '../database.ts';
import { lockDirectory } from './directory-lock.ts';
import { beginDirectory, lookAtDirectory } from './embedded-directory.ts';
import { EmbeddedEngine } from './embedded-engine.ts';
import { EmbeddedStream } from './embedded-stream.ts';
import { type PooledDatabase, pooledDatabase } from '../pool/pooled-database.ts';

/**
 * How many bytes of code a WebAssembly function executes before V8 compiles it again with optimization. A start
 * runs most of PostgreSQL a few times only, so optimizing early costs more than it saves.
 */
const bytesBeforeSecondCompilation = 120_000_000;

/**
 * Opens PostgreSQL inside this process, in its own thread: no server, nothing to install. There is one
 * connection, so transactions wait for each other. Data survives a crash of the process but not a power
 * failure. The directory is locked until `close`.
 * Throws DirectoryInUse if another process uses the directory, ForeignDirectory if it contains other files.
 */
export async function openEmbedded(options: DatabaseOptions): Promise<PooledDatabase> {
  const { dataDir, onConnectionLost = () => undefined } = options;
  const { readMs, writeMs } = options.limits ?? standardLimits;
  const waitMs = standardWaitMs.embedded;
  if (dataDir !== undefined) lookAtDirectory(resolve(dataDir));
  const release = dataDir === undefined ? undefined : await lockDirectory(dataDir);
  setFlagsFromString(`--wasm-tiering-budget=${String(bytesBeforeSecondCompilation)}`);
  const engine =
    options.engine ??
    new EmbeddedEngine(
      dataDir === undefined ? {} : { dataDir: resolve(dataDir) },
      onConnectionLost,
    );
  try {
    const finish = dataDir === undefined ? undefined : beginDirectory(resolve(dataDir));
    await engine.thread();
    finish?.();
  } catch (error) {
    release?.();
    throw error;
  }
  const pool = new pg.Pool({
    pipeline: true,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
    connectionTimeoutMillis: waitMs,
    stream: () => new EmbeddedStream(engine),
    // pg must not read PGHOST and the like
    host: 'embedded',
    port: 5432,
    user: 'postgres',
    password: '',
    database: 'postgres',
    ssl: false,
  });
  // the engine reports these errors
  pool.on('error', () => undefined);
  const database = pooledDatabase(
    {
      kind: 'embedded',
      pool,
      readMs,
      limits: { maxWait: waitMs, timeout: writeMs },
      // PGlite has no timeouts
      graceMs: 0,
      onBegin: () => '',
      // without the queue, reads would wait for all queued writes instead of one
      shares: { connections: 1, stallMs: writeMs, readMs },
      // the directory lock already ensures one process
      inTurn: (work) => work(),
    },
    options,
  );
  return {
    ...database,
    close: async () => {
      await database.close();
      try {
        if (!options.engine) await engine.close();
      } finally {
        release?.();
      }
    },
  };
}
