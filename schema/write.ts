import { Prisma } from '../prisma/generated/client/client.ts';
import type { QueuedTable } from '../prisma/shares/records.ts';
import { auditActorOf, recordEntries } from './audit-log/record.ts';
import type { Context, Locks, Settings, Transaction, Viewer } from './context.ts';
import type { AuditRecord } from './domain/audit.ts';
import type { ShippingMethod } from './domain/proposal.ts';
import type { Act, WorkingOrder } from './order-desk/working-order.ts';
import { isExpected } from './errors.ts';
import { claimFor, keep } from './kept-answers.ts';
import { inTransaction, isTrouble, NeedsOrders } from './transaction.ts';
import { asStep } from './unit-of-work.ts';
import { requireStanding } from './access/standing.ts';

const idsIn = (text: string | null): bigint[] => (text ?? '').match(/\d+/g)?.map(BigInt) ?? [];

/**
 * One write: a transaction with what it has locked and changed so far. Locks that a write waits for are taken in one
 * order everywhere: order rows by id, then stock by variant. Decision: T53.
 */
export class Write implements Act {
  readonly tx: Transaction;
  readonly settings: Settings;
  /** The caller with the rights of now; in a write to users, roles or keys with those under its lock. */
  viewer: Viewer;
  /** Whether the write may end the caller's own key or session, and so judged them before. */
  judgesAccess = false;
  /** Whether it was refused and wrote nothing, although it did not throw: then its Idempotency-Key stays free. */
  isRefused = false;
  /** Whether a statement failed whose error is told to the client: no other one can run in the transaction. */
  isAborted = false;
  /** The time of the process, to judge by what is on sale; what is written has the time of `now`. */
  readonly clock: () => Date;
  private time: Date | undefined;
  /** Locked orders as they are stored: what is saved is the difference. */
  readonly stored = new Map<bigint, WorkingOrder>();
  /** Goods that arrived, by stock item: backorders are filled with them before the write ends. */
  readonly rises = new Map<bigint, number>();
  /** The active shipping methods, once they are read. */
  methods: readonly ShippingMethod[] = [];
  /** Records whose lock_version this write has raised: it rises once per write. */
  private readonly versions = new Set<string>();
  private locations:
    { readonly standard: bigint; readonly inactive: ReadonlySet<bigint> } | undefined;
  /** Entries that this write adds to the audit log. */
  readonly audited: AuditRecord[] = [];
  private readonly lockedOrders = new Set<bigint>();
  /** How many line items the write will probably add: their ids are reserved along with the lock. */
  linesToAdd = 0;
  /** Reserved ids of line items, lowest first. */
  idsOfLines: bigint[] = [];
  private readonly running: Promise<unknown>[] = [];
  private readonly by: ReturnType<typeof auditActorOf>;
  private readonly locks: Locks;

  constructor(tx: Transaction, context: Context, locks: Locks) {
    this.tx = tx;
    this.settings = context.settings;
    this.viewer = context.viewer;
    this.clock = context.now;
    this.by = auditActorOf(context);
    this.locks = locks;
  }

  /**
   * The time of this write: taken when it is first read after its last lock, so that of two writes to a record the one
   * that had to wait has the later time. Do not keep it over a lock. Decision: V13.
   */
  get now(): Date {
    return (this.time ??= this.clock());
  }

  /** To be called once rows are locked: what is written from then on is later than what others wrote there. */
  hasLocked(): void {
    this.time = undefined;
  }

  get userId(): bigint | null {
    return this.viewer.user?.id ?? null;
  }

  /** Adds a change to the audit log, in the transaction of this write. */
  audit(entry: AuditRecord): void {
    this.audited.push(entry);
  }

  /** Whether an earlier attempt found that orders must be locked before others: then all are, by id. */
  get hasForeseen(): boolean {
    return this.locks.foreseen.size > 0;
  }

  /**
   * Locks these orders and those an earlier attempt asked for, by id; before any stock item, unless they are locked already.
   * Throws NeedsRecords at once, so that nothing is sent along with locks that it does not ask for.
   */
  lockOrders(orderIds: readonly bigint[]): Promise<unknown> {
    const ids = [...new Set([...orderIds, ...this.locks.foreseen])].filter(
      (id) => !this.lockedOrders.has(id),
    );
    if (ids.length === 0) return Promise.resolve();
    this.claim('orders', ids);
    return this.lockClaimed(Prisma.sql`o.id = ANY(${ids.map(String)}::bigint[])`);
  }

  /**
   * Locks the order of this number, if there is one, without knowing its id, which it takes once it knows it.
   * Throws NeedsRecords: at once for the number, later for the id.
   */
  lockOrderNumbered(number: string): Promise<void> {
    this.claim('orders', [number]);
    return this.lockClaimed(Prisma.sql`o.number = ${number}`).then((ids) => {
      this.claim('orders', ids);
    });
  }

