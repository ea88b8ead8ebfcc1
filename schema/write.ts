import { Prisma } from '../prisma/generated/client/client.ts';
import type { QueuedTable } from '../prisma/shares/records.ts';
import { auditActorOf, recordEntries } from './audit-log/record.ts';
import type { Context, Locks, Settings, Transaction, Viewer } from './context.ts';
import type { AuditRecord } from './domain/audit.ts';
import { inTransaction, NeedsOrders } from './transaction.ts';
import { asStep } from './unit-of-work.ts';

/**
 * One write: a transaction with what it has locked and changed so far. Locks are taken in one order everywhere:
 * order rows by id, then stock items by variant and location.
 * Decision: T53.
 */
export class Write {
  readonly tx: Transaction;
  readonly settings: Settings;
  readonly viewer: Viewer;
  readonly now: Date;
  /** Orders to recalculate before the write ends. */
  readonly touchedOrders = new Set<bigint>();
  /** Shipments of which this write filled a backordered unit. Decision: T29. */
  readonly filledShipments = new Set<bigint>();
  /** Records whose lock_version this write has raised: it rises once per write. Decision: B51. */
  private readonly raised = {
    orders: new Set<bigint>(),
    shipments: new Set<bigint>(),
    units: new Set<bigint>(),
  };
  /** Entries that this write adds to the audit log. */
  readonly audited: AuditRecord[] = [];
  private readonly lockedOrders = new Set<bigint>();
  private readonly locks: Locks;

  constructor(tx: Transaction, context: Context, now: Date, locks: Locks) {
    this.tx = tx;
    this.settings = context.settings;
    this.viewer = context.viewer;
    this.now = now;
    this.locks = locks;
  }

  get userId(): bigint | null {
    return this.viewer.user?.id ?? null;
  }

  /** Adds a change to the audit log, in the transaction of this write. Decision: N76. */
  audit(entry: AuditRecord): void {
    this.audited.push(entry);
  }

  /** Whether the caller acts as staff: with a valid key, and not as the owner. Decision: N76. */
  isStaffFor({ userId }: { readonly userId: bigint | null }): boolean {
    return this.viewer.key === 'good' && (userId === null || userId !== this.userId);
  }

  /** Locks these orders and those an earlier attempt asked for, by id; before any stock item. */
  async lockOrders(orderIds: readonly bigint[]): Promise<void> {
    const ids = [...new Set([...orderIds, ...this.locks.foreseen])].filter(
      (id) => !this.lockedOrders.has(id),
    );
    if (ids.length === 0) return;
    this.claim('orders', ids);
    await this.tx.$queryRaw(
      Prisma.sql`SELECT id FROM orders WHERE id = ANY(${ids.map(String)}::bigint[]) ORDER BY id FOR UPDATE`,
    );
    for (const id of ids) this.lockedOrders.add(id);
  }

  /**
   * Announces which records are locked next; waits without a connection while others write them.
   * Decision: N42.
   */
  claim(table: QueuedTable, ids: readonly bigint[]): void {
    this.locks.claim(table, ids);
  }

  /** Those of these records whose lock_version has not been raised yet; counts them as raised. */
  raise(kind: 'orders' | 'shipments' | 'units', ids: readonly bigint[]): bigint[] {
    const raised = this.raised[kind];
    const fresh = ids.filter((id) => !raised.has(id));
    for (const id of fresh) raised.add(id);
    return fresh;
  }

  /**
   * Marks orders as changed.
   * Throws NeedsOrders if one is not locked.
   */
  touch(...orderIds: readonly bigint[]): void {
    const missing = orderIds.filter((id) => !this.lockedOrders.has(id));
    if (missing.length > 0) throw new NeedsOrders(missing);
    for (const id of orderIds) this.touchedOrders.add(id);
  }
}

/**
 * Runs a write as one transaction, or as a step of the request's unit of work. The whole decision is run again
 * where `inTransaction` says so.
 * Decision: A34, C37, T53, L1.
 */
export async function inWrite<T>(context: Context, work: (write: Write) => Promise<T>): Promise<T> {
  const { unit } = context;
  const carryOut = async (tx: Transaction, locks: Locks): Promise<T> => {
    const write = new Write(tx, context, context.now(), locks);
    const answer = await work(write);
    if (write.touchedOrders.size > 0)
      throw new Error('A write ended without recalculating the orders it changed.');
    const by = auditActorOf(context);
    if (by) await recordEntries(tx, by, write.audited);
    return answer;
  };
  return unit
    ? asStep(unit.tx, () => carryOut(unit.tx, unit.locks))
    : inTransaction(context.db, 'default', carryOut);
}
