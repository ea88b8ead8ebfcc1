import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { AttributeReader } from '../attribute-reader.ts';
import type { Transaction } from '../context.ts';
import { countBounds, parseBoolean, parseInteger, partsOf } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import type { OptionSet } from '../domain/option-sets.ts';
import { noteUnheard } from '../heard.ts';
import type { LockedStockItem } from '../domain/stock.ts';
import { itemsByVariant, lockStockItems } from '../stock/stock-item.ts';
import { boundCount } from '../stock/shown-count.ts';
import type { StockChange } from '../stock/write-stock.ts';
import type { Write } from '../write.ts';
import { planOptions } from './plan-options.ts';
import { isSent, readColumns, type VariantColumns, type VariantEntry } from './variant-input.ts';

export const liveVariant = {
  select: {
    id: true,
    productId: true,
    isMaster: true,
    sku: true,
    price: true,
    costPrice: true,
    weight: true,
    height: true,
    width: true,
    depth: true,
    position: true,
    trackInventory: true,
    stockItemId: true,
    lockVersion: true,
    optionValues: { select: { optionTypeId: true, optionValueId: true } },
  },
} satisfies Prisma.VariantDefaultArgs;

/** A variant as writes see it, under the lock of its product. */
export type LiveVariant = Prisma.VariantGetPayload<typeof liveVariant>;

/** The variants with these ids that are not deleted, of one product if it is given. */
export function findLiveVariants(
  tx: Transaction,
  productId: bigint | null,
  ids: readonly bigint[],
): Promise<LiveVariant[]> {
  return tx.variant.findMany({
    ...liveVariant,
    where: { id: { in: [...ids] }, ...(productId !== null && { productId }), deletedAt: null },
  });
}

/** Changes to one variant; what is absent stays. */
export interface VariantPlan {
  /** Null: it is created. */
  readonly present: LiveVariant | null;
  readonly columns: Partial<VariantColumns>;
  readonly stock: StockChange;
  /** Its stock items at every location, locked; none if it is created. */
  readonly stockItems: readonly LockedStockItem[];
  /** Option type to option value, all of them; null: unchanged. */
  readonly options: OptionSet | null;
  /** The key of messages about them, such as `variants.0.options`. */
  readonly optionsKey: string;
}

/**
 * Reads the entries of a write against the stored variants, and adds messages for all errors. Locks their stock items.
 */
export async function planVariants(
  write: Write,
  reader: AttributeReader,
  entries: readonly VariantEntry<LiveVariant>[],
): Promise<VariantPlan[]> {
  const ids = entries.flatMap(({ present }) => (present ? [present.id] : []));
  const locked = itemsByVariant(await lockStockItems(write, ids));
  const plans = entries.map((entry) => {
    const { present } = entry;
    noteOfMaster(write, entry);
    const columns = readColumns(write.settings.currency, entry);
    const stockItems = (present && locked.get(present.id)) ?? [];
    const stock = readStock(entry, stockItems, columns.trackInventory);
    return { present, columns, stock, stockItems, optionsKey: optionsKeyOf(entry) };
  });
  await noteTakenSkus(write, reader, entries, plans);
  const options = await planOptions(write, entries);
  return plans.map((plan, index) => ({ ...plan, options: options[index] ?? null }));
}

/** Adds messages for what a master variant has none of; its own position may be sent back. */
function noteOfMaster(
  { viewer }: Write,
  { input, present, isMaster, reader }: VariantEntry<LiveVariant>,
): void {
  if (!isMaster) return;
  const { position = present?.position, options, optionValueIds } = input;
  const sent = {
    position: position !== present?.position,
    optionValueIds: Boolean(optionValueIds?.length),
    options: Boolean(options?.length),
  };
  for (const [name, isSet] of Object.entries(sent)) {
    if (isSet) noteUnheard({ viewer, reader }, name, words.ofMaster);
  }
}

/** The attribute that messages about a variant's options stand under: the one that was sent. */
function optionsKeyOf({ input, reader }: VariantEntry<unknown>): string {
  const byIds = input.options == null && input.optionValueIds != null;
  return reader.keyOf(byIds ? 'optionValueIds' : 'options');
}

const countsElsewhere = (items: readonly LockedStockItem[]): readonly number[] =>
  items
    .filter(({ active, isDefault }) => active && !isDefault)
    .map(({ countOnHand }) => countOnHand);

/**
 * The count and the flag that an entry sets. The count that is sent is the sum over active locations; what it differs
 * by is changed in the default one. It counts no backorders that are written off with it. Decision: C7, C9, T34, T35.
 */
function readStock(
  { input, present, reader }: VariantEntry<LiveVariant>,
  items: readonly LockedStockItem[],
  tracked: boolean | undefined,
): StockChange {
  const isNew = present === null;
  const trackingOff = present?.trackInventory === true && tracked === false;
  const stored = items.find(({ id }) => id === present?.stockItemId);
  const backorderable = isSent(input.backorderable, isNew)
    ? reader.read('backorderable', parseBoolean(input.backorderable))
    : undefined;
  const name = isSent(input.countOnHand, isNew) ? 'countOnHand' : 'onHand';
  const given = input[name];
  const before = partsOf(countsElsewhere(items));
  const shown = stored && boundCount(stored.countOnHand + before.onHand - before.owed);
  const isCounted = isSent(given, isNew) && !isSameCount(given, shown);
  const others = trackingOff ? { ...before, owed: 0 } : before;
  const elsewhere = others.onHand - others.owed;
  const mayOwe = backorderable ?? stored?.backorderable ?? true;
  const { min, max } = countBounds(mayOwe, others, stored?.countOnHand);
  const bounds = { min: min + elsewhere, max: max + elsewhere };
  const sum = isCounted ? reader.read(name, parseInteger(given, bounds)) : undefined;
  // A count that is sent has been checked against the flag already.
  const kept = isCounted ? items.filter((item) => item !== stored) : items;
  const owes = !trackingOff && kept.some((item) => item.countOnHand < 0);
  if (backorderable === false && owes) reader.note('backorderable', words.invalid);
  return {
    trackingOff,
    ...(backorderable !== undefined && { backorderable }),
    ...(sum !== undefined && { countOnHand: sum - elsewhere }),
  };
}

/** Sending back the value that is shown changes nothing, whatever else is sent. */
function isSameCount(given: unknown, shown: number | undefined): boolean {
  const count = parseInteger(given, countBounds(true));
  return count.ok && count.value === shown;
}

/**
 * Adds messages for SKUs that another variant or an earlier entry has; a row of many that is refused takes none. If one
 * is taken in between, the unique index refuses it, and the write runs again. Decision: C8.
 */
async function noteTakenSkus(
  { tx }: Write,
  reader: AttributeReader,
  entries: readonly VariantEntry<LiveVariant>[],
  plans: readonly Pick<VariantPlan, 'columns'>[],
): Promise<void> {
  const wanted = entries.flatMap(({ present, reader: inEntry }, index) => {
    const sku = plans[index]?.columns.sku;
    return sku && sku !== present?.sku ? [{ sku, inEntry }] : [];
  });
  if (wanted.length === 0) return;
  const holders = await tx.variant.findMany({
    where: { sku: { in: wanted.map(({ sku }) => sku) }, deletedAt: null },
    select: { sku: true },
  });
  const taken = new Set(holders.map(({ sku }) => sku));
  const refused = reader.messagesByRow();
  for (const { sku, inEntry } of wanted) {
    if (taken.has(sku)) inEntry.note('sku', words.taken);
    else if (!refused.has(inEntry.prefix)) taken.add(sku);
  }
}
