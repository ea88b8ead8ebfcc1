import type { PrismaTransaction } from '../prisma/fast-path/transaction.ts';
import type { PrismaClient } from '../prisma/generated/client/client.ts';
import type { QueuedTable } from '../prisma/shares/records.ts';

/** The client that every resolver reads and writes through; taken from the context, never imported. */
export type Db = PrismaClient;

/** The same client inside a transaction. */
export type Transaction = PrismaTransaction;

interface Delegate {
  readonly findUnique: (query: object) => Promise<object | null>;
  readonly findMany: (query: object) => Promise<readonly { readonly id: bigint }[]>;
}

/** The property on the client of the model that has the name of a type. */
export const modelOf = (type: string): string => `${type.charAt(0).toLowerCase()}${type.slice(1)}`;

/** The model that has the name of a type. */
export function delegateOf(db: Transaction, type: string): Delegate {
  const model = modelOf(type);
  const delegate = (db as unknown as Readonly<Record<string, Delegate>>)[model];
  if (!delegate) throw new Error(`There is no table of ${type} records.`);
  return delegate;
}

/**
 * The caller.
 * - `key` `good`: `user` and `permissions` are those of the key's owner
 * - `key` `bad`: a key was sent and is unknown, revoked or expired
 * - `key` `none`: no key was sent
 *
 * `orderToken` is the token as sent, not yet compared with any order.
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
  /** What an order token allows: everything on the order, or what its owner may do. Default `any`. */
  readonly tokenRights?: TokenRights;
  /** The interface of the request; the contract is about REST. Default `graphql`. */
  readonly language?: Language;
  /** Id of the key, if it is valid and stored in the database. */
  readonly keyId?: bigint;
  /** When the key was last looked up, in milliseconds of `performance.now()`. */
  readonly knownAt?: number;
  /** Id of the session that stands for the key. */
  readonly sessionId?: bigint;
}

export type Language = 'rest' | 'graphql';

type TokenRights = 'any' | 'owner';

/** What decides whether the caller owns an order or holds its token. */
export interface OrderOwnership {
  readonly userId: bigint | null;
  readonly token: string | null;
  /** Needed by writes of what an order consists of alone. */
  readonly completedAt?: Date | null;
}

/** The store's settings that affect writes and who may make them. */
export interface Settings {
  /** ISO 4217 code, e.g. `USD`. */
  readonly currency: string;
  readonly requirePaymentToShip: boolean;
  readonly checkoutConfirm: boolean;
  /** Decimal fraction as text; `0` turns it off. */
  readonly taxRate: string;
  readonly taxShipping: boolean;
  /** Whether the prices of a cart follow those of the variants. */
  readonly cartPrices: 'follow' | 'keep';
  readonly orderTokenRights: TokenRights;
}

/** What a transaction knows about the records it locks. */
export interface Locks {
  /** Orders that an earlier attempt found it must lock. */
  readonly foreseen: ReadonlySet<bigint>;
  /** Takes records before they are locked. Throws NeedsRecords if other writes hold one of them. */
  readonly claim: (table: QueuedTable, ids: readonly (bigint | string)[]) => void;
  /** When this attempt asked for its connection, by the clock of the process. */
  readonly begunAt: number;
}

/** The transaction in which all steps of a request run. */
export interface Unit {
  readonly tx: Transaction;
  readonly locks: Locks;
  /** Runs after the transaction, whether it was committed or rolled back. */
  readonly afterwards: ((db: Db) => void)[];
}

/** A request that must run once only. */
export interface KeyedRequest {
  /** The client's key: 1 to 255 printable characters. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  /** Hash of everything else that identifies the request. */
  readonly hash: Uint8Array<ArrayBuffer>;
}

/** A mutation that must run once only: its write claims the key. */
export interface Once {
  /** Whose key it is. */
  readonly principal: string;
  readonly request: KeyedRequest;
  /** Whether a write has been committed, and the key with it. */
  isDone: boolean;
  /** Whether another request had claimed the key in between. */
  isTaken: boolean;
}

/** Origin of an operation, for the audit log. */
export interface Origin {
  readonly actor: 'user' | 'command line';
  /** IP address of the client, behind trusted proxies. */
  readonly address: string | null;
}

export interface Context {
  /** In a unit of work its transaction, so that steps see what earlier ones did. */
  readonly db: Db;
  readonly unit?: Unit;
  readonly viewer: Viewer;
  /**
   * The caller with the rights of now, looked up again after a second; not to be called within a transaction. Absent
   * for the program's own work.
   */
  readonly viewerNow?: () => Promise<Viewer>;
  readonly now: () => Date;
  readonly requestId: string;
  readonly settings: Settings;
  /** Absent for the program's own work, such as loading the sample store, which is not in the audit log. */
  readonly origin?: Origin;
  /** Absent without an Idempotency-Key, and in a unit of work. */
  readonly once?: Once;
  /**
   * Waits until it is the caller's turn to read, which lasts until the response is complete: what a write tells may be
   * so much that it is read then, and not in the transaction. Absent if it is not.
   * Throws SentAway.
   */
  readonly waitToRead?: () => Promise<void>;
  /**
   * Hears the codes of the user errors that a payload tells, whether or not the client asks for them, and whether
   * the refused mutation wrote something all the same.
   */
  readonly hearRefusal?: (codes: readonly string[], hasWritten?: boolean) => void;
}
