import { describe, expect, test } from '@jest/globals';
import { maine, type Sale } from '../scene.ts';
import type { Reply } from '../../support/clients.ts';
import { inBothForms, listedIn, openWalk, wrappedIn } from './walk.ts';

const walk = openWalk();

/** Every list of the endpoint tables, and a condition that one row of a sale meets. */
const lists = {
  '/api/orders': { field: 'number', value: ({ number }: Sale) => number, key: 'order' },
  '/api/orders/{order_id}/line_items': {
    field: 'quantity',
    value: () => '2',
    key: 'line_item',
  },
  '/api/orders/{order_id}/shipments': {
    field: 'state',
    value: () => 'pending',
    key: 'shipment',
  },
  '/api/shipments': {
    field: 'number',
    value: ({ shipmentNumber }: Sale) => shipmentNumber,
    key: 'shipment',
  },
  '/inventory_units': {
    field: 'id',
    value: ({ unitIds }: Sale) => String(unitIds[0]),
    key: 'inventory_unit',
  },
  '/orders/{order_id}/inventory_units': {
    field: 'id',
    value: ({ unitIds }: Sale) => String(unitIds[0]),
    key: 'inventory_unit',
  },
  '/shipments/{shipment_id}/inventory_units': {
    field: 'id',
    value: ({ unitIds }: Sale) => String(unitIds[0]),
    key: 'inventory_unit',
  },
  '/api/variants': {
    field: 'id',
    value: ({ goods }: Sale) => String(goods.variantId),
    key: 'variant',
  },
  '/api/products/{product_permalink}/variants': {
    field: 'is_master',
    value: () => 'false',
    key: 'variant',
  },
} as const;

const pathOf = (list: string, { number, shipmentId, goods }: Sale): string =>
  list
    .replace('{order_id}', number)
    .replace('{shipment_id}', String(shipmentId))
    .replace('{product_permalink}', goods.permalink);

const shipmentIds = (reply: Reply): unknown[] =>
  wrappedIn('shipment', reply).map((shipment) => (shipment as { id: number }).id);

const variantsOf = (reply: Reply): unknown[] =>
  wrappedIn('inventory_unit', reply).map((unit) => (unit as { variant_id: number }).variant_id);

