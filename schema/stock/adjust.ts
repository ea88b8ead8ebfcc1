import { AttributeReader, invalid } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { maximumCount, parseInteger } from '../domain/measures.ts';
import { accept, type Reading, refuse, words } from '../domain/messages.ts';
import { quantityNotAvailable } from '../domain/stock-guard.ts';
import { parseText } from '../domain/text.ts';
import { wholeField } from '../number-fields.ts';
import { visibilityIn, visibleVariant } from '../products/visibility.ts';
import { soughtId } from '../refs.ts';
import { optionSelection } from '../variants/option-selection.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import type { Write } from '../write.ts';
import { changeCounts } from './change-counts.ts';
import { boundsAt, itemAt, lockStockItems, readPlaces } from './stock-item.ts';

export const AdjustStockInput = builder.inputType('AdjustStockInput', {
  description: 'A change of stock.',
  fields: (t) => ({
    variantId: t.id({ required: true, description: 'Id of the variant.' }),
    stockLocationId: t.id({
      description: 'Id of the stock location; the default one if it is left out or blank.',
    }),
    quantity: wholeField(t, {
      required: true,
      description: 'Units to add, or to take off if negative: 5 or -5. Not 0.',
    }),
    reason: t.string({
      description: 'Reason for the change, such as "Delivery". Stored with the stock movement.',
    }),
  }),
});

type StockAdjustment = typeof AdjustStockInput.$inferInput;

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

/**
 * Changes the count of a variant at a location by a number of units; returns the id of the stock item. An
 * increase fills backorders.
 * Throws Invalid, also if the count would become negative and must not.
 */
export async function adjustStock(write: Write, input: StockAdjustment): Promise<bigint> {
  const { tx } = write;
  await write.lockOrders([]);
  const reader = new AttributeReader();
  const where = {
    id: soughtId(input.variantId),
    ...visibleVariant(visibilityIn(write, 'variants')),
  };
  const variant = await tx.variant.findFirst({ where, select: namedVariant });
  if (!variant) reader.note('variantId', words.invalid);
  const placeOf = await readPlaces(write, [input]);
  const location = placeOf(input);
  if (!location) reader.note('stockLocationId', words.invalid);
  const quantity = reader.read('quantity', parseQuantity(input.quantity));
  const reason = reader.read('reason', parseText(input.reason)) ?? null;
  reader.check();
  if (!variant || !location || quantity === undefined) {
    throw new TypeError('An adjustment was only partly read.');
  }
  const stock = await lockStockItems(write, [variant.id]);
  // it may have been deleted while its stock was waited for
  if (!(await tx.variant.findFirst({ where, select: { id: true } }))) {
    throw invalid('variantId', words.invalid);
  }
  const item = itemAt(stock, variant.id, location);
  const to = item.countOnHand + quantity;
  const { min, max } = boundsAt(stock, item);
  if (to > max) throw invalid('quantity', words.atMost(String(maximumCount)));
  if (to < min) {
    const named = { name: variant.product.name, optionsText: optionsTextOf(variant) };
    throw invalid('quantity', quantityNotAvailable(named));
  }
  const [itemId] = await changeCounts(write, [{ item, to, kind: 'adjust', reason }]);
  if (itemId === undefined) throw new Error('A count was not changed.');
  return itemId;
}
