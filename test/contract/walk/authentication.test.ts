import { describe, expect, test } from '@jest/globals';
import { basic } from '../../support/clients.ts';
import type { Client } from '../../support/clients.ts';
import { one, unauthorized } from '../bodies.ts';
import type { Cart } from '../scene.ts';
import { inBothForms, listedIn, openWalk } from './walk.ts';

const walk = openWalk();

const encode = (text: string): { authorization: string } => ({
  authorization: `Basic ${Buffer.from(text).toString('base64')}`,
});

/** What the holder of a token may do to an order that is still a cart. */
const cartActs: Readonly<
  Record<string, (client: Client, cart: Cart) => ReturnType<Client['get']>>
> = {
  'show it': (client, { number, token }) =>
    client.get(`/api/orders/${number}?order_token=${token}`),
  'read its line items': (client, { number, token }) =>
    client.get(`/api/orders/${number}/line_items?order_token=${token}`),
  'add a line item': (client, { number, token, goods }) =>
    client.post(`/api/orders/${number}/line_items?order_token=${token}`, {
      body: { line_item: { variant_id: goods.variantId, quantity: 1 } },
    }),
  'change a line item': (client, { number, token, lineId }) =>
    client.put(`/api/orders/${number}/line_items/${String(lineId)}?order_token=${token}`, {
      body: { line_item: { quantity: 4 } },
    }),
  'read its shipments': (client, { number, token }) =>
    client.get(`/api/orders/${number}/shipments?order_token=${token}`),
  'read its inventory units': (client, { number, token }) =>
    client.get(`/orders/${number}/inventory_units?order_token=${token}`),
  'fire its events': (client, { number, token }) =>
    client.put(`/api/orders/${number}/event?e=next&order_token=${token}`),
  'empty it': (client, { number, token }) =>
    client.put(`/api/orders/${number}/empty?order_token=${token}`),
};

