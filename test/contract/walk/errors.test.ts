import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { basic, keyHeader } from '../../support/clients.ts';
import { forms, inBothForms, openWalk, recordIn } from './walk.ts';

const walk = openWalk();

const unauthorized = 'You are not authorized to perform that action.';
const missing = 'The resource you were looking for could not be found.';
const invalid = 'Invalid resource. Please fix errors and try again.';

/** Responses to a PUT with neither length nor type, as some clients send it. */
function putBare(path: string, credentials: Readonly<Record<string, string>>): Promise<string> {
  const { hostname, port } = new URL(walk.scene.store.url);
  const headers = Object.entries({ host: hostname, connection: 'close', ...credentials });
  const lines = [`PUT ${path} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname);
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      answer += text;
    });
    socket.on('error', reject);
    socket.on('end', () => {
      resolve(answer.split('\r\n')[0] ?? '');
    });
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  });
}

describe('Errors', () => {
  describe('Before what is wrong in the attributes, also in those that name a shipment (A24),', () => {
    const body = { shipment: { id: true, number: ['H1'] } };

    test.each(forms)('comes the right to the order, in the %s format', async (form) => {
      const { number } = await walk.scene.sold();
      const path = `/api/orders/${number}/shipments`;
      const stranger = await walk.as(form, walk.scene.bob).put(path, { body });
      expect([stranger.status, stranger.body]).toEqual([401, { error: unauthorized }]);
      const missed = await walk.admin(form).put('/api/orders/R0/shipments', { body });
      expect([missed.status, missed.body]).toEqual([404, { error: missing }]);
    });
  });

  test.each(forms)('Own attributes are told first in the %s format (A30).', async (form) => {
    const { number } = await walk.scene.cart();
    const { body } = await walk.admin(form).put(`/api/orders/${number}`, {
      body: { order: { email: [1], bill_address: { city: [1] } } },
    });
    const told = (body as { readonly errors: object }).errors;
    expect(form === 'older' ? told : Object.keys(told)).toEqual(
      form === 'older'
        ? ['Email is invalid', 'Bill address city is invalid']
        : ['email', 'bill_address.city'],
    );
  });

  describe('401 Unauthorized: Object with `error`: You are not authorized to perform that action.', () => {
    inBothForms('Caller lacks the right to the action', async (form) => {
      const { status, body } = await walk.as(form, walk.scene.ann).get('/api/orders');
      expect({ status, body }).toEqual({ status: 401, body: { error: unauthorized } });
    });

    inBothForms('or order.', async (form) => {
      const { number } = await walk.scene.cart();
      const { status, body } = await walk.as(form, walk.scene.bob).get(`/api/orders/${number}`);
      expect({ status, body }).toEqual({ status: 401, body: { error: unauthorized } });
    });
  });

  describe('404 Not Found: Object with `error`: The resource you were looking for could not be found.', () => {
    const paths = [
      ...['/api/orders/R0', '/api/orders/R0/line_items', '/api/orders/R0/shipments'],
      ...['/api/shipments/0', '/inventory_units/0', '/orders/R0/inventory_units'],
      ...['/api/variants/0', '/api/products/none/variants', '/api/products/none/variants/1'],
    ];
    describe.each(paths)('Resource missing: GET %s', (path) => {
      test.each(forms)('in the %s format', async (form) => {
        const { status, body } = await walk.admin(form).get(path);
        expect({ status, body }).toEqual({ status: 404, body: { error: missing } });
      });
    });
  });

  describe('422 Unprocessable Entity: Create or update with invalid data (newer form).', () => {
    test('Object with `error` and `errors`: object mapping a field name to an array of message strings: a create', async () => {
      const { status, body } = await walk.admin('newer').post('/api/products', { body: {} });
      expect({ status, body }).toEqual({
        status: 422,
        body: { error: invalid, errors: { name: ["can't be blank"], price: ["can't be blank"] } },
      });
    });

    test('Object with `error` and `errors`: object mapping a field name to an array of message strings: an update', async () => {
      const { number, lineId } = await walk.scene.cart();
      const { status, body } = await walk
        .admin('newer')
        .put(`/api/orders/${number}/line_items/${String(lineId)}`, { body: { quantity: 1.5 } });
      expect({ status, body }).toEqual({
        status: 422,
        body: { error: invalid, errors: { quantity: ['must be an integer'] } },
      });
    });

    test('What has the shape of something else is told all at once, before what the write would refuse (A29)', async () => {
      const { number } = await walk.scene.cart();
      const tell = async (order: object): Promise<unknown> => {
        const reply = await walk.admin('newer').put(`/api/orders/${number}`, { body: { order } });
        return (reply.body as { errors: unknown }).errors;
      };
      const sent = { email: 'nobody', line_items: [5], special_instructions: {} };
      expect(await tell(sent)).toEqual({
        'line_items.0': ['is invalid'],
        special_instructions: ['is invalid'],
      });
      const shaped = { email: 'nobody', line_items: [{ quantity: 'x' }] };
      expect(await tell(shaped)).toMatchObject({
        email: ['is invalid'],
        'line_items.0.quantity': ['is not a number'],
      });
    });

    test('An older variant of the body has `errors` as an array of message strings.', async () => {
      const { permalink } = await walk.scene.goods();
      const path = `/api/products/${permalink}/variants?variant[price]=-1`;
      const { status, body } = await walk.admin('older').post(path);
      expect({ status, body }).toEqual({
        status: 422,
        body: { error: invalid, errors: ['Price must be greater than or equal to 0'] },
      });
    });
  });

  describe('422: A state event is refused.', () => {
    inBothForms('of an order, a shipment and an inventory unit', async (form) => {
      const { number, shipmentId, unitIds } = await walk.scene.sold();
      const paths = [
        `/api/orders/${number}/event?e=resume`,
        `/api/shipments/${String(shipmentId)}/event?e=ship`,
        `/inventory_units/${String(unitIds[0])}/event?e=return`,
      ];
      const statuses = paths.map(async (path) => (await walk.admin(form).put(path)).status);
      expect(await Promise.all(statuses)).toEqual([422, 422, 422]);
    });
  });

  describe('500: Older form: failed create or update.', () => {
    test('a failed create', async () => {
      const { number } = await walk.scene.cart();
      const { status, body } = await walk
        .admin('older')
        .post(`/api/orders/${number}/line_items`, { body: { line_item: {} } });
      expect([status, body]).toEqual([500, { error: invalid, errors: ["Variant can't be blank"] }]);
    });

    test('a failed update', async () => {
      const { shipmentId } = await walk.scene.sold();
      const { status, body } = await walk
        .admin('older')
        .put(`/api/shipments/${String(shipmentId)}`, { body: { shipment: { cost: 'free' } } });
      expect([status, body]).toEqual([500, { error: invalid, errors: ['Cost is not a number'] }]);
    });

    describe('What is neither is 422 (A33)', () => {
      inBothForms('an event beside which an attribute does not fit', async (form) => {
        const { shipmentId } = await walk.scene.sold();
        const path = `/api/shipments/${String(shipmentId)}`;
        const before = (await walk.admin(form).get(path)).body;
        const body = { shipment: { cost: 'free' } };
        const event = await walk.admin(form).put(`${path}/event?e=ready`, { body });
        const verb = await walk.admin(form).put(`${path}/ready`, { body: { shipment: 'free' } });
        expect([event.status, verb.status]).toEqual([422, 422]);
        expect((await walk.admin(form).get(path)).body).toEqual(before);
      });

      inBothForms('an event that gives back more than the stock can hold', async (form) => {
        const { number, shipmentId, goods } = await walk.scene.sold();
        const { variantId, permalink } = goods;
        const variant = `/api/products/${permalink}/variants/${String(variantId)}`;
        await walk.admin(form).put(`${variant}?variant[count_on_hand]=2147483647`);
        const order = `/api/orders/${number}`;
        const before = (await walk.admin(form).get(order)).body;
        const statuses = [];
        for (const path of [
          ...[`${order}/event?e=cancel`, `${order}/cancel`, `${order}/empty`],
          `/api/shipments/${String(shipmentId)}/event?e=cancel`,
        ]) {
          statuses.push((await walk.admin(form).put(path)).status);
        }
        expect(statuses).toEqual([422, 422, 422, 422]);
        expect((await walk.admin(form).get(order)).body).toEqual(before);
      });

      inBothForms('DELETE of a line of a closed order', async (form) => {
        const { number, lineId } = await walk.scene.ordered('complete', 'cancel');
        const path = `/api/orders/${number}/line_items/${String(lineId)}`;
        const { status, body } = await walk.admin(form).delete(path);
        const told = 'The order is closed.';
        const errors = form === 'older' ? [told] : { base: [told] };
        expect({ status, body }).toEqual({ status: 422, body: { error: invalid, errors } });
        expect((await walk.admin(form).get(path)).status).toBe(200);
      });
    });
  });

  describe('411 Length Required: Some development servers answer a PUT sent without a body or length.', () => {
    test.each(forms)('this server answers it as any other PUT, in the %s format', async (form) => {
      const { number } = await walk.scene.ordered('complete');
      const { key } = walk.scene.admin;
      const credentials = form === 'older' ? basic(key) : keyHeader(key);
      expect(await putBare(`/api/orders/${number}/event?e=cancel`, credentials)).toBe(
        'HTTP/1.1 200 OK',
      );
    });

    inBothForms(
      'Sending the event name as a form field (`e=<event_name>`) in the body avoids it.',
      async (form) => {
        const { number } = await walk.scene.ordered('complete');
        const body = new URLSearchParams({ e: 'cancel' });
        const reply = await walk.admin(form).put(`/api/orders/${number}/event`, { body });
        expect([reply.status, recordIn(form, 'order', reply).state]).toEqual([200, 'canceled']);
      },
    );
  });
});
