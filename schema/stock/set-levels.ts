import { AttributeReader } from '../attribute-reader.ts';
import {
  changedSince,
  type DecidedRow,
  type Decision,
  messagesOf,
  unknownRecord,
} from '../bulk/decision.ts';
import { builder } from '../builder.ts';
import { countBounds, parseInteger } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { VariantBy } from '../look-up.ts';
import { wholeField } from '../number-fields.ts';
import type { LockedStockItem } from '../domain/stock.ts';
import { lockNamedVariants } from '../variants/named-variants.ts';
import type { Write } from '../write.ts';
import { changeCounts, type CountChange } from './change-counts.ts';
import {
  boundsAt,
  itemAt,
  itemsByVariant,
  lockStockItems,
  type StockPlace,
  readPlaces,
} from './stock-item.ts';

export const SetStockLevelInput = builder.inputType('SetStockLevelInput', {
  description: 'The count of one variant in one stock location.',
  fields: (t) => ({
    variant: t.field({ type: VariantBy, required: true, description: 'The variant.' }),
    stockLocationId: t.id({
      description: 'Id of the stock location; the default one if it is left out or blank.',
    }),
    onHand: wholeField(t, {
      required: true,
      description:
        'Units on hand there from now on. Below 0, for units sold that are still to come, only if the variant is `backorderable`.',
    }),
    changeFrom: wholeField(t, {
      description:
        'The count that you expect to replace. If it is another one now, for example after a sale, the row is refused with CONFLICT and the present count.',
    }),
  }),
});

type StockLevel = typeof SetStockLevelInput.$inferInput;

/** A row that can be written, or why it cannot. */
interface Judged extends DecidedRow {
  readonly change?: CountChange;
}

/** Judges one row; `stock` are the locked items of its variant, with the counts of earlier rows. */
function judge(
  row: StockLevel,
  variantId: bigint,
  place: StockPlace | undefined,
  stock: readonly LockedStockItem[],
): Judged {
  const reader = new AttributeReader();
  if (!place) reader.note('stockLocationId', words.invalid);
  const item = place && itemAt(stock, variantId, place);
  const bounds = item ? boundsAt(stock, item) : countBounds(true);
  const to = reader.read('onHand', parseInteger(row.onHand, bounds));
  const from =
    row.changeFrom == null
      ? undefined
      : reader.read('changeFrom', parseInteger(row.changeFrom, countBounds(true)));
  const target = item && `${String(variantId)} at ${String(item.stockLocationId)}`;
  const judged = { ...(target !== undefined && { target }) };
  if (reader.hasMessages || !item || to === undefined) {
    return { ...judged, userErrors: messagesOf(reader) };
  }
  if (from !== undefined && from !== item.countOnHand) {
    return { ...judged, userErrors: changedSince(String(item.countOnHand)) };
  }
  return { ...judged, userErrors: [], change: { item, to, kind: 'set' } };
}

/**
 * Decides what counts become, under the locks of all stock of the variants that rows name: each row is a count at one
 * location, compared with `changeFrom` if that is given. Decision: A21, C9, T31, T33, T34, T53, V20, V21.
 */
export async function decideLevels(
  write: Write,
  rows: readonly StockLevel[],
): Promise<Decision<'stockItem'>> {
  await write.lockOrders([]);
  const placeOf = await readPlaces(write, rows);
  const { variants, locked } = await lockNamedVariants(write, rows, (found) => {
    const ids = found.map(({ id }) => id);
    return lockStockItems(write, ids);
  });
  const stock = itemsByVariant(locked);
  const judged = rows.map((row, index): Judged => {
    const id = variants[index]?.id;
    if (id === undefined) return { userErrors: unknownRecord('variant') };
    const ofVariant = stock.get(id) ?? [];
    const one = judge(row, id, placeOf(row), ofVariant);
    if (one.change) {
      const { item, to } = one.change;
      const others = ofVariant.filter((other) => other.id !== item.id);
      stock.set(id, [{ ...item, countOnHand: to }, ...others]);
    }
    return one;
  });
  return {
    rows: judged,
    carryOut: async () => {
      const changes = judged.flatMap(({ change }) => change ?? []);
      const ids = await changeCounts(write, changes);
      const byChange = new Map(changes.map((change, place) => [change, ids[place]]));
      return judged.map(({ change }) => change && { stockItem: byChange.get(change) ?? null });
    },
  };
}
