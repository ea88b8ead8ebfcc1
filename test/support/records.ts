import type { Db } from '../../schema/index.ts';

/** A user with this address, as viewers refer to it. */
export async function makeUser(
  db: Db,
  email: string,
): Promise<{ id: bigint; email: string; name: string | null }> {
  return db.user.create({
    data: { email, name: null },
    select: { id: true, email: true, name: true },
  });
}

interface VariantWish {
  readonly sku?: string;
  readonly name?: string;
  readonly price?: string;
  readonly count?: number;
  readonly backorderable?: boolean;
  readonly trackInventory?: boolean;
}

let made = 0;

/** The master variant of a new product, with its count at the default location and a stock movement for it. */
export async function makeVariant(db: Db, wish: VariantWish = {}): Promise<bigint> {
  made += 1;
  const number = String(made);
  const { sku = `SKU-${number}`, name = `Product ${sku}`, price = '10.00', count = 0 } = wish;
  const { backorderable = true, trackInventory = true } = wish;
  const location = await db.stockLocation.findFirstOrThrow({ where: { isDefault: true } });
  const category = await db.shippingCategory.findFirstOrThrow({ where: { isDefault: true } });
  const product = await db.product.create({
    data: {
      name,
      permalink: `product-${number}`,
      shippingCategoryId: category.id,
      availableOn: new Date('2020-01-01T00:00:00Z'),
    },
  });
  const variant = await db.variant.create({
    data: { productId: product.id, isMaster: true, sku, price, position: 1, trackInventory },
  });
  const item = await db.stockItem.create({
    data: {
      variantId: variant.id,
      stockLocationId: location.id,
      countOnHand: count,
      backorderable,
    },
  });
  if (count !== 0) {
    await db.stockMovement.create({
      data: { stockItemId: item.id, kind: 'set', quantity: count, countAfter: count },
    });
  }
  await db.variant.update({ where: { id: variant.id }, data: { stockItemId: item.id } });
  await db.product.update({ where: { id: product.id }, data: { masterId: variant.id } });
  return variant.id;
}

/** The count of a variant at the default location. */
export async function countOf(db: Db, variantId: bigint): Promise<number> {
  const item = await db.stockItem.findFirstOrThrow({
    where: { variantId, stockLocation: { isDefault: true } },
  });
  return item.countOnHand;
}

/** The stock movements of a variant, oldest first: type and quantity. */
export async function movementsOf(db: Db, variantId: bigint): Promise<[string, number][]> {
  const rows = await db.stockMovement.findMany({
    where: { stockItem: { variantId } },
    orderBy: { id: 'asc' },
  });
  return rows.map(({ kind, quantity }) => [kind, quantity]);
}
