import { Prisma } from '../../prisma/generated/client/client.ts';
import { isExactly } from '../bulk/is-exactly.ts';
import { withIds } from '../external-refs/names.ts';
import { requireVersion } from '../if-version.ts';
import { type ByPermalink, type BySku, skuOf, variantWhere } from '../look-up.ts';
import { visibilityIn, visibleProductSql, visibleVariant } from '../products/visibility.ts';
import { lockProduct, lockProductRow, type WorkingProduct } from '../products/working-product.ts';
import { existing, parseId, soughtId } from '../refs.ts';
import { whereSql } from '../search/find-page.ts';
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

interface FoundVariant {
  readonly id: bigint;
  readonly productId: bigint;
}

/**
 * The variants that names stand for, in their order; undefined where there is none that is not deleted, or none that
 * the caller sees. One statement, and one more for names in other systems.
 */
export async function findNamedVariants(
  write: Write,
  names: readonly BySku[],
): Promise<readonly (FoundVariant | undefined)[]> {
  const named = await withIds(write, 'Variant', names);
  const ids = named.flatMap(({ id }) => parseId(id) ?? []).map(String);
  const skus = names.flatMap((name) => skuOf(name) ?? []);
  // products by their keys: of a join by ranges the database expects so many rows that it would read all of them
  const found = await write.tx.$queryRaw<(FoundVariant & { readonly sku: string })[]>(Prisma.sql`
    WITH v AS (
      SELECT id, sku, product_id FROM variants WHERE id = ANY(${ids}::bigint[]) AND deleted_at IS NULL
      UNION
      SELECT o.id, o.sku, o.product_id
      FROM unnest(${skus}::text[]) AS sought(sku)
      JOIN variants o ON ${isExactly('o.sku', 'sought.sku')}
      WHERE o.sku <> '' AND o.deleted_at IS NULL
    )
    SELECT v.id, v.sku, v.product_id AS "productId"
    FROM v JOIN products p ON p.id = v.product_id AND p.id = ANY(ARRAY(SELECT product_id FROM v))
    ${whereSql(visibleProductSql(visibilityIn(write, 'variants'), 'p'))}`);
  const byId = new Map(found.map((variant) => [variant.id, variant]));
  const bySku = new Map(found.map((variant) => [variant.sku, variant]));
  return names.map((name, index) => {
    const sku = skuOf(name);
    if (sku !== undefined) return bySku.get(sku);
    return byId.get(soughtId(named[index]?.id));
  });
}

/**
 * Finds the variants that rows name, locks them, and looks the names up again: undefined also where a name has
 * moved to another variant, or its variant was deleted, before it was locked. `locked` is what locking them has read.
 */
export async function lockNamedVariants<Locked>(
  write: Write,
  rows: readonly { readonly variant: BySku }[],
  lock: (found: readonly FoundVariant[]) => Promise<Locked>,
): Promise<{ variants: readonly (FoundVariant | undefined)[]; locked: Locked }> {
  const names = rows.map(({ variant }) => variant);
  const found = await findNamedVariants(write, names);
  const locked = await lock(found.flatMap((variant) => variant ?? []));
  const again = await findNamedVariants(write, names);
  const variants = found.map((variant, place) =>
    variant?.id === again[place]?.id ? variant : undefined,
  );
  return { variants, locked };
}
