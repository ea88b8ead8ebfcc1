import type { OnFallback } from './fast-path/delegate.ts';
import type { PrismaClient } from './generated/client/client.ts';

/** One row of a raw query: column name to value. BIGINT is a bigint, NUMERIC a text, time a Date. */
export type Row = Record<string, unknown>;

/** SQL on one connection. */
export interface Session {
  /** Runs one statement; `$1`, `$2` ... stand for the values. */
  query(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a text of one or more statements; without BEGIN and COMMIT in it, all or nothing. */
  script(sql: string): Promise<void>;
}

/**
 * An opened database: the Prisma client for everything ordinary, raw SQL for migrations and checks.
 * Decision: C30.
 */
export interface Database extends Session {
  readonly client: PrismaClient;
  /** Prisma's own client, which never takes the fast path. */
  readonly prisma: PrismaClient;
  /** `embedded`: in this process, one connection; `server`: PostgreSQL, several. */
  readonly kind: 'embedded' | 'server';
  /** Runs work on a connection of its own without time limits, for migrations and maintenance. */
  session<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /**
   * Runs work while no other process prepares this database; `onWait` is called if one does.
   * Decision: L50.
   */
  inTurn<Result>(work: () => Promise<Result>, onWait?: () => void): Promise<Result>;
  /** Connections now open, those of them idle, and requests waiting for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** How long statements may take, in milliseconds; what takes longer is ended and reported as trouble. */
export interface TimeLimits {
  /** A statement outside of transactions. */
  readonly readMs: number;
  /** A statement in a transaction, and the transaction as a whole. */
  readonly writeMs: number;
}

/** Decision: N53. */
export const standardLimits: TimeLimits = { readMs: 2_000, writeMs: 5_000 };

export interface DatabaseOptions {
  /** `postgres://` address of a server; without it the database is embedded. */
  url?: string;
  /** Directory of the embedded database; without it and without `url` it lives in memory. */
  dataDir?: string;
  /** Contents an embedded database in memory starts with, as `dump` gave them. */
  snapshot?: Blob;
  /** Most connections to a server at once. Default 16. */
  poolSize?: number;
  /** Whether a server keeps statements prepared. Default true; off behind PgBouncer before 1.21. */
  preparedStatements?: boolean;
  /** Whether ordinary reads and writes go past Prisma, by one statement each. Default true. */
  fastPath?: boolean;
  /** Called with what the fast path left to Prisma. */
  onFallback?: OnFallback;
  /** Called with every SQL statement, BEGIN and COMMIT included, before it is sent. */
  onStatement?: (sql: string) => void;
  /** Default `standardLimits`. */
  limits?: TimeLimits;
  /** Called when an idle connection to a server is lost, or the thread of the embedded database has ended. The next statement opens another. */
  onConnectionLost?: (error: Error) => void;
}

/**
 * Opens the store's database: the server at `url`, else the embedded one in `dataDir` or in memory.
 * Nothing is migrated: see `migrate`.
 * Throws DirectoryInUse when another process has the directory; an Error when the server is away or
 * its sessions are not in UTC.
 * Decision: C30.
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url !== undefined) {
    const { openServer } = await import('./server-database.ts');
    return openServer({ ...options, url: options.url });
  }
  const { openEmbedded } = await import('./embedded-database.ts');
  return openEmbedded(options);
}
