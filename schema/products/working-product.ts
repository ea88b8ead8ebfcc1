import { Prisma } from '../../prisma/generated/client/client.ts';
import type { ByPermalink } from '../look-up.ts';
import { existing } from '../refs.ts';
import { StartsOver } from '../transaction.ts';
import type { Write } from '../write.ts';
import { findProductId } from './queries.ts';
import { visibilityIn } from './visibility.ts';

const workingProduct = {
  select: {
    id: true,
    name: true,
    description: true,
    permalink: true,
    metaDescription: true,
    metaKeywords: true,
    availableOn: true,
    shippingCategoryId: true,
    lockVersion: true,
    optionTypes: {
      select: { optionTypeId: true, position: true },
      orderBy: [{ position: 'asc' }, { optionTypeId: 'asc' }],
    },
    master: { select: { id: true, price: true } },
  },
} satisfies Prisma.ProductDefaultArgs;

export type WorkingProduct = Prisma.ProductGetPayload<typeof workingProduct>;

/**
 * Locks the product that is named. Every write of a product, its variants and their images holds this lock, after those
 * of orders and before those of stock items.
 * Throws NotFound if the caller sees no such product, or a deleted one; StartsOver if the name moved to another one
 * before it was locked. Decision: A21, A22, C5, T53.
 */
export async function lockProduct(
  write: Write,
  by: ByPermalink,
  resource: 'products' | 'variants',
): Promise<WorkingProduct> {
  const { tx: db, viewer } = write;
  const find = () => findProductId({ db, viewer }, by, visibilityIn(write, resource));
  const id = await find();
  const product = await lockProductRow(write, id);
  // its name may have moved to another one while it was waited for
  if (by.id == null && (await find()) !== id) throw new StartsOver();
  return product;
}

/** Locks a product that is not deleted, by id. Throws NotFound. */
export async function lockProductRow(write: Write, id: bigint): Promise<WorkingProduct> {
  await lockProductRows(write, [id]);
  const product = await write.tx.product.findFirst({
    ...workingProduct,
    where: { id, deletedAt: null },
  });
  return existing(product);
}

export async function lockProductRows(write: Write, ids: readonly bigint[]): Promise<void> {
  await write.lockOrders([]);
  if (ids.length === 0) return;
  write.claim('products', ids);
  // Not FOR UPDATE: that would block new line items, which refer to variants.
  await write.tx.$queryRaw(Prisma.sql`
    SELECT id FROM products WHERE id = ANY(${ids.map(String)}::bigint[]) ORDER BY id FOR NO KEY UPDATE`);
  write.hasLocked();
}

/** Parts of products have changed, so their `updated_at` changes, for clients that synchronise. */
export async function touchProducts({ tx, now }: Write, ids: readonly bigint[]): Promise<void> {
  await tx.product.updateMany({ where: { id: { in: [...ids] } }, data: { updatedAt: now } });
}
