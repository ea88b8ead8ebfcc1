import type { PrismaClient } from '../prisma/generated/client/client.ts';
import type { QueuedTable } from '../prisma/shares/records.ts';

/** The client every resolver reads and writes through; reached by the context, never imported. */
export type Db = PrismaClient;

/** The same client inside a transaction. */
export type Transaction = Parameters<Parameters<Db['$transaction']>[0]>[0];

/**
 * The caller.
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
  /** What the token of an order opens: anything on it, or what its owner may. Absent: `any`. */
  readonly tokenRights?: TokenRights;
  /** What the viewer asks in; the contract is of REST. Absent: `graphql`. */
  readonly language?: Language;
  /** Id of the key, where it is good and known by the database. */
  readonly keyId?: bigint;
}

/** The languages of the interface. */
export type Language = 'rest' | 'graphql';

/** What the token of an order opens. Decision: N81. */
export type TokenRights = 'any' | 'owner';

/** What decides who owns an order and who holds its token. */
export interface OrderOwnership {
  readonly userId: bigint | null;
  readonly token: string | null;
}

/** The settings of the store that decide what a write means and who may make it. Decision: T10, C26, G9, N81. */
export interface Settings {
  /** ISO 4217 code, e.g. `USD`. */
  readonly currency: string;
  readonly requirePaymentToShip: boolean;
  readonly checkoutConfirm: boolean;
  /** Decimal fraction as text, `0` is off. */
  readonly taxRate: string;
  readonly orderTokenRights: TokenRights;
}

/** What a transaction knows of the records it locks. Decision: T53, N42. */
export interface Locks {
  /** Orders that an earlier attempt found it must lock. */
  readonly foreseen: ReadonlySet<bigint>;
  /** Takes records before they are locked. Throws NeedsRecords where other writes hold one of them. */
  readonly claim: (table: QueuedTable, ids: readonly bigint[]) => void;
}

/** The transaction that all steps of a request are carried out in. Decision: L1. */
export interface Unit {
  readonly tx: Transaction;
  readonly locks: Locks;
  /** What is to be done once the transaction has ended, however it ended. */
  readonly afterwards: ((db: Db) => void)[];
}

/** Where an operation comes from, for the audit log. */
export interface Origin {
  readonly actor: 'user' | 'command line';
  /** Network address of the client, behind trusted proxies. */
  readonly address: string | null;
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
  /** None for the program's own work, such as loading the sample store, which is not in the audit log. */
  readonly origin?: Origin;
}
