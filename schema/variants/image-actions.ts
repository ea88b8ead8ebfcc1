import { AttributeReader, invalid } from '../attribute-reader.ts';
import { positionBounds } from '../domain/measures.ts';
import { words } from '../domain/messages.ts';
import { isBlank } from '../domain/text.ts';
import { requireVersion } from '../if-version.ts';
import { requireRoom } from '../list-room.ts';
import { visibilityIn, visibleVariant } from '../products/visibility.ts';
import { lockProductRow, touchProducts } from '../products/working-product.ts';
import { existing, soughtId } from '../refs.ts';
import { lockStock } from '../stock/stock-item.ts';
import { touchVariants } from '../stock/write-stock.ts';
import { StartsOver } from '../transaction.ts';
import type { Write } from '../write.ts';
import { fileColumns, hasFile, type ImageAttributes, readColumns } from './image-input.ts';

interface ImagePlace {
  readonly id: bigint;
  readonly variantId: bigint;
}

/** Parts of variants have changed, so they and their products, which are locked, count as changed. */
export async function touchWithProducts(write: Write, ids: readonly bigint[]): Promise<void> {
  await lockStock(write, ids);
  await touchVariants(write, ids);
  const variants = await write.tx.variant.findMany({
    where: { id: { in: [...ids] } },
    select: { productId: true },
  });
  await touchProducts(write, [...new Set(variants.map(({ productId }) => productId))]);
}

const visibleTo = (write: Write) => visibleVariant(visibilityIn(write, 'variants'));

/** The variant that an input names; adds messages for errors. */
async function readVariant(
  write: Write,
  reader: AttributeReader,
  { variantId }: ImageAttributes,
): Promise<{ id: bigint; productId: bigint } | null> {
  if (isBlank(variantId)) {
    reader.note('variantId', words.blank);
    return null;
  }
  const variant = await write.tx.variant.findFirst({
    where: { id: soughtId(variantId), ...visibleTo(write) },
    select: { id: true, productId: true },
  });
  if (!variant) reader.note('variantId', words.invalid);
  return variant;
}

/**
 * The position after the last image of a variant, under the lock of its product.
 * Throws Invalid if the variant was deleted while waiting for the lock, or has no room for another one.
 */
async function findPlace({ tx }: Write, variantId: bigint): Promise<number> {
  const variant = await tx.variant.findFirst({
    where: { id: variantId, deletedAt: null },
    select: { images: { select: { position: true } } },
  });
  if (!variant) throw invalid('variantId', words.invalid);
  requireRoom('images', variant.images.length);
  const last = Math.max(0, ...variant.images.map(({ position }) => position));
  return Math.min(last + 1, positionBounds.max);
}

/** Creates the record of a variant's image; returns its id and that of the variant. Throws Invalid. */
export async function createImage(write: Write, input: ImageAttributes): Promise<ImagePlace> {
  const { tx } = write;
  const reader = new AttributeReader();
  const variant = await readVariant(write, reader, input);
  const columns = readColumns(reader, input, true);
  reader.check();
  if (!variant || !hasFile(columns)) throw new TypeError('An image was only partly read.');
  await lockProductRow(write, variant.productId);
  const place = await findPlace(write, variant.id);
  const { now } = write;
  const { id } = await tx.image.create({
    data: {
      ...columns,
      variantId: variant.id,
      attachmentUpdatedAt: now,
      position: columns.position ?? place,
      createdAt: now,
      updatedAt: now,
    },
    select: { id: true },
  });
  await touchWithProducts(write, [variant.id]);
  return { id, variantId: variant.id };
}

/**
 * An image of a variant, under the lock of its product and of the one it is moved to; products are locked by id.
 * Throws NotFound; StartsOver if it was moved to another product before it was locked.
 */
export async function lockImage(write: Write, given: string, goesTo?: bigint) {
  const { tx } = write;
  const where = { id: soughtId(given), variant: visibleTo(write) };
  const include = { variant: { select: { productId: true } } };
  const { productId } = existing(await tx.image.findFirst({ where, include })).variant;
  const products = [...new Set([productId, goesTo ?? productId])].sort((a, b) => (a < b ? -1 : 1));
  for (const id of products) await lockProductRow(write, id);
  // Read again: it may have changed while waiting for the lock.
  const image = existing(await tx.image.findFirst({ where, include }));
  if (!products.includes(image.variant.productId)) throw new StartsOver();
  return image;
}

/**
 * Updates the record of an image; another file gets another URL. Returns where it was and where it is.
 * Throws NotFound, Conflict, else Invalid.
 */
export async function updateImage(
  write: Write,
  given: string,
  input: ImageAttributes,
  ifVersion?: number | null,
): Promise<{ readonly from: ImagePlace; readonly to: ImagePlace }> {
  const reader = new AttributeReader();
  const variant = input.variantId === undefined ? null : await readVariant(write, reader, input);
  const image = await lockImage(write, given, variant?.productId);
  requireVersion(image, ifVersion);
  const columns = readColumns(reader, input, false);
  reader.check();
  const wanted = { ...columns, variantId: variant?.id ?? image.variantId };
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const changed = names.filter((name) => wanted[name] !== image[name]);
  const moved = { from: image, to: { id: image.id, variantId: wanted.variantId } };
  if (changed.length === 0) return moved;
  if (wanted.variantId !== image.variantId) await findPlace(write, wanted.variantId);
  const isOtherFile = fileColumns.some((name) => changed.includes(name));
  await write.tx.image.update({
    where: { id: image.id },
    data: {
      ...wanted,
      updatedAt: write.now,
      lockVersion: { increment: 1 },
      ...(isOtherFile && { attachmentUpdatedAt: write.now }),
    },
    select: { id: true },
  });
  await touchWithProducts(write, [image.variantId, wanted.variantId]);
  return moved;
}
