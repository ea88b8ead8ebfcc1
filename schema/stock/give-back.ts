import { maximumCount } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { planGiveBack, type TakenUnit } from '../domain/stock.ts';
import { Invalid } from '../errors.ts';
import type { Write } from '../write.ts';
import { fillBackorders } from './fill.ts';
import { ensureStockItem, lockStockItems, type MovementKind, moveStock } from './stock-item.ts';

const maximum = String(maximumCount);

/**
 * Gives back what units took: first the debt of backordered ones, which fills nothing, then the
 * units, whose rise fills the backorders of others. The caller then deletes the units or writes
 * their new state; until then they are out of the way of the filling.
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
  // The units leave before others are filled: a rise never fills the unit that caused it.
  await retire();
  for (const { stockItemId, rise } of rises) await fillBackorders(write, stockItemId, rise);
}
