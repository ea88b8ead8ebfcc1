import type { SqlQueryable } from '@prisma/driver-adapter-utils';
import type { AnswerSize } from './answer-size.ts';
import type { Sql } from './statement.ts';

/** What a statement gave: rows as arrays, names of their columns, and how many rows it changed. */
export interface Answer {
  readonly rows: readonly (readonly unknown[])[];
  readonly columns: readonly string[];
  readonly affected: number;
}

/** Sends one statement; BIGINT comes as bigint, NUMERIC as Decimal, JSON parsed, times as Date. */
export type Send = (sql: Sql) => Promise<Answer>;

/** A transaction that the fast path has begun on a connection of its own. */
export interface HeldTransaction {
  readonly send: Send;
  /** Prisma's driver on the same connection. */
  readonly driver: () => Promise<SqlQueryable>;
  /** Ends the transaction and gives the connection back. Throws when the database rolled back instead. */
  readonly commit: () => Promise<void>;
  readonly rollback: () => Promise<void>;
}

/** What the fast path needs of a database beside Prisma's client. */
export interface Connections {
  /** Outside of transactions; what it brings counts for `size`, by itself where none is given. */
  readonly send: (sql: Sql, size?: AnswerSize) => Promise<Answer>;
  /**
   * Begins a transaction, at an isolation level of SQL where one is named. After `timeout` milliseconds,
   * without it those of `limits`, its statements are not waited for any more.
   */
  readonly begin: (isolation?: string, timeout?: number) => Promise<HeldTransaction>;
  /** Milliseconds: how long to wait for a transaction, and how long it may take. */
  readonly limits: { readonly maxWait: number; readonly timeout: number };
}
