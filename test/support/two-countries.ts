import type { Database } from '../../prisma/database.ts';
import { maineAddress } from './orders.ts';

/** An address in Denmark. */
export const danish = { ...maineAddress, country: { iso: 'DK' }, state: null };

/** An address in Sweden, where nothing delivers. */
export const swedish = { ...maineAddress, country: { iso: 'SE' }, state: null };

/**
 * Makes a store deliver to two countries only, by methods named after country and base cost: `US for 5`, `US for 6`,
 * `DK for 30` and `DK for 20`. Each piece costs 1.00 besides.
 */
export async function deliverToTwoCountries({ client: db }: Database): Promise<void> {
  await db.shippingMethod.updateMany({ data: { active: false } });
  const { id: shippingCategoryId } = await db.shippingCategory.findFirstOrThrow();
  const prices = { US: ['5', '6'], DK: ['30', '20'] } as const;
  for (const [iso, costs] of Object.entries(prices)) {
    const { id: countryId } = await db.country.findUniqueOrThrow({ where: { iso } });
    const { id: zoneId } = await db.zone.create({ data: { name: iso } });
    await db.zoneMember.create({ data: { zoneId, countryId } });
    for (const baseCost of costs) {
      const name = `${iso} for ${baseCost}`;
      await db.shippingMethod.create({
        data: { name, zoneId, shippingCategoryId, baseCost, itemCost: '1' },
      });
    }
  }
}
