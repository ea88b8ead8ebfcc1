import { auditEntry } from '../domain/audit.ts';
import { maximumCount } from '../domain/measures.ts';
import type { LockedStockItem, MovementKind } from '../domain/stock.ts';
import { reserveIds } from '../reserved-ids.ts';
import type { Write } from '../write.ts';
import { type LedgerRow, moveCounts } from './move-counts.ts';

/** What the count of a locked stock item becomes, and why. */
export interface CountChange {
  readonly item: LockedStockItem;
  readonly to: number;
  readonly kind: Extract<MovementKind, 'set' | 'adjust'>;
  readonly reason?: string | null;
}

/** The rows of the ledger for one change: a row holds at most the largest count, so from far below zero it takes several. */
function ledgerOf(
  { to, kind, reason = null }: CountChange,
  id: bigint,
  from: number,
): readonly LedgerRow[] {
  const rows: LedgerRow[] = [];
  for (let count = from; count !== to;) {
    const quantity = Math.max(-maximumCount, Math.min(maximumCount, to - count));
    count += quantity;
    rows.push({ stockItemId: id, kind, quantity, countAfter: count, reason });
  }
  return rows;
}

/**
 * Carries out changes of locked counts that were decided, one after the other, with ledger and audit log, and creates
 * the stock items that are new; increases fill backorders at the end of the write. Returns the ids of the items in the
 * order of the changes. The number of statements does not grow with the changes.
 */
export async function changeCounts(
  write: Write,
  changes: readonly CountChange[],
): Promise<readonly bigint[]> {
  const fresh = changes.flatMap(({ item }) => (item.isNew ? [item.id] : []));
  const real = await reserveIds(write, [{ model: 'StockItem', ids: [...new Set(fresh)] }]);
  const counts = new Map<bigint, { readonly item: LockedStockItem; to: number }>();
  const ledger: LedgerRow[] = [];
  const ids = changes.map((change) => {
    const { item, to, reason } = change;
    const id = real.get(item.id) ?? item.id;
    const known = counts.get(id) ?? { item, to: item.countOnHand };
    if (to !== known.to) {
      ledger.push(...ledgerOf(change, id, known.to));
      const after = { countOnHand: to, ...(reason && { reason }) };
      write.audit(auditEntry('stock.change', id, { countOnHand: known.to }, after));
    }
    if (to > known.to) write.rises.set(id, (write.rises.get(id) ?? 0) + to - known.to);
    counts.set(id, { item, to });
    return id;
  });
  const moved = [...counts].flatMap(([id, { item, to }]) =>
    to !== item.countOnHand || item.isNew
      ? [{ ...item, id, difference: to - item.countOnHand }]
      : [],
  );
  await moveCounts(write, moved, ledger);
  return ids;
}
