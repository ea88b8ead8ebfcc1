import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { planGiveBack, type TakenUnit } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import type { Write } from '../write.ts';
import { fillBackorders } from './fill.ts';
import { ensureStockItem, lockStockItems, type MovementKind, moveStock } from './stock-item.ts';

const maximum = String(maximumCount);

/**
 * Returns the stock of units: first that of backordered ones, which fills nothing, then that of the others,
 * which fills backorders. The caller then deletes the units or sets their new state.
 * Decision: T32, T33, T53.
 */
export async function giveBackStock(
  write: Write,
  orderId: bigint,
  units: readonly TakenUnit[],
  kindOf: (unit: TakenUnit) => MovementKind,
  retire: () => Promise<void>,
): Promise<void> {
  const items = planGiveBack(units);
  const locked = await lockStockItems(
    write,
    items.map(({ variantId }) => variantId),
  );
  const rises: { stockItemId: bigint; rise: number }[] = [];
  for (const item of items) {
    const stockItemId = await ensureStockItem(write, item, locked);
    for (const part of [item.debt, item.pieces]) {
      for (const kind of ['restock', 'return'] as const) {
        const quantity = part.filter((unit) => kindOf(unit) === kind).length;
        if (quantity === 0) continue;
        const after = await moveStock(write, stockItemId, quantity, { kind, orderId });
        if (after === undefined) throw new Invalid({ countOnHand: [words.atMost(maximum)] });
      }
    }
    rises.push({ stockItemId, rise: item.pieces.length });
  }
  // The units are excluded before others are filled: an increase never fills the unit that caused it.
  await retire();
  for (const { stockItemId, rise } of rises) await fillBackorders(write, stockItemId, rise);
}
