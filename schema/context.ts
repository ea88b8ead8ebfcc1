import type { PrismaClient } from '../prisma/generated/client/client.ts';

/** The client every resolver reads and writes through; reached by the context, never imported. */
export type Db = PrismaClient;

/** The same client inside a transaction. */
export type Transaction = Parameters<Parameters<Db['$transaction']>[0]>[0];

/**
 * Who asks.
 * - `key` `good`: `user` and `permissions` are those of the key's owner
 * - `key` `bad`: a key was sent and is unknown, revoked or expired
 * - `key` `none`: no key was sent
 *
 * `orderToken` is what was presented, not yet compared with any order.
 * Decision: A3, A5, A11.
 */
export interface Viewer {
  readonly key: 'none' | 'good' | 'bad';
  readonly user: {
    readonly id: bigint;
    readonly email: string;
    readonly name: string | null;
  } | null;
  readonly permissions: ReadonlySet<string>;
  readonly orderToken: string | null;
}

/** The settings of the store that decide what a write means. Decision: T10, C26, G9. */
export interface Settings {
  /** ISO 4217 code, e.g. `USD`. */
  readonly currency: string;
  readonly requirePaymentToShip: boolean;
  readonly checkoutConfirm: boolean;
  /** Decimal fraction as text, `0` is off. */
  readonly taxRate: string;
}

/** The transaction that all steps of a request are carried out in. Decision: L1. */
export interface Unit {
  readonly tx: Transaction;
  /** Orders that an earlier attempt found it must lock. */
  readonly foreseen: ReadonlySet<bigint>;
  /** What is to be done once the transaction has ended, however it ended. */
  readonly afterwards: ((db: Db) => void)[];
}

/** What every resolver is handed. */
export interface Context {
  /** Inside a unit of work its transaction, so that steps see what the ones before them did. */
  readonly db: Db;
  readonly unit?: Unit;
  readonly viewer: Viewer;
  readonly now: () => Date;
  readonly requestId: string;
  readonly settings: Settings;
}
