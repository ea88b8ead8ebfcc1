import type { Store } from './store.ts';

interface Wares {
  readonly onHand?: number;
  readonly backorderable?: boolean;
  /** Null hides the product. */
  readonly availableOn?: Date | null;
  readonly deletedAt?: Date | null;
}

/** A product with its master and one other variant. */
export interface Goods {
  readonly id: number;
  readonly permalink: string;
  readonly masterId: number;
  readonly variantId: number;
}

let made = 0;

/** Creates `Shirt 1`, `Shirt 2` and so on: ten units of one variant at 19.90, on sale. */
export async function stockShirt({ db }: Pick<Store, 'db'>, wares: Wares = {}): Promise<Goods> {
  made += 1;
  const number = String(made);
  const { onHand = 10, backorderable = true, deletedAt = null } = wares;
  const { availableOn = new Date('2024-01-01T00:00:00Z') } = wares;
  const category = await db.shippingCategory.findFirstOrThrow({ where: { isDefault: true } });
  const location = await db.stockLocation.findFirstOrThrow({ where: { isDefault: true } });
  const permalink = `shirt-${number}`;
  const product = await db.product.create({
    data: {
      name: `Shirt ${number}`,
      permalink,
      availableOn,
      deletedAt,
      shippingCategoryId: category.id,
    },
  });
  const addVariant = async (isMaster: boolean): Promise<bigint> => {
    const variant = await db.variant.create({
      data: {
        productId: product.id,
        isMaster,
        sku: isMaster ? '' : `SHIRT-${number}`,
        price: '19.90',
        position: isMaster ? 1 : 2,
        deletedAt,
      },
    });
    const item = await db.stockItem.create({
      data: {
        variantId: variant.id,
        stockLocationId: location.id,
        countOnHand: isMaster ? 0 : onHand,
        backorderable,
      },
    });
    await db.variant.update({ where: { id: variant.id }, data: { stockItemId: item.id } });
    return variant.id;
  };
  const masterId = await addVariant(true);
  const variantId = await addVariant(false);
  await db.product.update({ where: { id: product.id }, data: { masterId } });
  return {
    id: Number(product.id),
    permalink,
    masterId: Number(masterId),
    variantId: Number(variantId),
  };
}
