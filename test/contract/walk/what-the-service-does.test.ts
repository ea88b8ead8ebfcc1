import { describe, expect, test } from '@jest/globals';
import { one } from '../bodies.ts';
import { forms, inBothForms, listedIn, openWalk, recordIn } from './walk.ts';

const walk = openWalk();

describe('What the service does', () => {
  describe('Two forms', () => {
    test('an older form: paths may end in `.json`', async () => {
      const client = walk.scene.store.older(walk.scene.admin);
      const answers = [await client.get('/api/orders.json'), await client.get('/api/orders')];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });

    test('an older form: HTTP Basic authentication', async () => {
      const authorization = `Basic ${Buffer.from(`${walk.scene.admin.key}:x`).toString('base64')}`;
      const client = walk.scene.store.client({ authorization });
      expect((await client.get('/api/orders.json')).status).toBe(200);
    });

    test('an older form: unpaginated arrays of wrapped records', async () => {
      const client = walk.admin('older');
      await Promise.all(Array.from({ length: 26 }, () => client.post('/api/orders')));
      const { body } = await client.get('/api/orders');
      const entry = { order: expect.objectContaining({ number: expect.any(String) }) };
      const made = await walk.scene.store.db.order.count();
      expect(made).toBeGreaterThan(25);
      expect(body).toEqual(Array.from({ length: made }, () => entry));
    });

    test('a newer form: no suffix, API key header, paginated wrapper objects', async () => {
      const client = walk.scene.store.client({ 'x-serviceapikey': walk.scene.admin.key });
      expect(await client.get('/api/orders?per_page=1')).toMatchObject({
        status: 200,
        body: { orders: [{ number: expect.any(String) }], count: 1, current_page: 1 },
      });
    });
  });

  inBothForms(
    'The service is a JSON-over-HTTP interface to the data of an online store.',
    async (form) => {
      const { number } = await walk.scene.cart();
      const { headers } = await walk.admin(form).get(`/api/orders/${number}`);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    },
  );

  inBothForms('Third-party applications use it to read and write that data.', async (form) => {
    const { number, lineId } = await walk.scene.cart();
    const line = `/api/orders/${number}/line_items/${String(lineId)}`;
    await walk.admin(form).put(line, { body: { line_item: { quantity: 5 } } });
    expect(await walk.admin(form).get(line)).toMatchObject({
      body: one(form, 'line_item', { quantity: 5 }),
    });
  });

  describe('Resources named as reachable through the interface', () => {
    const reached = {
      Orders: ['/api/orders'],
      LineItems: ['/api/orders', '/line_items'],
      Shipments: ['/api/shipments'],
      InventoryUnits: ['/inventory_units'],
      Products: ['/api/products'],
      Variants: ['/api/variants'],
      Countries: ['/api/countries'],
      States: ['/api/states'],
    } as const;
    describe.each(forms)('in the %s format', (form) => {
      test.each(Object.entries(reached))('%s', async (_name, [path, child]) => {
        const { number } = await walk.scene.sold();
        const reply = await walk.admin(form).get(child ? `${path}/${number}${child}` : path);
        expect(reply.status).toBe(200);
        expect(Number(reply.headers.get('x-total-count'))).toBeGreaterThan(0);
      });
    });
  });

  describe('The only data format is JSON. Other formats (XML) are not supported.', () => {
    test('as a suffix', async () => {
      const { store, admin } = walk.scene;
      expect((await store.newer(admin).get('/api/orders.xml')).status).toBe(406);
    });

    inBothForms('as a request body', async (form) => {
      const parts = { body: '<order/>', headers: { 'content-type': 'application/xml' } };
      expect((await walk.admin(form).post('/api/orders', parts)).status).toBe(415);
    });

    test('as the Accept header', async () => {
      const headers = { accept: 'application/xml' };
      expect((await walk.admin('newer').get('/api/orders', { headers })).status).toBe(406);
    });
  });

  describe('The JSON format may be selected', () => {
    test('either by a `.json` suffix on the path (older form)', async () => {
      const headers = { accept: 'text/html' };
      expect((await walk.admin('older').get('/api/orders', { headers })).status).toBe(200);
    });

    test('or by the request header `Accept: application/json`.', async () => {
      const headers = { accept: 'application/json' };
      expect((await walk.admin('newer').get('/api/orders', { headers })).status).toBe(200);
    });
  });

  inBothForms('Requests that send a body send `Content-Type: application/json`.', async (form) => {
    const send = async (type: string): Promise<number> => {
      const headers = { 'content-type': type };
      return (await walk.admin(form).post('/api/orders', { body: '{"order":{}}', headers })).status;
    };
    expect([await send('application/json'), await send('text/plain')]).toEqual([201, 415]);
  });

  describe('HTTP methods', () => {
    inBothForms('GET lists', async (form) => {
      const { number } = await walk.scene.cart();
      const path = `/api/orders?q[number_eq]=${number}`;
      expect(listedIn(form, 'order', await walk.admin(form).get(path))).toMatchObject([{ number }]);
    });

    inBothForms('and views', async (form) => {
      const { number } = await walk.scene.cart();
      const reply = await walk.admin(form).get(`/api/orders/${number}`);
      expect(recordIn(form, 'order', reply)).toMatchObject({ number });
    });

    inBothForms('POST creates', async (form) => {
      const made = recordIn(form, 'order', await walk.admin(form).post('/api/orders'));
      const { db } = walk.scene.store;
      expect(await db.order.count({ where: { number: String(made.number) } })).toBe(1);
    });

    inBothForms('PUT updates', async (form) => {
      const { number, lineId, id } = await walk.scene.cart();
      const path = `/api/orders/${number}/line_items/${String(lineId)}`;
      await walk.admin(form).put(path, { body: { line_item: { quantity: 9 } } });
      const lines = await walk.scene.store.db.lineItem.findMany({ where: { orderId: BigInt(id) } });
      expect(lines.map(({ quantity }) => quantity)).toEqual([9]);
    });

    inBothForms('DELETE deletes', async (form) => {
      const { permalink, variantId } = await walk.scene.goods();
      const path = `/api/products/${permalink}/variants/${String(variantId)}`;
      const deleted = await walk.admin(form).delete(path);
      expect([deleted.status, (await walk.admin(form).get(path)).status]).toEqual([204, 404]);
    });
  });

  inBothForms('Request bodies carry a JSON object of attributes.', async (form) => {
    const send = async (body: unknown): Promise<number> =>
      (await walk.admin(form).post('/api/orders', { body })).status;
    expect([await send({ order: { line_items: [] } }), await send([1])]).toEqual([201, 400]);
  });

  inBothForms(
    'Some variant operations instead carry attributes as query parameters named `variant[<field>]`.',
    async (form) => {
      const { permalink } = await walk.scene.goods();
      const path = `/api/products/${permalink}/variants?variant[sku]=BY-${form}&variant[price]=8.5`;
      const made = recordIn(form, 'variant', await walk.admin(form).post(path));
      expect(made).toMatchObject({ sku: `BY-${form}`, price: form === 'older' ? 8.5 : '8.5' });
    },
  );

  inBothForms('Success on create is `201 Created`', async (form) => {
    expect((await walk.admin(form).post('/api/orders')).status).toBe(201);
  });

  inBothForms('success on update is `200 OK`', async (form) => {
    const { number, lineId } = await walk.scene.cart();
    const path = `/api/orders/${number}/line_items/${String(lineId)}`;
    const reply = await walk.admin(form).put(path, { body: { line_item: { quantity: 3 } } });
    expect(reply.status).toBe(200);
  });

  inBothForms(
    'A create that returns a new record may carry a `Location` header holding the address of the new record.',
    async (form) => {
      const { scene } = walk;
      const made = await walk.admin(form).post('/api/orders');
      const { number } = recordIn(form, 'order', made);
      const suffix = form === 'older' ? '.json' : '';
      expect(made.headers.get('location')).toBe(
        `${scene.store.url}/api/orders/${String(number)}${suffix}`,
      );
    },
  );
});
