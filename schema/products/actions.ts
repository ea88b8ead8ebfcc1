import { isDeepStrictEqual } from 'node:util';
import { AttributeReader } from '../attribute-reader.ts';
import { words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isBlank } from '../domain/text.ts';
import { cutToSeconds } from '../domain/times.ts';
import { ignoresUnheard } from '../heard.ts';
import { insertVariants, nextPosition, noteVariantRoom } from '../variants/actions.ts';
import { writeOptionTypes } from '../variants/option-actions.ts';
import { ownOptionTypes, planOptionTypes } from '../variants/plan-option-types.ts';
import { endStock } from '../stock/write-stock.ts';
import { findLiveVariants } from '../variants/plan.ts';
import { writeVariants } from '../variants/write-variants.ts';
import type { Write } from '../write.ts';
import { choosePermalink } from './permalink.ts';
import { planProduct, type ProductPlan } from './plan.ts';
import type { ProductAttributes, ProductColumns } from './product-input.ts';
import { defaultShippingCategoryId } from './shipping-category.ts';
import type { WorkingProduct } from './working-product.ts';

/**
 * Creates a product with its master, other variants, stock items, options and a permalink; returns its id.
 * Throws Invalid with all errors.
 */
export async function createProduct(write: Write, input: ProductAttributes): Promise<bigint> {
  const { tx } = write;
  const reader = new AttributeReader();
  const { name: sentName = null, availableOn } = input;
  // a form sends what was left empty as a blank text
  const isLeftEmpty = availableOn !== null && isBlank(availableOn);
  const given = {
    ...input,
    name: sentName,
    availableOn: isLeftEmpty ? undefined : availableOn,
  };
  const { columns, master, ...plan } = await planProduct(write, reader, given, null, null);
  if (isBlank(input.price)) reader.note('price', words.blank);
  const types = await planOptionTypes(write, reader, { ...plan, product: null });
  const { name } = columns;
  const price = master?.columns.price;
  reader.check();
  if (name === undefined || !master || !price)
    throw new TypeError('A product was only partly read.');
  const permalink = columns.permalink ?? (await choosePermalink(write, name));
  const shippingCategoryId = plan.shippingCategoryId ?? (await defaultShippingCategoryId(write));
  const { now } = write;
  const { id } = await tx.product.create({
    data: {
      availableOn: cutToSeconds(now),
      ...columns,
      name,
      permalink,
      shippingCategoryId,
      createdAt: now,
      updatedAt: now,
    },
    select: { id: true },
  });
  const asMaster = { isMaster: true, position: 1, price };
  const [masterId = null] = await insertVariants(write, id, [master], asMaster);
  await tx.product.update({ where: { id }, data: { masterId }, select: { id: true } });
  await insertVariants(write, id, plan.variants, { isMaster: false, position: 2, price });
  await writeOptionTypes(write, id, [], types);
  return id;
}

/**
 * Updates a locked product, its master, and the variants that are named; creates those without id.
 * Throws Conflict for an entry of `variants`, or Invalid with all errors.
 */
export async function updateProduct(
  write: Write,
  product: WorkingProduct,
  input: ProductAttributes,
): Promise<void> {
  const reader = new AttributeReader();
  const masterId = product.master?.id;
  const [master = null] =
    masterId === undefined ? [] : await findLiveVariants(write.tx, product.id, [masterId]);
  const given = await withoutShownCount(write, product, input);
  const plan = await planProduct(write, reader, given, product, master);
  const types = await planOptionTypes(write, reader, { ...plan, product });
  const fresh = plan.variants.filter(({ present }) => present === null);
  await noteVariantRoom(write, reader, product.id, fresh.length);
  reader.check();
  const columns = changedColumns(product, plan);
  const isSame = Object.keys(columns).length === 0;
  const variants = plan.master ? [plan.master, ...plan.variants] : plan.variants;
  const written = await writeVariants(write, variants);
  const added = await insertVariants(write, product.id, fresh, {
    isMaster: false,
    position: await nextPosition(write, product.id),
    price: plan.master?.columns.price ?? toDecimal(product.master?.price ?? '0'),
  });
  const typesChanged = await writeOptionTypes(write, product.id, ownOptionTypes(product), types);
  if (isSame && written.length === 0 && !typesChanged && added.length === 0) return;
  await write.tx.product.update({
    where: { id: product.id },
    data: { ...columns, updatedAt: write.now, lockVersion: { increment: 1 } },
    select: { id: true },
  });
}

/**
 * The attributes without the count that REST shows of a product with variants: it is their sum, which must not become
 * the count of its master when it is sent back, be it out of date. Decision: F11, R23, V30.
 */
async function withoutShownCount(
  { tx, viewer }: Write,
  { id, master }: WorkingProduct,
  input: ProductAttributes,
): Promise<ProductAttributes> {
  const { countOnHand, ...rest } = input;
  if (countOnHand == null || !ignoresUnheard(viewer)) return input;
  const other = await tx.variant.findFirst({
    where: { productId: id, deletedAt: null, ...(master && { id: { not: master.id } }) },
    select: { id: true },
  });
  return other ? rest : input;
}

type StoredColumns = Pick<WorkingProduct, keyof ProductColumns | 'shippingCategoryId'>;

/** The columns that differ from the stored ones; a permalink of null was not sent. */
function changedColumns(
  product: WorkingProduct,
  { columns, shippingCategoryId }: ProductPlan,
): Partial<StoredColumns> {
  const given = Object.entries({ ...columns, shippingCategoryId });
  return Object.fromEntries(
    given.filter(
      ([name, value]) =>
        value !== undefined &&
        !(name === 'permalink' && value === null) &&
        !isDeepStrictEqual(product[name as keyof StoredColumns], value),
    ),
  );
}

/** Marks a locked product and its variants as deleted; no row is removed. */
export async function deleteProduct(write: Write, id: bigint): Promise<void> {
  const { tx, now } = write;
  const live = { productId: id, deletedAt: null };
  const variants = await tx.variant.findMany({ where: live, select: { id: true } });
  const ids = variants.map((variant) => variant.id);
  await endStock(write, ids);
  const data = { deletedAt: now, lockVersion: { increment: 1 } };
  await tx.variant.updateMany({ where: live, data });
  await tx.product.update({
    where: { id },
    data: { ...data, updatedAt: now },
    select: { id: true },
  });
}
