import { type NamedVariant, quantityNotAvailable } from '../domain/stock-guard.ts';
import { assignTake, groupByStockItem, type StockItemKey } from '../domain/stock.ts';
import type { Write } from '../write.ts';
import { ensureStockItem, lockStockItems, moveStock } from './stock-item.ts';
import { setUnits } from './units.ts';

/** A unit to take stock for; `tracked` variants reduce the count. */
export interface UnitToTake extends StockItemKey {
  readonly id: bigint;
  readonly tracked: boolean;
}

/** Too little stock at the moment of taking. The whole write must be rolled back. Decision: T13, T30. */
export class StockShort extends Error {
  readonly messages: readonly string[];
  constructor(messages: readonly string[]) {
    super('There is too little stock.');
    this.messages = messages;
  }
}

/**
 * Takes stock for units: as many as are in stock become sold, the others backordered, by a conditional update
 * of each count. Untracked units become sold without a stock movement.
 * Throws StockShort; the write must then be rolled back.
 * Decision: T30, T35, T53.
 */
export async function takeStock(
  write: Write,
  orderId: bigint,
  units: readonly UnitToTake[],
  nameOf: (variantId: bigint) => NamedVariant,
): Promise<void> {
  const untracked = units.filter(({ tracked }) => !tracked);
  await setUnits(
    write,
    untracked.map(({ id }) => id),
    'sold',
    false,
  );
  const items = groupByStockItem(units.filter(({ tracked }) => tracked));
  const locked = await lockStockItems(
    write,
    items.map(({ variantId }) => variantId),
  );
  const short: string[] = [];
  for (const item of items) {
    const quantity = item.units.length;
    const stockItemId = await ensureStockItem(write, item, locked);
    const after = await moveStock(write, stockItemId, -quantity, { kind: 'sale', orderId });
    if (after === undefined) {
      short.push(quantityNotAvailable(nameOf(item.variantId)));
      continue;
    }
    const { sold, backordered } = assignTake(item.units, after + quantity);
    await setUnits(
      write,
      sold.map(({ id }) => id),
      'sold',
      true,
    );
    await setUnits(
      write,
      backordered.map(({ id }) => id),
      'backordered',
      true,
    );
  }
  if (short.length > 0) throw new StockShort([...new Set(short)]);
}
