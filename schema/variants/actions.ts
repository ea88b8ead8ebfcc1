import type { Decimal } from 'decimal.js';
import { AttributeReader } from '../attribute-reader.ts';
import { auditChanges } from '../domain/audit.ts';
import { positionBounds } from '../domain/measures.ts';
import { toDecimal } from '../domain/money.ts';
import { NotFound, Refused } from '../errors.ts';
import { noteRoom } from '../list-room.ts';
import { requireVersion, touchProduct, type WorkingProduct } from '../products/working-product.ts';
import { parseId } from '../refs.ts';
import { lockStockItems } from '../stock/stock-item.ts';
import { changeStock, createStockItems, touchVariants } from '../stock/write-stock.ts';
import type { Write } from '../write.ts';
import { optionRows, writeOptionTypes, writeOptionValues } from './option-actions.ts';
import { changesOptions, ownOptionTypes, planOptionTypes } from './plan-option-types.ts';
import { findLiveVariants, type LiveVariant, planVariants, type VariantPlan } from './plan.ts';
import type { VariantAttributes, VariantColumns } from './variant-input.ts';

const masterStays = 'The master variant cannot be deleted.';

/** First position of a product's new variants, and their default price. */
interface Defaults {
  readonly isMaster: boolean;
  readonly position: number;
  readonly price: Decimal;
}

/**
 * Creates variants with their stock items and options; returns their ids in order. The number of statements
 * does not depend on the number of variants.
 * Decision: C2, C7, C9.
 */
export async function insertVariants(
  write: Write,
  productId: bigint,
  plans: readonly VariantPlan[],
  { isMaster, position, price }: Defaults,
): Promise<bigint[]> {
  if (plans.length === 0) return [];
  const { tx, now } = write;
  const rows = await tx.variant.createManyAndReturn({
    data: plans.map(({ columns }, index) => ({
      price,
      position: position + index,
      ...columns,
      productId,
      isMaster,
      createdAt: now,
    })),
    select: { id: true },
  });
  // Ids rise in the order of the list; the order of returned rows is not guaranteed.
  const ids = rows.map(({ id }) => id).sort((a, b) => (a < b ? -1 : 1));
  const made = plans.flatMap((plan, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, ...plan }];
  });
  await createStockItems(
    write,
    made.map(({ id, stock }) => ({
      variantId: id,
      countOnHand: stock.countOnHand ?? 0,
      backorderable: stock.backorderable ?? true,
    })),
  );
  const options = made.flatMap((variant) =>
    variant.options ? optionRows(variant.id, variant.options) : [],
  );
  if (options.length > 0) await tx.variantOptionValue.createMany({ data: options });
  return ids;
}

const amountText = (value: unknown): string | null =>
  value === null || value === undefined ? null : toDecimal(value).toFixed();

/** The columns that differ from the stored ones. Decision: F11. */
function changedColumns(
  present: LiveVariant,
  columns: Partial<VariantColumns>,
): Partial<VariantColumns> {
  const isSame = (name: keyof VariantColumns): boolean =>
    name === 'sku' || name === 'position' || name === 'trackInventory'
      ? present[name] === columns[name]
      : amountText(present[name]) === amountText(columns[name]);
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !isSame(name as keyof VariantColumns)),
  );
}

/** Adds changed prices to the audit log. Decision: N76. */
function auditPrices(
  write: Write,
  { id, price, costPrice }: LiveVariant,
  columns: Partial<VariantColumns>,
): void {
  const amounts = Object.entries(columns)
    .filter(([name]) => name === 'price' || name === 'costPrice')
    .map(([name, amount]) => [name, amountText(amount)] as const);
  if (amounts.length === 0) return;
  const before = { price: amountText(price), costPrice: amountText(costPrice) };
  const changes = auditChanges(before, Object.fromEntries(amounts));
  write.audit({ action: 'prices.change', subject: 'Variant', id, changes });
}

