import { describe, expect, test } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import { one } from '../bodies.ts';
import { maine } from '../scene.ts';
import { inBothForms, openWalk, recordIn } from './walk.ts';

const walk = openWalk();

const stateOf = async (form: FormName, number: string): Promise<unknown> =>
  recordIn(form, 'order', await walk.admin(form).get(`/api/orders/${number}`)).state;

const shipmentState = async (form: FormName, id: number): Promise<unknown> =>
  (await walk.admin(form).get(`/api/shipments/${String(id)}`)).body;

const countOnHand = async (form: FormName, variantId: number): Promise<unknown> => {
  const reply = await walk.admin(form).get(`/api/variants/${String(variantId)}`);
  return recordIn(form, 'variant', reply).count_on_hand;
};

describe('States and transitions', () => {
  describe('State values seen', () => {
    test('Order: `new` (older form)', async () => {
      expect(await stateOf('older', (await walk.scene.ordered('complete')).number)).toBe('new');
    });

    test('Order: `cart` (newer form)', async () => {
      expect(await stateOf('newer', (await walk.scene.cart()).number)).toBe('cart');
    });

    inBothForms('Order: `delivery`', async (form) => {
      expect(await stateOf(form, (await walk.delivery()).number)).toBe('delivery');
    });

    inBothForms('Shipment: `pending`', async (form) => {
      const { shipmentId } = await walk.scene.sold();
      expect(await shipmentState(form, shipmentId)).toMatchObject({
        shipment: { state: 'pending' },
      });
    });

    inBothForms('Shipment: `ready_to_ship`', async (form) => {
      const { shipmentId } = await walk.scene.sold(['ready']);
      expect(await shipmentState(form, shipmentId)).toMatchObject({
        shipment: { state: 'ready_to_ship' },
      });
    });
  });

  describe('When an order is in the `delivery` state, the order response includes shipments', () => {
    test('with shipping_rates, shipping_method and manifest.', async () => {
      const { number, goods } = await walk.delivery();
      const { shipments } = recordIn(
        'newer',
        'order',
        await walk.admin('newer').get(`/api/orders/${number}`),
      );
      expect(shipments).toMatchObject([
        {
          shipping_rates: [{ name: 'Standard' }, { name: 'Express' }],
          shipping_method: { name: 'Standard' },
          manifest: [{ quantity: 2, variant: { id: goods.variantId } }],
        },
      ]);
    });

    test('in the older format, to which the field tables give no rates and no manifest, with shipping_method', async () => {
      const { number } = await walk.delivery();
      expect((await walk.admin('older').get(`/api/orders/${number}`)).body).toMatchObject({
        order: { shipments: [{ cost: 5, shipping_method: { name: 'Standard' } }] },
      });
    });
  });

  describe('State events are fired on orders, shipments and inventory units with the event endpoints.', () => {
    inBothForms('A successful firing returns 200', async (form) => {
      const { number, shipmentId, unitIds } = await walk.scene.sold(['ready']);
      const fire = async (path: string): Promise<number> =>
        (await walk.admin(form).put(path)).status;
      expect([
        await fire(`/api/orders/${number}/event?e=approve`),
        await fire(`/inventory_units/${String(unitIds[0])}/event?e=ship`),
        await fire(`/api/shipments/${String(shipmentId)}/event?e=ship`),
      ]).toEqual([200, 200, 200]);
    });

    inBothForms('a refused one returns 422.', async (form) => {
      const { number, shipmentId, unitIds } = await walk.scene.sold();
      const fire = async (path: string): Promise<number> =>
        (await walk.admin(form).put(path)).status;
      expect([
        await fire(`/api/orders/${number}/event?e=resume`),
        await fire(`/inventory_units/${String(unitIds[0])}/event?e=return`),
        await fire(`/api/shipments/${String(shipmentId)}/event?e=ship`),
      ]).toEqual([422, 422, 422]);
    });
  });

  describe('`PUT /api/orders/{order_number}/empty`', () => {
    inBothForms('removes all line items from the cart', async (form) => {
      const { number } = await walk.scene.cart();
      expect((await walk.admin(form).put(`/api/orders/${number}/empty`)).body).toMatchObject(
        one(form, 'order', { number, line_items: [], item_total: form === 'older' ? 0 : '0.0' }),
      );
    });

    inBothForms('and clears the order’s information', async (form) => {
      const { number } = await walk.delivery();
      const order = { special_instructions: 'Ring twice.' };
      await walk.admin(form).put(`/api/orders/${number}`, { body: { order } });
      await walk.admin(form).put(`/api/orders/${number}/empty`);
      const { body } = await walk.admin('newer').get(`/api/orders/${number}`);
      expect(body).toMatchObject({
        state: 'cart',
        bill_address: null,
        ship_address: null,
        special_instructions: null,
        shipments: [],
        adjustments: [],
      });
    });

    inBothForms('inventory that the order had depleted is replenished.', async (form) => {
      const { number, goods } = await walk.scene.sold();
      const before = await countOnHand(form, goods.variantId);
      await walk.admin(form).put(`/api/orders/${number}/empty`);
      expect([before, await countOnHand(form, goods.variantId)]).toEqual([8, 10]);
    });
  });

  inBothForms(
    'An order can receive address information through checkout transitions, which belong to a separate checkout interface.',
    async (form) => {
      const { number } = await walk.scene.ordered('next');
      const order = { bill_address: maine, use_billing: true };
      const reply = await walk.admin(form).put(`/api/checkouts/${number}`, { body: { order } });
      expect(reply).toMatchObject({
        status: 200,
        body: one(form, 'order', { state: 'delivery', bill_address: { city: 'Portland' } }),
      });
    },
  );
});
