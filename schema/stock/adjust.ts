import { AttributeReader, invalid } from '../attribute-reader.ts';
import { auditChanges } from '../domain/audit.ts';
import { maximumCount, parseInteger } from '../domain/measures.ts';
import { accept, type Reading, refuse, words } from '../domain/messages.ts';
import { freeUnits } from '../domain/placement.ts';
import { quantityNotAvailable } from '../domain/stock-guard.ts';
import { isBlank, parseText } from '../domain/text.ts';
import { parseId } from '../refs.ts';
import { optionSelection, optionsTextOf } from '../variants/option-value.ts';
import type { Write } from '../write.ts';
import type { StockAdjustment } from './adjust-input.ts';
import {
  defaultLocationId,
  ensureStockItem,
  type LockedStockItem,
  lockStockItems,
  moveStock,
} from './stock-item.ts';

function parseQuantity(value: unknown): Reading<number> {
  const quantity = parseInteger(value, { min: -maximumCount, max: maximumCount });
  if (!quantity.ok) return quantity;
  return quantity.value === 0 ? refuse(words.notZero) : accept(quantity.value);
}

const namedVariant = {
  id: true,
  optionValues: optionSelection.optionValues,
  product: { select: { name: true, optionTypes: optionSelection.product.select.optionTypes } },
} as const;

/** The location that an adjustment names; undefined if there is none, after adding a message. */
async function readLocation(
  { tx }: Write,
  reader: AttributeReader,
  { stockLocationId }: StockAdjustment,
): Promise<bigint | undefined> {
  if (isBlank(stockLocationId)) return defaultLocationId(tx);
  const id = parseId(stockLocationId);
  const location =
    id === undefined
      ? null
      : await tx.stockLocation.findUnique({ where: { id }, select: { id: true } });
  if (!location) reader.note('stockLocationId', words.invalid);
  return location?.id;
}

/** Whether a rise of a count makes the units at all active locations together too many. Decision: T34. */
function exceedsBound(stock: readonly LockedStockItem[], id: bigint, rise: number): boolean {
  const after = stock.map((item) =>
    item.id === id ? { ...item, countOnHand: item.countOnHand + rise } : item,
  );
  return rise > 0 && freeUnits(after).reduce((sum, { units }) => sum + units, 0) > maximumCount;
}

/**
 * Changes the count of a variant at a location by a number of units; returns the id of the stock item. An
 * increase fills backorders.
 * Throws Invalid, also if the count would become negative and must not.
 * Decision: C9, T31, T33, T53.
 */
export async function adjustStock(write: Write, input: StockAdjustment): Promise<bigint> {
  const { tx } = write;
  await write.lockOrders([]);
  const reader = new AttributeReader();
  const variantId = parseId(input.variantId);
  const variant =
    variantId === undefined
      ? null
      : await tx.variant.findFirst({
          where: { id: variantId, deletedAt: null },
          select: namedVariant,
        });
  if (!variant) reader.note('variantId', words.invalid);
  const stockLocationId = await readLocation(write, reader, input);
  const quantity = reader.read('quantity', parseQuantity(input.quantity));
  const reason = reader.read('reason', parseText(input.reason)) ?? null;
  reader.check();
  if (!variant || stockLocationId === undefined || quantity === undefined) {
    throw new TypeError('An adjustment was only partly read.');
  }
  const id = await ensureStockItem(write, { variantId: variant.id, stockLocationId });
  const stock = await lockStockItems(write, [variant.id]);
  if (exceedsBound(stock, id, quantity)) {
    throw invalid('quantity', words.atMost(String(maximumCount)));
  }
  const after = await moveStock(write, id, quantity, { kind: 'adjust', reason });
  if (after === undefined) {
    throw invalid(
      'quantity',
      quantity > 0
        ? words.atMost(String(maximumCount))
        : quantityNotAvailable({
            name: variant.product.name,
            optionsText: optionsTextOf(variant),
          }),
    );
  }
  const changes = auditChanges({ countOnHand: after - quantity }, { countOnHand: after, reason });
  write.audit({ action: 'stock.change', subject: 'StockItem', id, changes });
  if (quantity > 0) write.rises.set(id, quantity);
  return id;
}
