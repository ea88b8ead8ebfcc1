import type { Database } from '../../../prisma/database.ts';
import { type Ground, groundOf } from '../locks/ground.ts';

const measures = { weight: 1, height: 1, width: 1, depth: 1, costPrice: '1' };

/** Creates records in which every field is filled that an input can empty. */
export function filledRecords(database: Pick<Database, 'client'>) {
  const { client } = database;
  const ground: Ground = groundOf(database);

  return {
    role: async () => ({ id: await ground.role() }),
    order: async () => {
      const { number, lineItems, shipments, billAddress } = await ground.sale();
      const [parcel] = shipments;
      const ofOrder = { where: { order: { number } } };
      const userId = BigInt(await ground.user());
      const data = { specialInstructions: 'Ring twice', channel: 'shop', userId };
      await client.order.update({ where: { number }, data });
      const filled = { company: 'Quay Ltd', address2: 'B', alternativePhone: '1' };
      await client.address.updateMany({ ...ofOrder, data: filled });
      const kept = await client.address.findFirstOrThrow({ ...ofOrder, omit: { id: true } });
      const own = await client.address.create({ data: { ...kept, city: 'Bath' } });
      const sent = { tracking: 'T1', addressId: own.id };
      await client.shipment.updateMany({ ...ofOrder, data: sent });
      await client.inventoryUnit.updateMany({ ...ofOrder, data: { returnAuthorizationId: 7n } });
      return {
        order: { number },
        line: { id: lineItems[0]?.id },
        parcel: { id: parcel?.id },
        unit: { id: parcel?.inventoryUnits[0]?.id },
        address: { id: billAddress?.id },
      };
    },
    payment: async () => {
      const named = await ground.payment();
      await client.payment.updateMany({ data: { responseCode: 'bank-7' } });
      return named;
    },
    /** A product with one variant beside its master. */
    product: async () => {
      const options = [{ name: 'Size', value: 'M' }];
      const variants = [{ price: '2', countOnHand: 3, options }];
      const input = { name: ground.fresh('Shirt'), price: '1', variants };
      const id = BigInt(String(await ground.write('createProduct', { input })));
      const product = await client.product.update({
        where: { id },
        data: { description: 'Grey.', metaDescription: 'grey', metaKeywords: 'shirt' },
        include: { variants: true },
      });
      for (const variant of product.variants) {
        const data = { ...measures, sku: ground.fresh('SKU') };
        await client.variant.update({ where: { id: variant.id }, data });
      }
      const other = product.variants.find(({ isMaster }) => !isMaster);
      return { by: { id: String(id) }, variant: { id: String(other?.id) } };
    },
    image: async () => {
      const input = { ...(await ground.picture()), alt: 'From the front.' };
      return { id: await ground.write('createImage', { input }) };
    },
    location: async () => {
      const id = await ground.location();
      const { id: stateId, countryId } = await client.state.findFirstOrThrow();
      const place = { address1: '4 Quay', city: 'Bath', zipcode: '1', phone: '1' };
      const data = { ...place, stateId, countryId };
      await client.stockLocation.update({ where: { id: BigInt(id) }, data });
      return { id };
    },
    user: async () => {
      const id = await ground.user();
      await client.user.update({ where: { id: BigInt(id) }, data: { name: 'Ada' } });
      return { by: { id } };
    },
  };
}

export type Filled = ReturnType<typeof filledRecords>;
