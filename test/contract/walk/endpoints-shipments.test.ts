import { describe, expect } from '@jest/globals';
import { inBothForms, openWalk, wrappedIn } from './walk.ts';

const walk = openWalk();

describe('Endpoints: Shipments', () => {
  describe('GET /api/shipments', () => {
    inBothForms('Query: search (see Searching).', async (form) => {
      const { shipmentId, shipmentNumber } = await walk.scene.sold(['ready']);
      await walk.scene.sold();
      const path =
        form === 'older'
          ? `/api/shipments?search[state]=ready_to_ship&search[number]=${shipmentNumber}`
          : `/api/shipments?q[state_eq]=ready_to_ship&q[number_eq]=${shipmentNumber}`;
      const found = wrappedIn('shipment', await walk.admin(form).get(path));
      expect(found).toMatchObject([{ id: shipmentId }]);
    });

    inBothForms('200; array of `{shipment: Shipment}`.', async (form) => {
      const { shipmentId, shipmentNumber } = await walk.scene.sold();
      const path = `/api/shipments?q[number_eq]=${shipmentNumber}`;
      expect(await walk.admin(form).get(path)).toMatchObject({
        status: 200,
        body: [{ shipment: { id: shipmentId, number: shipmentNumber } }],
      });
    });
  });

  inBothForms('GET /api/shipments/{shipment_id}: 200; `{shipment: Shipment}`.', async (form) => {
    const { shipmentId, shipmentNumber } = await walk.scene.sold();
    expect(await walk.admin(form).get(`/api/shipments/${String(shipmentId)}`)).toMatchObject({
      status: 200,
      body: { shipment: { id: shipmentId, number: shipmentNumber } },
    });
  });

  inBothForms(
    'PUT /api/shipments/{shipment_id}: JSON body of shipment attributes. 200.',
    async (form) => {
      const { shipmentId } = await walk.scene.sold();
      const path = `/api/shipments/${String(shipmentId)}`;
      const reply = await walk.admin(form).put(path, { body: { shipment: { tracking: '1Z9' } } });
      expect(reply.status).toBe(200);
      expect((await walk.admin(form).get(path)).body).toMatchObject({
        shipment: { tracking: '1Z9' },
      });
    },
  );

  describe('PUT /api/shipments/{shipment_id}/event: Query `e`: event name.', () => {
    inBothForms('200', async (form) => {
      const { shipmentId } = await walk.scene.sold();
      const path = `/api/shipments/${String(shipmentId)}/event?e=ready`;
      expect(await walk.admin(form).put(path)).toMatchObject({
        status: 200,
        body: { shipment: { state: 'ready_to_ship' } },
      });
    });

    inBothForms('or 422.', async (form) => {
      const { shipmentId } = await walk.scene.sold();
      const path = `/api/shipments/${String(shipmentId)}`;
      const refused = await walk.admin(form).put(`${path}/event?e=ship`);
      const { body } = await walk.admin(form).get(path);
      expect([refused.status, body]).toMatchObject([422, { shipment: { state: 'pending' } }]);
    });
  });
});
