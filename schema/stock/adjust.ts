import { AttributeReader, invalid } from '../attribute-reader.ts';
import type { Context } from '../context.ts';
import { maximumCount, parseInteger } from '../domain/measures.ts';
import { accept, type Reading, refuse, words } from '../domain/messages.ts';
import { quantityNotAvailable } from '../domain/stock-guard.ts';
import { isBlank, parseText } from '../domain/text.ts';
import { visibilityOf, visibleVariant } from '../products/visibility.ts';
import { parseId } from '../refs.ts';
import { optionSelection, optionsTextOf } from '../variants/option-value.ts';
import type { Write } from '../write.ts';
import type { StockAdjustment } from './adjust-input.ts';
import { changeCounts, exceedsBound } from './change-counts.ts';
import { defaultLocationId, itemAt, lockStockItems, type Place } from './stock-item.ts';

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
): Promise<Place | undefined> {
  const id = isBlank(stockLocationId) ? await defaultLocationId(tx) : parseId(stockLocationId);
  const location =
    id === undefined
      ? null
      : await tx.stockLocation.findUnique({
          where: { id },
          select: { id: true, isDefault: true, active: true },
        });
  if (!location) reader.note('stockLocationId', words.invalid);
  return location ?? undefined;
}

/**
 * Changes the count of a variant at a location by a number of units; returns the id of the stock item. An
 * increase fills backorders.
 * Throws Invalid, also if the count would become negative and must not.
 * Decision: A21, C9, T31, T33, T53.
 */
export async function adjustStock(
  write: Write,
  context: Context,
  input: StockAdjustment,
): Promise<bigint> {
  const { tx } = write;
  await write.lockOrders([]);
  const reader = new AttributeReader();
  const variantId = parseId(input.variantId);
  const variant =
    variantId === undefined
      ? null
      : await tx.variant.findFirst({
          where: { id: variantId, ...visibleVariant(visibilityOf(context, 'variants', false)) },
          select: namedVariant,
        });
  if (!variant) reader.note('variantId', words.invalid);
  const location = await readLocation(write, reader, input);
  const quantity = reader.read('quantity', parseQuantity(input.quantity));
  const reason = reader.read('reason', parseText(input.reason)) ?? null;
  reader.check();
  if (!variant || !location || quantity === undefined) {
    throw new TypeError('An adjustment was only partly read.');
  }
  const stock = await lockStockItems(write, [variant.id]);
  const item = itemAt(stock, variant.id, location);
  const to = item.countOnHand + quantity;
  if (quantity > 0 && exceedsBound(stock, item, to)) {
    throw invalid('quantity', words.atMost(String(maximumCount)));
  }
  if (quantity < 0 && (to < -maximumCount - 1 || (to < 0 && !item.backorderable))) {
    const named = { name: variant.product.name, optionsText: optionsTextOf(variant) };
    throw invalid('quantity', quantityNotAvailable(named));
  }
  const [id] = await changeCounts(write, [{ item, to, kind: 'adjust', reason }]);
  if (id === undefined) throw new Error('A count was not changed.');
  return id;
}
