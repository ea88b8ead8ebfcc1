import { describe, expect, test } from '@jest/globals';
import { routes } from '../../../rest/routes.ts';
import { forms, inBothForms, openWalk } from './walk.ts';

const walk = openWalk();

describe('Versioning', () => {
  describe('No version identifier, header or path segment is specified.', () => {
    test('no path has one', () => {
      const segments = new Set(routes.flatMap(({ path }) => path.split('/')));
      expect([...segments].filter((segment) => /^v\d|version/i.test(segment))).toEqual([]);
    });

    inBothForms('no answer carries one in its headers', async (form) => {
      const { headers } = await walk.admin(form).get('/api/orders');
      expect([...headers.keys()].filter((name) => name.includes('version'))).toEqual([]);
    });

    inBothForms('a request needs none', async (form) => {
      expect((await walk.admin(form).get('/api/orders')).status).toBe(200);
    });
  });

  describe('The older form and the newer form described above differ in', () => {
    test('path suffix', async () => {
      const { store } = walk.scene;
      const { number, token } = await walk.scene.cart();
      const suffixed = await store.anonymous.get(`/api/orders/${number}.json?order_token=${token}`);
      const plain = await store.anonymous.get(`/api/orders/${number}?order_token=${token}`);
      expect([suffixed.body, plain.body]).toMatchObject([{ order: { number } }, { number }]);
    });

    test('authentication', async () => {
      const { store, admin } = walk.scene;
      const answers = [store.older(admin), store.newer(admin)].map(
        async (client) => (await client.get('/api/orders')).body,
      );
      const [older, newer] = await Promise.all(answers);
      expect([Array.isArray(older), Array.isArray(newer)]).toEqual([true, false]);
    });

    test('failure status', async () => {
      const { number } = await walk.scene.cart();
      const path = `/api/orders/${number}/line_items`;
      const statuses = forms.map(async (form) => (await walk.admin(form).post(path)).status);
      expect(await Promise.all(statuses)).toEqual([500, 422]);
    });

    test('and list wrapping.', async () => {
      const { number } = await walk.scene.cart();
      const path = `/api/orders?q[number_eq]=${number}`;
      const [older, newer] = await Promise.all(forms.map((form) => walk.admin(form).get(path)));
      expect(older?.body).toMatchObject([{ order: { number } }]);
      expect(newer?.body).toMatchObject({ orders: [{ number }], count: 1 });
    });
  });
});
