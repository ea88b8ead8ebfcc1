import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import type { PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Database, DatabaseOptions, Session } from './database.ts';
import { embeddedConnections } from './embedded-connections.ts';
import { beginDirectory } from './embedded-directory.ts';
import { beginTransaction, withQueriesOf } from './embedded-transaction.ts';
import { lockDirectory } from './directory-lock.ts';
import { storeClient } from './store-client.ts';

/** The embedded database, which can be copied as a whole. */
export interface EmbeddedDatabase extends Database {
  readonly kind: 'embedded';
  /** Prisma's way into this database, for the schema engine. */
  readonly adapter: SqlDriverAdapterFactory;
  /** Everything in the database, to be opened again as `snapshot`. */
  dump(): Promise<Blob>;
}

/**
 * Opens PostgreSQL inside this process: no server, nothing to install.
 * It is one connection, so transactions wait for each other; it survives the death of the process
 * but not a loss of power. A directory is kept to this process until `close`.
 * Throws DirectoryInUse when another process has the directory.
 * Decision: C30.
 */
export async function openEmbedded(options: DatabaseOptions): Promise<EmbeddedDatabase> {
  const { dataDir, snapshot } = options;
  const onStatement = options.onStatement ?? (() => undefined);
  if (dataDir !== undefined) mkdirSync(dirname(resolve(dataDir)), { recursive: true });
  const lock = dataDir === undefined ? undefined : await lockDirectory(dataDir);
  let pglite: PGlite;
  try {
    pglite = await boot(dataDir, snapshot);
  } catch (error) {
    lock?.release();
    throw error;
  }
  const adapter = embeddedAdapter(pglite);
  const { prisma, client } = storeClient(
    adapter,
    embeddedConnections(pglite, transactionOptions, onStatement),
    // Without the line reads would stand behind all writes, not behind one.
    { width: 1, stallMs: transactionOptions.timeout, yields: true },
    options,
  );
  const session: Session = {
    query: async (sql, values = []) => {
      onStatement(sql);
      const { rows } = await pglite.query<Record<string, unknown>>(sql, [...values], { parsers });
      return rows;
    },
    script: async (sql) => {
      onStatement(sql);
      await pglite.exec(sql);
    },
  };
  return {
    ...session,
    kind: 'embedded',
    client,
    prisma,
    adapter,
    session: (work) => work(session),
    // the directory has one process
    inTurn: (work) => work(),
    connections: () => ({ open: 1, idle: 1, waiting: 0 }),
    ping: async () => {
      await session.query('SELECT 1');
    },
    dump: async () => {
      // a copy that had to recover would number on from beyond what was logged ahead
      await pglite.exec('CHECKPOINT');
      return pglite.dumpDataDir('none');
    },
    close: async () => {
      await prisma.$disconnect();
      await pglite.close();
      lock?.release();
    },
  };
}

// One connection: a transaction may have to wait for a whole queue of others.
const transactionOptions = { maxWait: 10_000, timeout: 5_000 };

const parsers = { [types.INT8]: BigInt, [types.NUMERIC]: (text: string) => text };

/**
 * How many bytes of its code a function of WebAssembly runs through before it is compiled a second time,
 * to run faster. A start runs most of PostgreSQL's a little, and compiled twice what it never needs again.
 * Decision: Q65.
 */
const bytesBeforeSecondCompilation = 120_000_000;

async function boot(dataDir: string | undefined, snapshot: Blob | undefined): Promise<PGlite> {
  const options: PGliteOptions = { extensions: { pg_trgm } };
  if (dataDir !== undefined) options.dataDir = resolve(dataDir);
  if (snapshot !== undefined) options.loadDataDir = snapshot;
  setFlagsFromString(`--wasm-tiering-budget=${String(bytesBeforeSecondCompilation)}`);
  const finish = dataDir === undefined ? undefined : beginDirectory(resolve(dataDir));
  const pglite = await PGlite.create(options);
  finish?.();
  await pglite.exec("SET TimeZone = 'UTC'");
  return pglite;
}

/**
 * The driver adapter of the embedded database.
 * Mends the adapter it stands on: scripts are awaited, an isolation level is set inside the
 * transaction it is meant for, and a COMMIT that fails is reported.
 */
function embeddedAdapter(pglite: PGlite): SqlDriverAdapterFactory {
  const factory = new PrismaPGlite(pglite);
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => {
      const adapter: SqlDriverAdapter = await factory.connect();
      adapter.executeScript = async (script) => {
        await pglite.exec(script);
      };
      adapter.startTransaction = (isolationLevel) => transactionFor(pglite, isolationLevel);
      return adapter;
    },
  };
}

/** A transaction for Prisma, which sends neither COMMIT nor ROLLBACK by itself then. */
async function transactionFor(pglite: PGlite, isolation?: string): Promise<Transaction> {
  const { inside, finish } = await beginTransaction(pglite, isolation);
  const queries = await new PrismaPGlite(withQueriesOf(pglite, inside)).connect();
  return {
    provider: queries.provider,
    adapterName: queries.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => queries.queryRaw(query),
    executeRaw: (query) => queries.executeRaw(query),
    commit: () => finish('commit'),
    rollback: () => finish('rollback'),
  };
}
