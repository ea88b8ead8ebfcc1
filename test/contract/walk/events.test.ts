import { describe, expect } from '@jest/globals';
import { one } from '../bodies.ts';
import type { Sale } from '../scene.ts';
import { inBothForms, openWalk } from './walk.ts';

const walk = openWalk();

/** Where events of each resource are fired, one that succeeds on a new sale, and one that is refused. */
const fired = {
  order: {
    at: ({ number }: Sale) => `/api/orders/${number}`,
    possible: 'cancel',
    impossible: 'resume',
  },
  shipment: {
    at: ({ shipmentId }: Sale) => `/api/shipments/${String(shipmentId)}`,
    possible: 'ready',
    impossible: 'resume',
  },
  'inventory unit': {
    at: ({ unitIds }: Sale) => `/inventory_units/${String(unitIds[0])}`,
    possible: 'ship',
    impossible: 'return',
  },
} as const;

describe('Events', () => {
  describe('State events are fired by request: `PUT` on the `event` path with query `e=<event_name>`', () => {
    describe.each(Object.entries(fired))('of an %s', (_resource, { at, possible, impossible }) => {
      inBothForms('Success is 200', async (form) => {
        const sale = await walk.scene.sold();
        const before = (await walk.admin(form).get(at(sale))).body;
        const reply = await walk.admin(form).put(`${at(sale)}/event?e=${possible}`);
        expect(reply.status).toBe(200);
        expect((await walk.admin(form).get(at(sale))).body).not.toEqual(before);
      });

      inBothForms('refusal is 422.', async (form) => {
        const sale = await walk.scene.sold();
        const before = (await walk.admin(form).get(at(sale))).body;
        const reply = await walk.admin(form).put(`${at(sale)}/event?e=${impossible}`);
        expect(reply.status).toBe(422);
        expect((await walk.admin(form).get(at(sale))).body).toEqual(before);
      });
    });
  });

  inBothForms('The event name `cancel` is used for an order.', async (form) => {
    const { number } = await walk.scene.sold();
    expect(await walk.admin(form).put(`/api/orders/${number}/event?e=cancel`)).toMatchObject({
      status: 200,
      body: one(form, 'order', { number, state: 'canceled' }),
    });
  });
});