/** Writes what differs in a variant; returns whether anything did. Decision: C7 to C10, F11. */
export async function writeVariant(write: Write, plan: VariantPlan): Promise<boolean> {
  const { present, options } = plan;
  if (!present) return false;
  const columns = changedColumns(present, plan.columns);
  const stockChanged = await changeStock(write, plan.stockItems, present.stockItemId, plan.stock);
  const optionsChanged = options !== null && changesOptions(plan);
  if (optionsChanged) await writeOptionValues(write, present.id, options);
  if (Object.keys(columns).length === 0 && !stockChanged && !optionsChanged) return false;
  auditPrices(write, present, columns);
  await write.tx.variant.update({
    where: { id: present.id },
    data: { ...columns, lockVersion: { increment: 1 } },
    select: { id: true },
  });
  await touchVariants(write, [present.id]);
  return true;
}

/** Adds a message if a product has no room for so many more variants. Decision: P75. */
export async function noteVariantRoom(
  { tx }: Write,
  reader: AttributeReader,
  productId: bigint,
  added: number,
): Promise<void> {
  if (added === 0) return;
  const where = { productId, isMaster: false, deletedAt: null };
  noteRoom(reader, 'variants', await tx.variant.count({ where }), 'variants', added);
}

/** The position after the product's last variant. Decision: C7. */
export async function nextPosition({ tx }: Write, productId: bigint): Promise<number> {
  const last = await tx.variant.findFirst({
    where: { productId, deletedAt: null },
    orderBy: { position: 'desc' },
    select: { position: true },
  });
  return Math.min((last?.position ?? 0) + 1, positionBounds.max);
}

/**
 * Adds a variant to a locked product; returns its id.
 * Throws Invalid.
 * Decision: C7 to C10, C13.
 */
export async function createVariant(
  write: Write,
  product: WorkingProduct,
  input: VariantAttributes,
): Promise<bigint> {
  const reader = new AttributeReader();
  const entry = { input, present: null, isMaster: false, prefix: '' };
  const variants = await planVariants(write, reader, [entry]);
  const types = await planOptionTypes(write, reader, { product, listed: null, variants });
  await noteVariantRoom(write, reader, product.id, 1);
  reader.check();
  const [id] = await insertVariants(write, product.id, variants, {
    isMaster: false,
    position: await nextPosition(write, product.id),
    price: toDecimal(product.master?.price ?? '0'),
  });
  if (id === undefined) throw new NotFound();
  await writeOptionTypes(write, product.id, ownOptionTypes(product), types);
  await touchProduct(write, product.id);
  return id;
}

/**
 * A variant of the product that is not deleted.
 * Throws NotFound.
 * Decision: A22, C5.
 */
async function findVariant({ tx }: Write, productId: bigint, given: string): Promise<LiveVariant> {
  const id = parseId(given);
  const [variant] = id === undefined ? [] : await findLiveVariants(tx, productId, [id]);
  if (!variant) throw new NotFound();
  return variant;
}

/**
 * Updates a variant of a locked product; returns its id.
 * Throws NotFound, Conflict, else Invalid.
 * Decision: C7 to C10, C12.
 */
export async function updateVariant(
  write: Write,
  product: WorkingProduct,
  given: string,
  input: VariantAttributes,
): Promise<bigint> {
  const present = await findVariant(write, product.id, given);
  requireVersion(present.lockVersion, input.lockVersion);
  const reader = new AttributeReader();
  const entry = { input, present, isMaster: present.isMaster, prefix: '' };
  const variants = await planVariants(write, reader, [entry]);
  const types = await planOptionTypes(write, reader, { product, listed: null, variants });
  reader.check();
  const [plan] = variants;
  if (plan && (await writeVariant(write, plan))) {
    await writeOptionTypes(write, product.id, ownOptionTypes(product), types);
    await touchProduct(write, product.id);
  }
  return present.id;
}

/**
 * Marks a variant of a locked product as deleted; returns its id. No row is removed.
 * Throws NotFound, also the second time; Refused for a master.
 * Decision: C5, C12, C13, C36.
 */
export async function deleteVariant(
  write: Write,
  product: WorkingProduct,
  given: string,
): Promise<bigint> {
  const { id, isMaster } = await findVariant(write, product.id, given);
  if (isMaster) throw Refused.act({ base: [masterStays] });
  await write.tx.variant.update({
    where: { id },
    data: { deletedAt: write.now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
  await lockStockItems(write, [id]);
  await touchVariants(write, [id]);
  await touchProduct(write, product.id);
  return id;
}
