import type { Decimal } from 'decimal.js';
import { AttributeReader } from '../attribute-reader.ts';
import { positionBounds } from '../domain/measures.ts';
import { toDecimal } from '../domain/money.ts';
import { NotFound, Refused } from '../errors.ts';
import { noteRoom } from '../list-room.ts';
import { touchProducts, type WorkingProduct } from '../products/working-product.ts';
import { createStockItems, endStock } from '../stock/write-stock.ts';
import type { Write } from '../write.ts';
import { optionRows, writeOptionTypes } from './option-actions.ts';
import { ownOptionTypes, planOptionTypes } from './plan-option-types.ts';
import { type LiveVariant, planVariants, type VariantPlan } from './plan.ts';
import type { VariantAttributes } from './variant-input.ts';
import { auditPrices, writeVariants } from './write-variants.ts';

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
      position: Math.min(position + index, positionBounds.max),
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
  for (const { id, columns } of made) {
    auditPrices(write, { id, price: null, costPrice: null }, { price, ...columns });
  }
  const items = made.map(({ id, stock: { countOnHand = 0, backorderable = true } }) => ({
    variantId: id,
    countOnHand,
    backorderable,
  }));
  await createStockItems(write, items);
  const options = made.flatMap(({ id, options }) => (options ? optionRows({ id, options }) : []));
  if (options.length > 0) await tx.variantOptionValue.createMany({ data: options });
  return ids;
}

/** Adds a message if a product has no room for so many more variants. */
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

/** The position after the product's last variant. */
export async function nextPosition({ tx }: Write, productId: bigint): Promise<number> {
  const last = await tx.variant.findFirst({
    where: { productId, deletedAt: null },
    orderBy: { position: 'desc' },
    select: { position: true },
  });
  return Math.min((last?.position ?? 0) + 1, positionBounds.max);
}

/** Adds a variant to a locked product; returns its id. Throws Invalid. */
export async function createVariant(
  write: Write,
  product: WorkingProduct,
  input: VariantAttributes,
): Promise<bigint> {
  const reader = new AttributeReader();
  const entry = { input, present: null, isMaster: false, reader };
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
  await touchProducts(write, [product.id]);
  return id;
}

/** Updates a variant of a locked product. Throws Invalid. */
export async function updateVariant(
  write: Write,
  product: WorkingProduct,
  present: LiveVariant,
  input: VariantAttributes,
): Promise<void> {
  const reader = new AttributeReader();
  const entry = { input, present, isMaster: present.isMaster, reader };
  const variants = await planVariants(write, reader, [entry]);
  const types = await planOptionTypes(write, reader, { product, listed: null, variants });
  reader.check();
  const [plan] = variants;
  if (plan && (await writeVariants(write, [plan])).length > 0) {
    await writeOptionTypes(write, product.id, ownOptionTypes(product), types);
    await touchProducts(write, [product.id]);
  }
}

/**
 * Marks a variant of a locked product as deleted. No row is removed.
 * Throws Refused for a master. Decision: C5, C12, C13, C36, N76.
 */
export async function deleteVariant(
  write: Write,
  product: WorkingProduct,
  { id, isMaster }: LiveVariant,
): Promise<void> {
  if (isMaster) throw Refused.act({ base: [masterStays] });
  await write.tx.variant.update({
    where: { id },
    data: { deletedAt: write.now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
  await endStock(write, [id]);
  await touchProducts(write, [product.id]);
}