describe('Authentication', () => {
  test('Every request carries a user API key (token).', async () => {
    const paths = ['/api/orders', '/api/shipments', '/inventory_units', '/api/variants'];
    const answers = await Promise.all(
      paths.map(async (path) => {
        const { status, body } = await walk.scene.store.anonymous.get(path);
        return { status, body };
      }),
    );
    expect(answers).toEqual(paths.map(() => ({ status: 401, body: unauthorized })));
  });

  test('The key is generated on the user edit screen of the admin interface.', async () => {
    const { store, admin, bob } = walk.scene;
    const query = 'mutation ($userId: ID!) { generateApiKey(userId: $userId) { key } }';
    const { body } = await store
      .newer(admin)
      .post('/graphql', { body: { query, variables: { userId: bob.id } } });
    const { key } = (body as { data: { generateApiKey: { key: string } } }).data.generateApiKey;
    const statuses = [key, bob.key].map(
      async (tried) => (await store.newer({ ...bob, key: tried }).get('/api/variants')).status,
    );
    // A new key does not revoke others.
    expect(await Promise.all(statuses)).toEqual([200, 200]);
  });

  test('Newer form: the key is sent in the request header `X-ServiceAPIKey`, value `<API_KEY>`.', async () => {
    const { store, admin } = walk.scene;
    const client = store.client({ 'X-ServiceAPIKey': admin.key });
    expect(await client.get('/api/orders')).toMatchObject({
      status: 200,
      body: { current_page: 1 },
    });
  });

  describe('Older form: HTTP Basic authentication; the key is the user name', () => {
    test('and the password is any dummy string (for example a single letter).', async () => {
      const { store, admin } = walk.scene;
      const statuses = ['x', 'a longer one', ''].map(
        async (password) =>
          (await store.client(encode(`${admin.key}:${password}`)).get('/api/orders.json')).status,
      );
      expect(await Promise.all(statuses)).toEqual([200, 200, 200]);
    });

    test('nor does it matter how the password is encoded', async () => {
      const { store, admin } = walk.scene;
      const bytes = Buffer.from(`${admin.key}:Käse`, 'latin1');
      const client = store.client({ authorization: `Basic ${bytes.toString('base64')}` });
      expect((await client.get('/api/orders.json')).status).toBe(200);
    });

    test('a key as the password is none', async () => {
      const { store, admin } = walk.scene;
      const client = store.client(encode(`x:${admin.key}`));
      expect((await client.get('/api/orders.json')).status).toBe(401);
    });
  });

  describe('A key gives the request the same permissions as the user who owns it.', () => {
    inBothForms('the rights of its owner', async (form) => {
      const { number } = await walk.scene.cart();
      const reply = await walk.as(form, walk.scene.ann).get(`/api/orders/${number}`);
      expect(reply).toMatchObject({ status: 200, body: one(form, 'order', { number }) });
    });

    inBothForms(
      'A role with a narrower set of permissions (for example read-only access to orders) can be created and given to a user',
      async (form) => {
        const { scene } = walk;
        const role = `orders_reader_${form}`;
        await scene.store.ask(
          'mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }',
          { input: { name: role, permissions: ['orders.index', 'orders.read'] } },
        );
        const client = walk.as(form, await scene.store.account(`reader-${form}`, [role]));
        const { number } = await scene.cart();
        const statuses = [
          await client.get('/api/orders'),
          await client.get(`/api/orders/${number}`),
          await client.put(`/api/orders/${number}/empty`),
          await client.get('/api/shipments'),
        ].map(({ status }) => status);
        expect(statuses).toEqual([200, 200, 401, 401]);
      },
    );

    inBothForms('the admin role is broad by default.', async (form) => {
      const { number, shipmentId } = await walk.scene.sold();
      const { permalink } = await walk.scene.goods();
      const client = walk.admin(form);
      const statuses = [
        await client.get('/api/orders'),
        await client.put(`/api/shipments/${String(shipmentId)}/event?e=ready`),
        await client.get('/inventory_units'),
        await client.post(`/api/products/${permalink}/variants`),
        await client.put(`/api/orders/${number}/event?e=cancel`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([200, 200, 200, 201, 200]);
    });
  });

  describe('Admin-only operations', () => {
    inBothForms('list orders', async (form) => {
      expect(await walk.as(form, walk.scene.ann).get('/api/orders')).toMatchObject({
        status: 401,
        body: unauthorized,
      });
    });

    inBothForms('create, update and delete variants', async (form) => {
      const { permalink, variantId } = await walk.scene.goods();
      const variants = `/api/products/${permalink}/variants`;
      const client = walk.as(form, walk.scene.ann);
      const statuses = [
        await client.post(`${variants}?variant[sku]=X`),
        await client.put(`${variants}/${String(variantId)}?variant[sku]=X`),
        await client.delete(`${variants}/${String(variantId)}`),
      ].map(({ status }) => status);
      expect(statuses).toEqual([401, 401, 401]);
    });

    inBothForms('`show_deleted` on variant lists', async (form) => {
      const { permalink, masterId, variantId } = await walk.scene.goods();
      await walk.admin(form).delete(`/api/products/${permalink}/variants/${String(variantId)}`);
      const path = `/api/variants?product_id=${permalink}&show_deleted=true`;
      const shown = listedIn(form, 'variant', await walk.as(form, walk.scene.ann).get(path));
      expect(shown.map(({ id }) => id)).toEqual([masterId]);
    });
  });

  inBothForms('An order is visible only to admins and to its owner.', async (form) => {
    const { scene } = walk;
    const { number } = await scene.cart();
    const statuses = [scene.admin, scene.ann, scene.bob].map(
      async (account) => (await walk.as(form, account).get(`/api/orders/${number}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  });

  describe('A caller may instead pass the query parameter `order_token` (value `<ORDER_TOKEN>`, the order’s `token` field); it authorizes any action on that order.', () => {
    describe.each(Object.entries(cartActs))('%s', (_act, act) => {
      inBothForms('with somebody else’s key', async (form) => {
        const reply = await act(walk.as(form, walk.scene.bob), await walk.scene.cart());
        expect([200, 201]).toContain(reply.status);
      });

      test('without a key', async () => {
        const reply = await act(walk.scene.store.anonymous, await walk.scene.cart());
        expect([200, 201]).toContain(reply.status);
      });
    });

    inBothForms('and on no other', async (form) => {
      const { number } = await walk.scene.cart();
      const { token } = await walk.scene.cart();
      const path = `/api/orders/${number}?order_token=${token}`;
      expect((await walk.as(form, walk.scene.bob).get(path)).status).toBe(401);
    });
  });

  inBothForms('A caller without the right to act gets 401 (see Errors).', async (form) => {
    const { number } = await walk.scene.cart();
    const reply = await walk.as(form, walk.scene.bob).put(`/api/orders/${number}/empty`);
    expect(reply).toMatchObject({ status: 401, body: unauthorized });
  });

  test('A key that nobody has gives no right at all.', async () => {
    const client = walk.scene.store.client(basic('0'.repeat(64)));
    expect((await client.get('/api/variants.json')).status).toBe(401);
  });
});
