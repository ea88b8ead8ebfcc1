import { Decimal } from 'decimal.js';
import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Context } from '../context.ts';
import { toDecimal } from '../domain/money.ts';
import type { Stored } from '../domain/remembering.ts';
import { readTogether } from '../search/together.ts';
import { unitsOnHand } from '../stock/shown-count.ts';

/** What the variants of a product come to, without its master and deleted ones. */
interface VariantFigures {
  readonly lowest: Stored;
  readonly highest: Stored;
  readonly unitsOnHand: bigint;
}

/** A variant with what its figures are computed of. */
interface WholeVariant {
  readonly price: Stored;
  readonly stockItem: { readonly countOnHand: number; readonly countElsewhere: number } | null;
}

interface PartOfVariant {
  readonly price?: Stored;
  readonly stockItem?: Partial<NonNullable<WholeVariant['stockItem']>> | null;
}

/** The row of a product; with its variants, as far as other fields show them. */
interface ProductRow {
  readonly id: bigint;
  readonly variants?: readonly PartOfVariant[];
}

/**
 * Undefined if the product has no such variants. If they are not shown as well, what one response asks for is computed
 * by one statement: a page of products has up to 250,000 variants.
 */
export async function variantFigures(
  context: Context,
  { id, variants }: ProductRow,
): Promise<VariantFigures | undefined> {
  if (variants?.every(isWhole)) return figuresOf(variants);
  return readTogether(context, variantFigures, id, (ids) => readFigures(context, ids));
}

const isWhole = (variant: PartOfVariant): variant is WholeVariant => {
  const { price, stockItem } = variant;
  if (price === undefined || stockItem === undefined) return false;
  return stockItem?.countOnHand !== undefined
    ? stockItem.countElsewhere !== undefined
    : stockItem === null;
};

function figuresOf(variants: readonly WholeVariant[]): VariantFigures | undefined {
  if (variants.length === 0) return undefined;
  const prices = variants.map(({ price }) => toDecimal(price));
  const units = variants.reduce((sum, { stockItem }) => sum + unitsOnHand(stockItem), 0);
  return {
    lowest: Decimal.min(...prices),
    highest: Decimal.max(...prices),
    unitsOnHand: BigInt(units),
  };
}

async function readFigures(
  { db }: Context,
  productIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, VariantFigures>> {
  const rows = await db.$queryRaw<(VariantFigures & { readonly id: bigint })[]>(Prisma.sql`
    SELECT v.product_id AS id, min(v.price) AS lowest, max(v.price) AS highest,
           COALESCE(sum(i.count_on_hand::bigint + i.count_elsewhere), 0)::bigint AS "unitsOnHand"
    FROM variants v LEFT JOIN stock_items i ON i.id = v.stock_item_id
    WHERE v.product_id = ANY(${productIds.map(String)}::bigint[])
      AND NOT v.is_master AND v.deleted_at IS NULL
    GROUP BY v.product_id`);
  return new Map(rows.map(({ id, ...figures }) => [id, figures]));
}
