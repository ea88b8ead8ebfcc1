import { moveCounts } from '../stock/move-counts.ts';
import type { Write } from '../write.ts';
import type { Change } from './difference.ts';

/** Saves the counts that orders in hand have changed, with the ledger's rows. Decision: T30, T31, R34. */
export async function saveCounts(write: Write, changes: readonly Change[]): Promise<void> {
  const movements = changes.flatMap(({ after }) =>
    after.movements.map((movement) => ({ ...movement, orderId: after.id })),
  );
  const counts = new Map(
    changes.flatMap(({ after }) => after.stock.map((count) => [count.id, count] as const)),
  );
  const differences = new Map<bigint, number>();
  for (const { stockItemId, quantity } of movements) {
    differences.set(stockItemId, (differences.get(stockItemId) ?? 0) + quantity);
  }
  const items = [...differences].flatMap(([id, difference]) => {
    const count = counts.get(id);
    return count ? [{ ...count, difference }] : [];
  });
  await moveCounts(write, items, movements);
}