describe('Searching, sorting, pagination', () => {
  describe('Older form: every list supports', () => {
    test.each(Object.entries(lists))(
      '`search[<field>]=<value>`: %s',
      async (list, { field, value, key }) => {
        const sale = await walk.scene.sold();
        await walk.scene.sold();
        const path = `${pathOf(list, sale)}?search[${field}]=${value(sale)}`;
        const found = wrappedIn(key, await walk.admin('older').get(path));
        expect(found).toHaveLength(1);
      },
    );

    test.each(Object.entries(lists))(
      'and `search[<field>_greater_than]=<date>`: %s',
      async (list, { field, value, key }) => {
        const sale = await walk.scene.sold();
        const search = `${pathOf(list, sale)}?search[${field}]=${value(sale)}`;
        const since = async (date: string): Promise<unknown[]> => {
          const path = `${search}&search[created_at_greater_than]=${date}`;
          return [...wrappedIn(key, await walk.admin('older').get(path))];
        };
        expect([(await since('2010-01-01')).length, (await since('2100-01-01')).length]).toEqual([
          1, 0,
        ]);
      },
    );

    test('an order by its credit: `search[credit_total]`', async () => {
      const sale = await walk.scene.sold();
      await walk.scene.store.ask(
        `mutation ($order: OrderBy!) {
          createAdjustment(order: $order, input: { amount: "-3.21", label: "Goodwill" }) { userErrors { code field message } }
        }`,
        { order: { number: sale.number } },
      );
      const path = '/api/orders?search[credit_total]=3.21&search[tax_total]=0&search[ship_total]=0';
      const found = wrappedIn('order', await walk.admin('older').get(path));
      expect(found).toMatchObject([{ number: sale.number, credit_total: 3.21 }]);
    });

    test('a line by its total, a unit by the number of its return', async () => {
      const sale = await walk.scene.sold();
      const lines = `/api/orders/${sale.number}/line_items`;
      const linesOf = async (total: string): Promise<number> =>
        wrappedIn('line_item', await walk.admin('older').get(`${lines}?search[total]=${total}`))
          .length;
      expect([await linesOf('39.80'), await linesOf('19.90')]).toEqual([1, 0]);
      const [id] = sale.unitIds;
      const body = { inventory_unit: { return_authorization_id: 4711 } };
      const { status } = await walk.admin('older').put(`/inventory_units/${id}`, { body });
      expect(status).toBe(200);
      const path = '/inventory_units?search[return_authorization_id]=4711';
      const units = wrappedIn('inventory_unit', await walk.admin('older').get(path));
      expect(units).toMatchObject([{ id }]);
    });

    test('a variant by whether its stock is counted, and whether it can be backordered', async () => {
      const { permalink, variantId } = await walk.scene.goods({ backorderable: false });
      const path = `/api/products/${permalink}/variants?search[is_master]=false`;
      const found = async (search: string): Promise<unknown[]> => [
        ...wrappedIn('variant', await walk.admin('older').get(`${path}&${search}`)),
      ];
      expect(await found('search[backorderable]=false&search[track_inventory]=true')).toMatchObject(
        [{ id: variantId }],
      );
      expect(await found('search[backorderable]=true')).toEqual([]);
    });

    test('(for example shipment state and created_at).', async () => {
      const sale = await walk.scene.sold(['ready']);
      const path =
        '/api/shipments?search[state]=ready_to_ship&search[created_at_greater_than]=2010-01-01';
      expect(wrappedIn('shipment', await walk.admin('older').get(path))).toMatchObject([
        { id: sale.shipmentId, state: 'ready_to_ship' },
      ]);
    });
  });

  describe('Newer form: `q[<field>_<predicate>]=<value>` (predicate examples: `cont` for contains', () => {
    test('as in `sku_cont`', async () => {
      const { permalink, variantId } = await walk.scene.goods();
      const part = permalink.toUpperCase().slice(1);
      const path = `/api/variants?q[sku_cont]=${part}&product_id=${permalink}`;
      expect((await walk.admin('newer').get(path)).body).toMatchObject({
        variants: [{ id: variantId }],
        count: 1,
      });
    });

    test('and `email_cont`)', async () => {
      const { scene } = walk;
      const client = walk.as('newer', await scene.store.account('caroline'));
      await scene.cart();
      const { number } = (await client.post('/api/orders')).body as { number: string };
      expect(
        (await walk.admin('newer').get('/api/orders?q[email_cont]=arolin')).body,
      ).toMatchObject({
        orders: [{ number, email: 'caroline@store.example' }],
        count: 1,
      });
    });

    test('Search results are paginated.', async () => {
      const { permalink } = await walk.scene.goods();
      const path = `/api/variants?product_id=${permalink}&q[price_eq]=19.9&per_page=1&page=2`;
      expect((await walk.admin('newer').get(path)).body).toMatchObject({
        count: 1,
        pages: 2,
        current_page: 2,
      });
    });
  });

  describe('Sorting: `q[s]=<field> <asc|desc>` with the space URL-encoded as %20.', () => {
    inBothForms('in both directions', async (form) => {
      const { permalink, masterId, variantId } = await walk.scene.goods();
      const read = async (direction: string): Promise<unknown[]> => {
        const path = `/api/products/${permalink}/variants?q[s]=sku%20${direction}`;
        const listed = listedIn(form, 'variant', await walk.admin(form).get(path));
        return listed.map(({ id }) => id);
      };
      expect([await read('asc'), await read('desc')]).toEqual([
        [masterId, variantId],
        [variantId, masterId],
      ]);
    });

    inBothForms(
      'Fields of associated objects may be used: product_name for variants',
      async (form) => {
        const made = [await walk.scene.goods(), await walk.scene.goods()];
        const ids = made.map(({ variantId }) => variantId).join(',');
        const read = async (direction: string): Promise<unknown[]> => {
          const path = `/api/variants?q[id_in]=${ids}&q[s]=product_name%20${direction}`;
          const listed = listedIn(form, 'variant', await walk.admin(form).get(path));
          return listed.map(({ permalink }) => permalink);
        };
        const names = made.map(({ permalink }) => permalink).sort();
        expect([await read('asc'), await read('desc')]).toEqual([names, names.toReversed()]);
      },
    );

    inBothForms('a country by its code of three letters', async (form) => {
      const reply = await walk.admin(form).get('/api/countries?q[s]=iso3%20desc&per_page=2');
      expect(reply.headers.get('x-search-ignored')).toBeNull();
      const [zimbabwe, zambia] = [{ iso3: 'ZWE' }, { iso3: 'ZMB' }];
      expect(reply.body).toMatchObject(
        form === 'older'
          ? [{ country: zimbabwe }, { country: zambia }]
          : { countries: [zimbabwe, zambia] },
      );
    });

    inBothForms('user_name for orders', async (form) => {
      const { scene } = walk;
      const owners = [scene.bob, scene.ann];
      const ids = await Promise.all(
        owners.map(async (owner) => {
          const { body } = await walk.as('newer', owner).post('/api/orders');
          return (body as { id: number }).id;
        }),
      );
      const path = `/api/orders?q[id_in]=${ids.join(',')}&q[s]=user_name%20asc`;
      const listed = listedIn(form, 'order', await walk.admin(form).get(path));
      expect(listed.map((order) => order.user_id)).toEqual([scene.ann.id, scene.bob.id]);
    });
  });

  describe('Every list is sorted by fields of the records that it has one of', () => {
    inBothForms('shipments by the total of their order', async (form) => {
      const { scene } = walk;
      const sales = [await scene.sold(), await scene.sold()];
      const [cheap, dear] = sales.map(({ shipmentId }) => shipmentId);
      await scene.store.ask(
        `mutation ($order: OrderBy!) {
          createAdjustment(order: $order, input: { amount: "5.00", label: "Gift wrap" }) { userErrors { code field message } }
        }`,
        { order: { number: sales[1]?.number } },
      );
      const path = `/api/shipments?q[id_in]=${sales.map(({ shipmentId }) => shipmentId).join(',')}`;
      const read = async (direction: string): Promise<unknown[]> => {
        const reply = await walk.admin(form).get(`${path}&q[s]=order_total%20${direction}`);
        expect(reply.headers.get('x-search-ignored')).toBeNull();
        return shipmentIds(reply);
      };
      expect(await read('asc')).toEqual([cheap, dear]);
      expect(await read('desc')).toEqual([dear, cheap]);
    });

    inBothForms(
      'shipments by the city that they go to, even if it is that of the order',
      async (form) => {
        const { scene } = walk;
        const sales = [await scene.sold(), await scene.sold()];
        const ids = sales.map(({ shipmentId }) => shipmentId);
        for (const [place, city] of ['Zagreb', 'Aachen'].entries()) {
          const order = `/api/orders/${sales[place]?.number ?? ''}`;
          const body = { order: { ship_address: { ...maine, city } } };
          expect((await walk.admin('newer').put(order, { body })).status).toBe(200);
        }
        const path = `/api/shipments?q[id_in]=${ids.join(',')}&q[s]=address_city`;
        expect(shipmentIds(await walk.admin(form).get(path))).toEqual(ids.toReversed());
      },
    );

    inBothForms(
      'units by the SKU of their variant, variants by whether they are in stock',
      async (form) => {
        const { db } = walk.scene.store;
        const sales = [await walk.scene.sold(), await walk.scene.sold()];
        for (const [at, { goods }] of sales.entries()) {
          const sku = `SORTED-${String(2 - at)}-${form}`;
          await db.variant.update({ where: { id: BigInt(goods.variantId) }, data: { sku } });
        }
        const ids = sales.flatMap(({ unitIds }) => unitIds);
        const units = (direction: string) =>
          walk
            .admin(form)
            .get(`/inventory_units?q[id_in]=${ids.join(',')}&q[s]=variant_sku%20${direction}`);
        const [first, second] = sales.map(({ goods }) => goods.variantId);
        expect(variantsOf(await units('asc'))).toEqual([second, second, first, first]);
        expect(variantsOf(await units('desc'))).toEqual([first, first, second, second]);

        const { goods } = sales[0] as Sale;
        const path = `/api/products/${goods.permalink}/variants?q[s]=in_stock%20desc`;
        const reply = await walk.admin(form).get(path);
        expect([reply.status, reply.headers.get('x-search-ignored')]).toEqual([200, null]);
      },
    );
  });

  describe('Pagination: `page` and `per_page` on orders and variants', () => {
    inBothForms('on orders', async (form) => {
      const ids = [(await walk.scene.cart()).id, (await walk.scene.cart()).id];
      const path = `/api/orders?q[id_in]=${ids.join(',')}&q[s]=id%20asc&per_page=1&page=2`;
      const listed = listedIn(form, 'order', await walk.admin(form).get(path));
      expect(listed.map(({ id }) => id)).toEqual(ids.slice(1));
    });

    inBothForms('and variants', async (form) => {
      const { permalink, variantId } = await walk.scene.goods();
      const path = `/api/products/${permalink}/variants?q[s]=id%20asc&per_page=1&page=2`;
      const listed = listedIn(form, 'variant', await walk.admin(form).get(path));
      expect(listed.map(({ id }) => id)).toEqual([variantId]);
    });

    test('the wrapper carries count, pages, current_page.', async () => {
      const ids = [(await walk.scene.cart()).id, (await walk.scene.cart()).id];
      const path = `/api/orders?q[id_in]=${ids.join(',')}&per_page=1&page=2`;
      expect((await walk.admin('newer').get(path)).body).toMatchObject({
        count: 1,
        pages: 2,
        current_page: 2,
      });
    });
  });
});
