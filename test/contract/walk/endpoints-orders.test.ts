import { describe, expect, test } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import { notFound, one, unauthorized } from '../bodies.ts';
import { inBothForms, listedIn, openWalk, recordIn, wrappedIn } from './walk.ts';

const walk = openWalk();

const numbersOf = (rows: readonly { readonly number?: unknown }[]): unknown[] =>
  rows.map(({ number }) => number);

describe('Endpoints: Orders', () => {
  inBothForms(
    '`{order_id}` and `{order_number}` are interchangeable for orders: either the integer id or the order number.',
    async (form) => {
      const { id, number } = await walk.scene.cart();
      const read = (ref: string) => walk.admin(form).get(`/api/orders/${ref}/line_items`);
      expect((await read(String(id))).body).toEqual((await read(number)).body);
    },
  );

  describe('GET /api/orders', () => {
    inBothForms('Query: page, per_page', async (form) => {
      const carts = [await walk.scene.cart(), await walk.scene.cart()];
      const ids = carts.map(({ id }) => id).join(',');
      const path = `/api/orders?q[id_in]=${ids}&q[s]=id%20asc&per_page=1&page=2`;
      const listed = listedIn(form, 'order', await walk.admin(form).get(path));
      expect(numbersOf(listed)).toEqual([carts[1]?.number]);
    });

    inBothForms('Query: q[...] search', async (form) => {
      const { number } = await walk.scene.cart();
      const path = `/api/orders?q[number_cont]=${number.slice(1)}`;
      expect(numbersOf(listedIn(form, 'order', await walk.admin(form).get(path)))).toEqual([
        number,
      ]);
    });

    inBothForms('Query: q[s] sort', async (form) => {
      const carts = [await walk.scene.cart(), await walk.scene.cart()];
      const numbers = carts.map(({ number }) => number).sort();
      const ids = carts.map(({ id }) => id).join(',');
      const path = `/api/orders?q[id_in]=${ids}&q[s]=number%20`;
      const read = async (direction: string) =>
        numbersOf(listedIn(form, 'order', await walk.admin(form).get(`${path}${direction}`)));
      expect([await read('asc'), await read('desc')]).toEqual([numbers, numbers.toReversed()]);
    });

    test('Admin only (newer form).', async () => {
      await walk.scene.cart();
      const statuses = [
        (await walk.as('newer', walk.scene.ann).get('/api/orders')).status,
        (await walk.admin('newer').get('/api/orders')).status,
      ];
      expect(statuses).toEqual([401, 200]);
    });

    test('200; newer: paginated wrapper with `orders`', async () => {
      const { number } = await walk.scene.cart();
      expect(await walk.admin('newer').get(`/api/orders?q[number_eq]=${number}`)).toMatchObject({
        status: 200,
        body: { orders: [{ number }], count: 1, pages: 1, current_page: 1 },
      });
    });

    test('200; older: array of objects `{order: Order}`', async () => {
      const { number } = await walk.scene.cart();
      expect(await walk.admin('older').get(`/api/orders?search[number]=${number}`)).toMatchObject({
        status: 200,
        body: [{ order: { number } }],
      });
    });
  });

  describe('GET /api/orders/{order_number}', () => {
    inBothForms('Optional query `order_token`.', async (form) => {
      const { number, token } = await walk.scene.cart();
      const path = `/api/orders/${number}?order_token=${token}`;
      expect((await walk.as(form, walk.scene.bob).get(path)).status).toBe(200);
    });

    inBothForms('A4: of several `order_token` the last counts', async (form) => {
      const { number, token } = await walk.scene.cart();
      const client = walk.as(form, walk.scene.bob);
      const read = async (...tokens: readonly string[]): Promise<number> => {
        const query = tokens.map((sent) => `order_token=${sent}`).join('&');
        return (await client.get(`/api/orders/${number}?${query}`)).status;
      };
      const statuses = [await read(token, token), await read('x', token), await read(token, 'x')];
      expect(statuses).toEqual([200, 200, 401]);
    });

    test('200 with an Order (newer form: unwrapped)', async () => {
      const { number } = await walk.scene.cart();
      const reply = await walk.as('newer', walk.scene.ann).get(`/api/orders/${number}`);
      expect(reply).toMatchObject({ status: 200, body: { number } });
    });

    test('200 with an Order (older: under key `order`)', async () => {
      const { number } = await walk.scene.cart();
      const reply = await walk.as('older', walk.scene.ann).get(`/api/orders/${number}`);
      expect(reply).toMatchObject({ status: 200, body: { order: { number } } });
    });

    inBothForms('404 when missing.', async (form) => {
      const reply = await walk.admin(form).get('/api/orders/R0');
      expect(reply).toMatchObject({ status: 404, body: notFound });
    });

    inBothForms(
      '401 when the caller is neither admin nor owner and gives no valid order_token.',
      async (form) => {
        const { number } = await walk.scene.cart();
        const path = `/api/orders/${number}?order_token=not-the-token`;
        const reply = await walk.as(form, walk.scene.bob).get(path);
        expect(reply).toMatchObject({ status: 401, body: unauthorized });
      },
    );
  });

  describe('POST /api/orders', () => {
    inBothForms(
      'JSON body: object `order` with array `line_items` of objects `{variant_id: integer, quantity: integer}`. 201',
      async (form) => {
        const { variantId } = await walk.scene.goods();
        const order = { line_items: [{ variant_id: variantId, quantity: 3 }] };
        const reply = await walk.as(form, walk.scene.ann).post('/api/orders', { body: { order } });
        expect(reply).toMatchObject({ status: 201, body: one(form, 'order', order) });
      },
    );

    inBothForms('422 with error body on failure.', async (form) => {
      const order = { line_items: [{ variant_id: 999_999, quantity: 3 }] };
      const reply = await walk.as(form, walk.scene.ann).post('/api/orders', { body: { order } });
      expect(reply).toMatchObject({
        status: 422,
        body: { error: 'Invalid resource. Please fix errors and try again.' },
      });
    });
  });

  inBothForms('PUT /api/orders/{order_number}/empty: Empties the cart', async (form) => {
    const { number } = await walk.scene.cart();
    const reply = await walk.admin(form).put(`/api/orders/${number}/empty`);
    expect(reply).toMatchObject({
      status: 200,
      body: one(form, 'order', { number, line_items: [] }),
    });
  });

  describe('PUT /api/orders/{order_id}/event', () => {
    inBothForms('Query `e`: event name (string)', async (form) => {
      const { id } = await walk.scene.ordered('complete');
      const reply = await walk.admin(form).put(`/api/orders/${String(id)}/event?e=cancel`);
      expect(recordIn(form, 'order', reply).state).toBe('canceled');
    });

    inBothForms('may be sent as form field `e`', async (form) => {
      const { id } = await walk.scene.ordered('complete');
      const reply = await walk.admin(form).put(`/api/orders/${String(id)}/event`, {
        body: new URLSearchParams({ e: 'cancel' }),
      });
      expect(recordIn(form, 'order', reply).state).toBe('canceled');
    });

    inBothForms(
      'T1: the form field may claim to be JSON, as the contract asks of all bodies',
      async (form) => {
        const { number, shipmentNumber, unitIds } = await walk.scene.sold();
        const fire = async (path: string, body: string): Promise<number> => {
          const headers = { 'content-type': 'application/json' };
          return (await walk.admin(form).put(path, { body, headers })).status;
        };
        const statuses = [
          await fire(`/api/shipments/${shipmentNumber}/event`, 'e=ready'),
          await fire(`/api/orders/${number}/shipments/${shipmentNumber}/event`, 'e=pend'),
          await fire(`/inventory_units/${String(unitIds[0])}/event`, 'e=ship'),
          await fire(`/api/orders/${number}/event`, 'e=approve'),
          await fire(`/api/orders/${number}/event`, 'e=approve&x'),
          await fire(`/api/orders/${number}`, 'e=approve'),
        ];
        expect(statuses).toEqual([200, 200, 200, 200, 400, 400]);
      },
    );

    inBothForms('200 on success, 422 on failure.', async (form) => {
      const { number } = await walk.scene.ordered('complete');
      const cancel = async (): Promise<number> =>
        (await walk.admin(form).put(`/api/orders/${number}/event?e=cancel`)).status;
      expect([await cancel(), await cancel()]).toEqual([200, 422]);
    });
  });

  inBothForms(
    'GET /api/orders/{order_id}/line_items: 200; array of objects `{line_item: LineItem}`.',
    async (form) => {
      const { number, lineId } = await walk.scene.cart();
      const reply = await walk.admin(form).get(`/api/orders/${number}/line_items`);
      expect(reply.status).toBe(200);
      expect(wrappedIn('line_item', reply)).toMatchObject([{ id: lineId, quantity: 2 }]);
    },
  );

  inBothForms(
    'POST /api/orders/{order_id}/line_items: JSON body of line item attributes. 201 with `Location` of the new line item.',
    async (form) => {
      const { number } = await walk.scene.cart();
      const { variantId } = await walk.scene.goods();
      const made = await walk.admin(form).post(`/api/orders/${number}/line_items`, {
        body: { line_item: { variant_id: variantId, quantity: 4 } },
      });
      const { pathname } = new URL(made.headers.get('location') ?? '');
      const found = await walk.admin(form).get(pathname.replace('.json', ''));
      expect(made.status).toBe(201);
      expect(found.body).toMatchObject(
        one(form, 'line_item', { variant_id: variantId, quantity: 4 }),
      );
    },
  );

  inBothForms(
    'C12: a customer who orders a master is told to choose one of the variants of its product',
    async (form) => {
      const { goods } = await walk.scene.cart();
      const hidden = await walk.scene.goods({ availableOn: null });
      const entries = [
        { variant_id: goods.masterId, quantity: 1 },
        { variant_id: hidden.masterId, quantity: 1 },
      ];
      const reply = await walk.as(form, walk.scene.ann).post('/api/orders', {
        body: { order: { line_items: entries } },
      });
      const told = "is a master variant: choose one of its product's variants";
      expect(reply).toMatchObject({
        status: 422,
        body: {
          errors:
            form === 'newer'
              ? {
                  'line_items.0.variant_id': [told],
                  'line_items.1.variant_id': ['is invalid'],
                }
              : [`Line items 0 variant ${told}`, 'Line items 1 variant is invalid'],
        },
      });
    },
  );

  describe('F10: a true `_destroy` of a line item', () => {
    const cartOfTwo = async (form: FormName) => {
      const cart = await walk.scene.cart();
      const { variantId } = await walk.scene.goods();
      const added = await walk.admin(form).post(`/api/orders/${cart.number}/line_items`, {
        body: { line_item: { variant_id: variantId, quantity: 3 } },
      });
      return { ...cart, otherId: recordIn(form, 'line_item', added).id };
    };
    const linesAfter = async (form: FormName, path: string, body: unknown) => {
      const reply = await walk.admin(form).put(path, { body });
      return recordIn(form, 'order', reply).line_items;
    };

    inBothForms('removes it from its order, in JSON', async (form) => {
      const { number, lineId, otherId } = await cartOfTwo(form);
      const entries = [
        { id: lineId, quantity: 9, _destroy: '1' },
        { id: otherId, _destroy: false },
      ];
      expect(
        await linesAfter(form, `/api/orders/${number}`, {
          order: { line_items_attributes: entries },
        }),
      ).toMatchObject([{ id: otherId, quantity: 3 }]);
    });

    inBothForms('and in a form, whose keys may be its id', async (form) => {
      const { number, lineId, otherId } = await cartOfTwo(form);
      const body = new URLSearchParams({
        [`order[line_items_attributes][${String(lineId)}][_destroy]`]: 'true',
      });
      expect(await linesAfter(form, `/api/orders/${number}`, body)).toMatchObject([
        { id: otherId, quantity: 3 },
      ]);
    });

    inBothForms('is ignored in an entry without an id', async (form) => {
      const { number, goods } = await walk.scene.cart();
      const entry = { variant_id: goods.variantId, quantity: 1, _destroy: true };
      const { status } = await walk
        .admin(form)
        .put(`/api/orders/${number}`, { body: { order: { line_items: [entry] } } });
      const lines = await walk.scene.store.db.lineItem.findMany({ where: { order: { number } } });
      const units = lines.reduce((sum, { quantity }) => sum + quantity, 0);
      expect([status, units]).toEqual([200, 3]);
    });
  });

  inBothForms(
    'PUT /api/orders/{order_id}/line_items/{line_item_id}: JSON body of line item attributes. 200.',
    async (form) => {
      const { number, lineId } = await walk.scene.cart();
      const reply = await walk
        .admin(form)
        .put(`/api/orders/${number}/line_items/${String(lineId)}`, { body: { quantity: 5 } });
      expect(reply).toMatchObject({
        status: 200,
        body: one(form, 'line_item', { id: lineId, quantity: 5 }),
      });
    },
  );

  inBothForms(
    'GET /api/orders/{order_id}/shipments: 200; array of objects `{shipment: Shipment}`.',
    async (form) => {
      const { number, shipmentId } = await walk.scene.sold();
      const reply = await walk.admin(form).get(`/api/orders/${number}/shipments`);
      expect(reply.status).toBe(200);
      expect(wrappedIn('shipment', reply)).toMatchObject([{ id: shipmentId, state: 'pending' }]);
    },
  );

  inBothForms(
    'POST /api/orders/{order_id}/shipments: JSON body under key `shipment`. 201 with `Location` of the new shipment.',
    async (form) => {
      const { number } = await walk.scene.sold();
      const made = await walk
        .admin(form)
        .post(`/api/orders/${number}/shipments`, { body: { shipment: { tracking: '1Z204' } } });
      const { pathname } = new URL(made.headers.get('location') ?? '');
      const found = await walk.admin(form).get(pathname.replace('.json', ''));
      expect(made.status).toBe(201);
      expect(found.body).toMatchObject({ shipment: { tracking: '1Z204' } });
    },
  );

  test('PUT /api/orders/{order_id}/shipments: JSON body under key `shipment` (older form). 200.', async () => {
    const { number, shipmentId } = await walk.scene.sold();
    const reply = await walk
      .admin('older')
      .put(`/api/orders/${number}/shipments`, { body: { shipment: { tracking: '1Z205' } } });
    expect(reply).toMatchObject({
      status: 200,
      body: { shipment: { id: shipmentId, tracking: '1Z205' } },
    });
  });
});
