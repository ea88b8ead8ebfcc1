import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { AnswerSize } from './answer-size.ts';
import type { Sql } from './statement.ts';

/** Result of a statement: rows as arrays, column names, and the number of changed rows. */
export interface Answer {
  readonly rows: readonly (readonly unknown[])[];
  readonly columns: readonly string[];
  readonly affected: number;
}

/** Sends one statement. BIGINT is returned as bigint, NUMERIC as Decimal, JSON parsed, timestamps as Date. */
export type Send = (sql: Sql) => Promise<Answer>;

/** A transaction that the fast path has begun, with its connection. */
export interface HeldTransaction {
  readonly send: Send;
  /** Prisma's driver on the same connection. */
  readonly driver: () => Promise<SqlQueryable>;
  /** Ends the transaction and releases the connection. Throws if the database rolled back instead. */
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

/** What the fast path needs from a database beside Prisma's client. */
export interface Connections {
  /** Outside of transactions. The result counts toward `size`, or has its own limit if that is absent. */
  readonly send: (sql: Sql, size?: AnswerSize) => Promise<Answer>;
  /**
   * Begins a transaction, at an SQL isolation level if one is given. Its statements end, or are given up, after
   * `timeout` milliseconds, by default that of `limits`.
   */
  readonly begin: (isolation?: string, timeout?: number) => Promise<HeldTransaction>;
  /** Milliseconds: how long to wait for a transaction, and how long it may take. */
  readonly limits: { readonly maxWait: number; readonly timeout: number };
}
