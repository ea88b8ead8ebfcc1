import type { Context } from '../context.ts';
import { requireVersion } from '../if-version.ts';
import { type ByPermalink, type BySku, variantWhere } from '../look-up.ts';
import { visibilityOf, visibleVariant } from '../products/visibility.ts';
import { lockProduct, lockProductRow, type WorkingProduct } from '../products/working-product.ts';
import { existing } from '../refs.ts';
import type { Write } from '../write.ts';
import { findLiveVariants, type LiveVariant } from './plan.ts';

interface VariantArguments {
  readonly by: BySku;
  readonly product?: ByPermalink | null | undefined;
  readonly ifVersion?: number | null | undefined;
}

/**
 * Locks the product of a variant and reads both.
 * Throws NotFound if the caller sees no such variant, or none of that product; Conflict for a stale version.
 * Decision: A22, C5, F15, T53.
 */
export async function lockVariant(
  write: Write,
  context: Context,
  { by, product: ofProduct, ifVersion }: VariantArguments,
): Promise<{ product: WorkingProduct; variant: LiveVariant }> {
  const given = ofProduct && (await lockProduct(write, context, ofProduct, 'variants'));
  const found = await write.tx.variant.findFirst({
    where: {
      ...variantWhere(write.viewer, by),
      ...visibleVariant(visibilityOf(context, 'variants', false)),
      ...(given && { productId: given.id }),
    },
    select: { id: true, productId: true },
  });
  const { id, productId } = existing(found);
  const product = given ?? (await lockProductRow(write, productId));
  // read again: it may have changed while waiting for the lock
  const [again] = await findLiveVariants(write.tx, product.id, [id]);
  const variant = existing(again);
  requireVersion(variant, ifVersion);
  return { product, variant };
}
