import type { EmbeddedEngine } from './embedded/embedded-engine.ts';
import type { OnFallback } from './fast-path/delegate.ts';
import type { PrismaClient } from './generated/client/client.ts';

/** One row of a raw query: column name to value. BIGINT is a bigint, NUMERIC a string, a timestamp a Date. */
export type Row = Record<string, unknown>;

export interface Session {
  /** Runs one statement; `$1`, `$2` ... stand for the values. */
  query(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs one or more statements; atomic unless they contain BEGIN and COMMIT. */
  script(sql: string): Promise<void>;
}

/** An open database: Prisma's client for ordinary work, raw SQL for migrations and checks. */
export interface Database extends Session {
  readonly client: PrismaClient;
  /** Prisma's own client, which never takes the fast path. */
  readonly prisma: PrismaClient;
  /** `embedded`: in this process, one connection; `server`: PostgreSQL, several. */
  readonly kind: 'embedded' | 'server';
  /** Runs work on a separate connection without timeouts, for migrations and maintenance. */
  session<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Runs work while no other process prepares this database; calls `onWait` if one does. */
  inTurn<Result>(work: () => Promise<Result>, onWait?: () => void): Promise<Result>;
  /** Open connections, idle ones among them, and requests waiting for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  /** Rejects when the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Timeouts in milliseconds. Statements beyond them are canceled and throw. */
export interface TimeLimits {
  /** A statement outside of transactions, and a transaction that only reads. */
  readonly readMs: number;
  /** A statement in a transaction, and the transaction as a whole. */
  readonly writeMs: number;
  /** Waiting for a connection, a lock or one's turn, on a server. Default `standardWaitMs`. */
  readonly waitMs?: number;
}

export const standardLimits: TimeLimits = { readMs: 2_000, writeMs: 5_000 };

/**
 * How long a connection is waited for, on a server also a lock, in milliseconds. The embedded database has one: a caller
 * may wait for a whole queue of others.
 */
export const standardWaitMs = { server: 2_000, embedded: 10_000 } as const;

export interface DatabaseOptions {
  /** `postgres://` address of a server. Without it the database is embedded. */
  url?: string;
  /** Directory of the embedded database. Without it and without `url` the database is in memory. */
  dataDir?: string;
  /** An embedded database in memory that runs already, and goes on running after `close`. */
  engine?: EmbeddedEngine;
  /** Maximum number of connections to a server. Default 16. */
  poolSize?: number;
  /** Whether ordinary reads and writes use the fast path (one SQL statement each) in place of Prisma. Default true. */
  fastPath?: boolean;
  /** Called with each query that the fast path leaves to Prisma. */
  onFallback?: OnFallback;
  /** Called with every SQL statement, BEGIN and COMMIT included, before it is sent. */
  onStatement?: (sql: string) => void;
  /** Default `standardLimits`. */
  limits?: TimeLimits;
  /**
   * Called when an idle connection to a server is lost, or the thread of the embedded database ended. The next
   * statement opens another.
   */
  onConnectionLost?: (error: Error) => void;
}
