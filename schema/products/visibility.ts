import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { Unauthorized } from '../errors.ts';
import { ignoresUnheard } from '../heard.ts';
import { isShown } from '../shown.ts';
import type { Write } from '../write.ts';

/**
 * Which products and variants the caller sees: those that are available and not deleted; with the permission
 * `show_hidden` all that are not deleted, and deleted ones too on request. Each rule exists twice, as a Prisma
 * condition for single records and as SQL for pages. Decision: A21, C4, C6.
 */
export interface Visibility {
  readonly hidden: boolean;
  readonly deleted: boolean;
  readonly at: Date;
}

/**
 * What the caller may see of a resource.
 * Throws Unauthorized for `showDeleted` of callers who may not see hidden ones; in REST they see none.
 */
export function visibilityOf(
  { viewer, now }: Pick<Context, 'viewer' | 'now'>,
  resource: 'products' | 'variants',
  showDeleted: boolean | null | undefined,
): Visibility {
  const hidden = isShown(`Query.${resource}.showDeleted`, viewer, null);
  if (showDeleted === true && !hidden && !ignoresUnheard(viewer)) throw new Unauthorized();
  return { hidden, deleted: hidden && showDeleted === true, at: now() };
}

/** The same for the caller of a write, who gets nothing that is deleted. */
export const visibilityIn = (
  { viewer, clock }: Write,
  resource: 'products' | 'variants',
): Visibility => visibilityOf({ viewer, now: clock }, resource, false);

export function visibleProduct({ hidden, deleted, at }: Visibility) {
  return {
    ...(!deleted && { deletedAt: null }),
    ...(!hidden && { availableOn: { lte: at } }),
  } satisfies Prisma.ProductWhereInput;
}

/** Whether a product that was read is sold, or the caller sees those that are not. */
export function isVisibleProduct(
  { deletedAt, availableOn }: { readonly deletedAt?: unknown; readonly availableOn?: unknown },
  { hidden, at }: Visibility,
): boolean {
  return hidden || (deletedAt === null && availableOn instanceof Date && availableOn <= at);
}

export function visibleVariant(visibility: Visibility) {
  return {
    ...(!visibility.deleted && { deletedAt: null }),
    ...(!visibility.hidden && { product: visibleProduct(visibility) }),
  } satisfies Prisma.VariantWhereInput;
}

/** Visible products, as SQL on an alias of products. */
export function visibleProductSql(
  { hidden, deleted, at }: Visibility,
  alias: string,
): Prisma.Sql[] {
  const product = Prisma.raw(alias);
  return [
    ...(deleted ? [] : [Prisma.sql`${product}.deleted_at IS NULL`]),
    ...(hidden ? [] : [Prisma.sql`${product}.available_on <= ${at.toISOString()}::timestamptz`]),
  ];
}

/** Visible variants, as SQL on the aliases of variants and their product. */
export function visibleVariantSql(
  visibility: Visibility,
  alias: string,
  product: () => string,
): Prisma.Sql[] {
  return [
    ...(visibility.deleted ? [] : [Prisma.sql`${Prisma.raw(alias)}.deleted_at IS NULL`]),
    ...(visibility.hidden ? [] : visibleProductSql(visibility, product())),
  ];
}
