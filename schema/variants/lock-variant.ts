import { requireVersion } from '../if-version.ts';
import { type ByPermalink, type BySku, variantWhere } from '../look-up.ts';
import { visibilityIn, visibleVariant } from '../products/visibility.ts';
import { lockProduct, lockProductRow, type WorkingProduct } from '../products/working-product.ts';
import { existing } from '../refs.ts';
import { StartsOver } from '../transaction.ts';
import type { Write } from '../write.ts';
import { liveVariant, type LiveVariant } from './plan.ts';

interface VariantArguments {
  readonly by: BySku;
  readonly product?: ByPermalink | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/**
 * Locks the product of a variant and reads both.
 * Throws NotFound if the caller sees no such variant, or none of that product; Conflict for a stale version;
 * StartsOver if the name moved to another one before it was locked.
 */
export async function lockVariant(
  write: Write,
  { by, product: ofProduct, ifVersion }: VariantArguments,
): Promise<{ product: WorkingProduct; variant: LiveVariant }> {
  const given = ofProduct && (await lockProduct(write, ofProduct, 'variants'));
  const where = {
    ...variantWhere(write.viewer, by),
    ...visibleVariant(visibilityIn(write, 'variants')),
    ...(given && { productId: given.id }),
  };
  const select = { id: true, productId: true };
  const found = existing(await write.tx.variant.findFirst({ where, select }));
  const product = given ?? (await lockProductRow(write, found.productId));
  // looked up again: it, or what has its name, may have changed while waiting for the lock
  const variant = existing(await write.tx.variant.findFirst({ ...liveVariant, where }));
  if (variant.id !== found.id) throw new StartsOver();
  requireVersion(variant, ifVersion);
  return { product, variant };
}