  private async lockClaimed(condition: Prisma.Sql): Promise<readonly bigint[]> {
    const rows = await this.tx.$queryRaw<
      { id: bigint; standard: bigint; inactive: string | null; lines: string | null }[]
    >(Prisma.sql`
      SELECT o.id, l.id AS standard, closed.ids AS inactive, added.ids AS lines
      FROM orders o LEFT JOIN stock_locations l ON l.is_default
      CROSS JOIN (
        SELECT string_agg(id::text, ' ') AS ids FROM stock_locations WHERE NOT active) closed
      CROSS JOIN (
        SELECT string_agg(nextval('line_items_id_seq')::text, ' ') AS ids
        FROM generate_series(1, ${this.linesToAdd})) added
      WHERE ${condition} ORDER BY o.id FOR NO KEY UPDATE OF o`);
    const [row] = rows;
    if (row) {
      this.locations ??= { standard: row.standard, inactive: new Set(idsIn(row.inactive)) };
      this.idsOfLines.push(...idsIn(row.lines));
    }
    for (const { id } of rows) this.lockedOrders.add(id);
    this.hasLocked();
    return rows.map(({ id }) => id);
  }

  /** Leaves out reserved ids that are not above this one: others may have added line items before the lock was given. */
  keepIdsBehind(last: bigint): void {
    this.idsOfLines = this.idsOfLines.filter((id) => id > last);
  }

  /** The default stock location, known once an order is locked. */
  get defaultLocationId(): bigint {
    return this.knownLocations().standard;
  }

  /** The inactive stock locations, known once an order is locked. */
  get inactiveLocations(): ReadonlySet<bigint> {
    return this.knownLocations().inactive;
  }

  private knownLocations() {
    if (this.locations === undefined) throw new Error('The write has locked no order.');
    return this.locations;
  }

  /** Announces which records are locked next; waits without a connection while others write them. */
  claim(table: QueuedTable, ids: readonly (bigint | string)[]): void {
    this.locks.claim(table, ids);
  }

  /**
   * Runs a statement whose result decides nothing. What is asked next runs after it and is sent along with it. If it fails,
   * so does what is asked next, and `finish` throws its error. Decision: Q84.
   */
  run(statement: () => Promise<unknown>): Promise<void> {
    const running = statement();
    running.catch(() => undefined);
    this.running.push(running);
    return Promise.resolve();
  }

  /**
   * Ends what the write does, before what it did is read: goods that arrived fill backorders, and the audit log gets
   * its entries.
   */
  async conclude(): Promise<void> {
    while (this.rises.size > 0) await fillBackorders(this);
    const { by } = this;
    const entries = this.audited.splice(0);
    if (by && entries.length > 0) await this.run(() => recordEntries(this.tx, by, entries));
  }

  /** Waits for what `run` has sent; throws the first failure, the cause of all others. */
  async finish(): Promise<void> {
    await Promise.all(this.running);
  }

  /** The next lock_version of a record; it rises once per write. */
  raised(model: string, id: bigint, version: number): number {
    const key = `${model} ${id}`;
    if (this.versions.has(key)) return version;
    this.versions.add(key);
    return version + 1;
  }

  /** Throws NeedsOrders if one of these orders is not locked. */
  requireLocks(orderIds: readonly bigint[]): void {
    const missing = orderIds.filter((id) => !this.lockedOrders.has(id));
    if (missing.length > 0) throw new NeedsOrders(missing);
  }
}

/** Fills backorders with the goods that arrived in a write, and takes these off its rises. */
type FillBackorders = (write: Write) => Promise<unknown>;

let fillBackorders: FillBackorders = () => Promise.reject(new Error('Nothing fills backorders.'));

/** Says what fills backorders: it writes orders, which know writes, and not the other way round. */
export function fillBackordersWith(fill: FillBackorders): void {
  fillBackorders = fill;
}

/** How long after its caller's key was read a write may end without reading it again, in milliseconds. */
const unaskedMs = 1_000;

/**
 * Runs a write as one transaction, or as a step of the request's unit of work. The whole decision is run again where
 * `inTransaction` says so.
 * Throws Unauthenticated if the caller's key ended while the write waited, also where it is refused anyway; KeyInUse if
 * another request with the same Idempotency-Key was first. Decision: A8, A34, C37, T53, L1.
 */
export async function inWrite<T>(context: Context, work: (write: Write) => Promise<T>): Promise<T> {
  const { unit, once } = context;
  let hasWritten = true;
  const attempt = async (tx: Transaction, locks: Locks, current: Context): Promise<T> => {
    const write = new Write(tx, current, locks);
    const judge = async (): Promise<void> => {
      const isLate = performance.now() - (write.viewer.knownAt ?? locks.begunAt) > unaskedMs;
      if (isLate && !write.judgesAccess) await requireStanding(tx, write.viewer);
    };
    try {
      const answer = await work(write).catch(async (error: unknown) => {
        // who may no longer write is not told how the write would have ended
        if (isExpected(error) && !isTrouble(error) && !write.isAborted) await judge();
        throw error;
      });
      await write.conclude();
      await judge();
      if (once && write.isRefused) await keep(tx, once, null);
      hasWritten = !write.isRefused;
      return answer;
    } finally {
      await write.finish();
    }
  };
  if (unit) return asStep(unit.tx, () => attempt(unit.tx, unit.locks, context));
  const answer = await inTransaction(context, 'default', async (tx, locks, current) => {
    if (once) await claimFor(tx, once);
    return attempt(tx, locks, current);
  });
  if (once) once.isDone = hasWritten;
  return answer;
}
