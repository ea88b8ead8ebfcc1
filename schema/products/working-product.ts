import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { Conflict, NotFound } from '../errors.ts';
import type { Write } from '../write.ts';
import { findProductId } from './queries.ts';
import { visibilityOf } from './visibility.ts';

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

/** A locked product, as writes see it. */
export type WorkingProduct = Prisma.ProductGetPayload<typeof workingProduct>;

/**
 * Locks the product that a ref names. Every write of a product, its variants and their images holds this lock,
 * after those of orders and before those of stock items.
 * Throws NotFound if the caller sees no such product, or a deleted one.
 * Decision: A21, A22, C5, T53.
 */
export async function lockProduct(
  write: Write,
  context: Context,
  ref: string,
  resource: 'products' | 'variants',
): Promise<WorkingProduct> {
  const id = await findProductId(write.tx, ref, visibilityOf(context, resource, false));
  return lockProductRow(write, id);
}

/**
 * Locks a product that is not deleted, by id.
 * Throws NotFound.
 */
export async function lockProductRow(write: Write, id: bigint): Promise<WorkingProduct> {
  await write.lockOrders([]);
  write.claim('products', [id]);
  // Not FOR UPDATE: that would block new line items, which refer to variants.
  await write.tx.$queryRaw(
    Prisma.sql`SELECT id FROM products WHERE id = ${id}::bigint FOR NO KEY UPDATE`,
  );
  const product = await write.tx.product.findFirst({
    ...workingProduct,
    where: { id, deletedAt: null },
  });
  if (!product) throw new NotFound();
  return product;
}

/** Throws Conflict if the caller's version is not the stored one. Decision: F15. */
export function requireVersion(stored: number, given: number | null | undefined): void {
  if (given != null && given !== stored) throw new Conflict(stored);
}

/** A part of the product has changed, so its `updated_at` changes, for clients that synchronise. */
export async function touchProduct({ tx, now }: Write, id: bigint): Promise<void> {
  await tx.product.update({ where: { id }, data: { updatedAt: now }, select: { id: true } });
}
