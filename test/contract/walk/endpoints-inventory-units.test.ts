import { describe, expect, test } from '@jest/globals';
import { readState } from '../database-state.ts';
import { forms, inBothForms, openWalk, wrappedIn } from './walk.ts';

const walk = openWalk();

const idsOf = (units: readonly unknown[]): unknown[] =>
  units.map((unit) => (unit as { id: unknown }).id);

describe('Endpoints: Inventory units', () => {
  inBothForms(
    'GET /inventory_units: 200; array of `{inventory_unit: InventoryUnit}`.',
    async (form) => {
      const sale = await walk.scene.sold();
      await walk.scene.sold();
      const reply = await walk.admin(form).get('/inventory_units?q[s]=id%20asc');
      const every = await walk.scene.store.db.inventoryUnit.findMany({ orderBy: { id: 'asc' } });
      const listed = idsOf(wrappedIn('inventory_unit', reply));
      expect(reply.status).toBe(200);
      expect(listed).toEqual(every.map(({ id }) => Number(id)));
      expect(listed).toEqual(expect.arrayContaining([...sale.unitIds]));
    },
  );

  inBothForms(
    'GET /orders/{order_id}/inventory_units: Same, limited to the order.',
    async (form) => {
      const { number, unitIds } = await walk.scene.sold();
      await walk.scene.sold();
      const reply = await walk.admin(form).get(`/orders/${number}/inventory_units?q[s]=id`);
      expect([reply.status, idsOf(wrappedIn('inventory_unit', reply))]).toEqual([200, unitIds]);
    },
  );

  inBothForms(
    'GET /shipments/{shipment_id}/inventory_units: Same, limited to the shipment.',
    async (form) => {
      const { shipmentId, unitIds } = await walk.scene.sold();
      await walk.scene.sold();
      const path = `/shipments/${String(shipmentId)}/inventory_units?q[s]=id`;
      const reply = await walk.admin(form).get(path);
      expect([reply.status, idsOf(wrappedIn('inventory_unit', reply))]).toEqual([200, unitIds]);
    },
  );

  inBothForms(
    'GET /inventory_units/{inventory_unit_id}: 200; `{inventory_unit: InventoryUnit}`.',
    async (form) => {
      const { unitIds, goods } = await walk.scene.sold();
      const reply = await walk.admin(form).get(`/inventory_units/${String(unitIds[1])}`);
      expect(reply).toMatchObject({
        status: 200,
        body: { inventory_unit: { id: unitIds[1], variant_id: goods.variantId, state: 'sold' } },
      });
    },
  );

  inBothForms('PUT /inventory_units/{inventory_unit_id}: JSON body. 200.', async (form) => {
    const { unitIds } = await walk.scene.sold();
    const path = `/inventory_units/${String(unitIds[0])}`;
    const inventory_unit = { return_authorization_id: 7001 };
    const reply = await walk.admin(form).put(path, { body: { inventory_unit } });
    expect(reply.status).toBe(200);
    expect((await walk.admin(form).get(path)).body).toMatchObject({ inventory_unit });
  });

  describe('A return authorization whose number JSON cannot show as it is (B40)', () => {
    test.each(forms)('is refused in the %s format, and the unit can be read', async (form) => {
      const { unitIds } = await walk.scene.sold();
      const path = `/inventory_units/${String(unitIds[0])}`;
      const before = await readState(walk.scene.store.db);
      for (const id of ['20240206150405120', '999999999999999999']) {
        const inventory_unit = { return_authorization_id: id };
        const reply = await walk.admin(form).put(path, { body: { inventory_unit } });
        expect([reply.status, reply.body]).toMatchObject(
          form === 'older'
            ? [500, { errors: ['Return authorization is invalid'] }]
            : [422, { errors: { return_authorization_id: ['is invalid'] } }],
        );
      }
      expect(await readState(walk.scene.store.db)).toEqual(before);
      expect((await walk.admin(form).get(path)).status).toBe(200);
    });
  });

  describe('PUT /inventory_units/{inventory_unit_id}/event: Query `e`: event name.', () => {
    inBothForms('200', async (form) => {
      const { unitIds } = await walk.scene.sold();
      const path = `/inventory_units/${String(unitIds[0])}/event?e=ship`;
      expect(await walk.admin(form).put(path)).toMatchObject({
        status: 200,
        body: { inventory_unit: { state: 'shipped' } },
      });
    });

    inBothForms('or 422.', async (form) => {
      const { unitIds } = await walk.scene.sold();
      const path = `/inventory_units/${String(unitIds[0])}`;
      const refused = await walk.admin(form).put(`${path}/event?e=return`);
      const { body } = await walk.admin(form).get(path);
      expect([refused.status, body]).toMatchObject([422, { inventory_unit: { state: 'sold' } }]);
    });
  });
});
