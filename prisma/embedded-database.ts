import { mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { PGlite, types } from '@electric-sql/pglite';
import type { PGliteOptions, Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  Transaction,
} from '@prisma/driver-adapter-utils';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { Database, DatabaseOptions, Session } from './database.ts';
import { lockDirectory } from './directory-lock.ts';
import { PrismaClient } from './generated/client/client.ts';
import { observeStatements } from './statements.ts';
import { formLine } from './write-line.ts';

/** The longest that a transaction may take, in milliseconds. */
const transactionMs = 5_000;

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
  const client = new PrismaClient({
    adapter: options.onStatement === undefined ? adapter : observeStatements(adapter, onStatement),
    // One connection: a transaction may have to wait for a whole queue of reads.
    transactionOptions: { maxWait: 10_000, timeout: transactionMs },
  });
  // Without the line reads would stand behind all writes, not behind one.
  formLine(client, { width: 1, stallMs: transactionMs });
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
    adapter,
    session: (work) => work(session),
    ping: async () => {
      await session.query('SELECT 1');
    },
    dump: () => pglite.dumpDataDir('none'),
    close: async () => {
      await client.$disconnect();
      await pglite.close();
      lock?.release();
    },
  };
}

const parsers = { [types.INT8]: BigInt, [types.NUMERIC]: (text: string) => text };

async function boot(dataDir: string | undefined, snapshot: Blob | undefined): Promise<PGlite> {
  const options: PGliteOptions = { extensions: { pg_trgm } };
  if (dataDir !== undefined) options.dataDir = resolve(dataDir);
  if (snapshot !== undefined) options.loadDataDir = snapshot;
  const pglite = await PGlite.create(options);
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
      adapter.startTransaction = async (isolationLevel) => {
        const transaction = await beginTransaction(pglite);
        if (isolationLevel !== undefined) {
          const sql = `SET TRANSACTION ISOLATION LEVEL ${isolationLevel}`;
          await transaction.executeRaw({ sql, args: [], argTypes: [] });
        }
        return transaction;
      };
      return adapter;
    },
  };
}

async function beginTransaction(pglite: PGlite): Promise<Transaction> {
  const end = deferred<'commit' | 'rollback'>();
  const begun = deferred<PGliteTransaction>();
  const finished = pglite.transaction(async (inside) => {
    begun.resolve(inside);
    if ((await end.promise) === 'rollback') await inside.rollback();
  });
  // A BEGIN that fails ends `finished` before there is anything to work in.
  const inside = await Promise.race([begun.promise, finished]);
  if (inside === undefined) throw new Error('The embedded database ended a transaction at once.');
  const queries = await new PrismaPGlite(withQueriesOf(pglite, inside)).connect();
  const finish = async (how: 'commit' | 'rollback') => {
    end.resolve(how);
    await finished;
  };
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

/** The database as seen from inside a transaction: its queries wait for nobody. */
function withQueriesOf(pglite: PGlite, inside: PGliteTransaction): PGlite {
  return new Proxy(pglite, {
    get: (target, key) =>
      key === 'query' ? inside.query.bind(inside) : (Reflect.get(target, key) as unknown),
  });
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return {
    promise,
    resolve: (value) => {
      settle(value);
    },
  };
}
