import { describe, expect, test } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import type { Goods } from '../../support/goods.ts';
import { notFound, one, unauthorized } from '../bodies.ts';
import { inBothForms, listedIn, openWalk, recordIn } from './walk.ts';
import type { Row } from './walk.ts';

const walk = openWalk();

const variantsOf = ({ permalink }: Goods): string => `/api/products/${permalink}/variants`;
const variantOf = (goods: Goods): string => `${variantsOf(goods)}/${String(goods.variantId)}`;

const idsOf = (rows: readonly Row[]): unknown[] => rows.map(({ id }) => id);

/** Both lists: that of all variants, filtered by product, and that of the product. */
const lists = {
  'GET /api/variants': ({ permalink }: Goods): string => `/api/variants?product_id=${permalink}`,
  'GET /api/products/{product_permalink}/variants': (goods: Goods): string =>
    `${variantsOf(goods)}?`,
} as const;

describe('Endpoints: Variants', () => {
  describe.each(Object.entries(lists))('%s', (_route, listOf) => {
    const read = async (form: FormName, path: string): Promise<unknown[]> =>
      idsOf(listedIn(form, 'variant', await walk.admin(form).get(`${path}&q[s]=id`)));

    inBothForms('Query: `show_deleted` (boolean, default false', async (form) => {
      const goods = await walk.scene.goods();
      await walk.admin(form).delete(variantOf(goods));
      const shown = [
        await read(form, listOf(goods)),
        await read(form, `${listOf(goods)}&show_deleted=false`),
        await read(form, `${listOf(goods)}&show_deleted=true`),
      ];
      const { masterId, variantId } = goods;
      expect(shown).toEqual([[masterId], [masterId], [masterId, variantId]]);
    });

    inBothForms('honoured only for admins)', async (form) => {
      const goods = await walk.scene.goods();
      await walk.admin(form).delete(variantOf(goods));
      const reply = await walk.as(form, walk.scene.ann).get(`${listOf(goods)}&show_deleted=true`);
      expect(idsOf(listedIn(form, 'variant', reply))).toEqual([goods.masterId]);
    });

    inBothForms('Query: `page` (integer), `per_page` (integer)', async (form) => {
      const goods = await walk.scene.goods();
      const pages = [
        await read(form, `${listOf(goods)}&per_page=1&page=1`),
        await read(form, `${listOf(goods)}&per_page=1&page=2`),
      ];
      expect(pages).toEqual([[goods.masterId], [goods.variantId]]);
    });

    inBothForms('Query: `q[...]`.', async (form) => {
      const goods = await walk.scene.goods();
      expect(await read(form, `${listOf(goods)}&q[is_master_true]=1`)).toEqual([goods.masterId]);
    });

    test('200; `{variants: [Variant], count, pages, current_page}`.', async () => {
      const goods = await walk.scene.goods();
      expect(await walk.admin('newer').get(`${listOf(goods)}&per_page=1`)).toMatchObject({
        status: 200,
        body: { variants: [{ id: goods.masterId }], count: 1, pages: 2, current_page: 1 },
      });
    });
  });

  inBothForms('GET /api/variants: Query: `product_id` (product permalink)', async (form) => {
    const goods = await walk.scene.goods();
    await walk.scene.goods();
    const reply = await walk.admin(form).get(`/api/variants?product_id=${goods.permalink}`);
    const listed = listedIn(form, 'variant', reply);
    expect(new Set(idsOf(listed))).toEqual(new Set([goods.masterId, goods.variantId]));
  });

  /** Both paths of one variant, and of one that does not exist. */
  const places = {
    'GET /api/products/{product_permalink}/variants/{variant_id}': (goods: Goods, id: number) =>
      `${variantsOf(goods)}/${String(id)}`,
    'GET /api/variants/{variant_id}: Query `product_id` (product permalink).': (
      { permalink }: Goods,
      id: number,
    ) => `/api/variants/${String(id)}?product_id=${permalink}`,
  } as const;

  describe.each(Object.entries(places))('%s', (_route, at) => {
    inBothForms('200 with a Variant', async (form) => {
      const goods = await walk.scene.goods();
      const reply = await walk.as(form, walk.scene.bob).get(at(goods, goods.variantId));
      const { variantId: id, permalink } = goods;
      expect(reply).toMatchObject({ status: 200, body: one(form, 'variant', { id, permalink }) });
    });

    inBothForms('404 with error body.', async (form) => {
      const goods = await walk.scene.goods();
      const other = await walk.scene.goods();
      const reply = await walk.as(form, walk.scene.bob).get(at(goods, other.variantId));
      expect(reply).toMatchObject({ status: 404, body: notFound });
    });
  });

  inBothForms(
    'GET /api/products/{product_permalink}/variants/new: 200; object with `attributes` and `required_attributes` (array of strings; empty as described).',
    async (form) => {
      const goods = await walk.scene.goods();
      expect(await walk.admin(form).get(`${variantsOf(goods)}/new`)).toMatchObject({
        status: 200,
        body: {
          attributes: [
            ...['id', 'name', 'count_on_hand', 'sku', 'price', 'weight'],
            ...['height', 'width', 'depth', 'is_master', 'cost_price', 'permalink'],
          ],
          required_attributes: [],
        },
      });
    },
  );

  describe('POST /api/products/{product_permalink}/variants', () => {
    inBothForms('Admin only.', async (form) => {
      const goods = await walk.scene.goods();
      const reply = await walk.as(form, walk.scene.ann).post(variantsOf(goods));
      expect(reply).toMatchObject({ status: 401, body: unauthorized });
    });

    inBothForms(
      'Parameters `variant[<attribute>]`, for example sku and price. 201',
      async (form) => {
        const goods = await walk.scene.goods();
        const path = `${variantsOf(goods)}?variant[sku]=NEW-${form}&variant[price]=21.5`;
        const price = form === 'older' ? 21.5 : '21.5';
        expect(await walk.admin(form).post(path)).toMatchObject({
          status: 201,
          body: one(form, 'variant', { sku: `NEW-${form}`, price, product_id: goods.id }),
        });
      },
    );

    inBothForms('422 with error body.', async (form) => {
      const goods = await walk.scene.goods();
      const path = `${variantsOf(goods)}?variant[price]=cheap`;
      expect(await walk.admin(form).post(path)).toMatchObject({
        status: 422,
        body: {
          errors: form === 'older' ? ['Price is not a number'] : { price: ['is not a number'] },
        },
      });
    });
  });

  describe('PUT /api/products/{product_permalink}/variants/{variant_id}', () => {
    inBothForms('Admin only.', async (form) => {
      const goods = await walk.scene.goods();
      const reply = await walk.as(form, walk.scene.ann).put(`${variantOf(goods)}?variant[sku]=X`);
      expect(reply).toMatchObject({ status: 401, body: unauthorized });
    });

    inBothForms(
      'Parameters `variant[<attribute>]`. Status 201 on success (as specified for this operation)',
      async (form) => {
        const goods = await walk.scene.goods();
        const sku = `PUT-${form}`;
        const reply = await walk.admin(form).put(`${variantOf(goods)}?variant[sku]=${sku}`);
        const read = await walk.admin(form).get(variantOf(goods));
        expect([reply.status, recordIn(form, 'variant', read).sku]).toEqual([201, sku]);
      },
    );

    inBothForms('F10: blank texts in a list of a form are dropped', async (form) => {
      const goods = await walk.scene.goods();
      const client = walk.admin(form);
      const options = [{ name: 'Size', value: 'Small' }];
      await client.put(variantOf(goods), { body: { variant: { options } } });
      const body = new URLSearchParams({
        'variant[option_value_ids][]': '',
        'variant[options][0][name]': 'Size',
        'variant[options][0][value]': 'Large',
      });
      const reply = await client.put(variantOf(goods), { body });
      expect(recordIn(form, 'variant', reply).options_text).toBe('Size: Large');
    });

    inBothForms('C10: a product has one variant for each set of options', async (form) => {
      const goods = await walk.scene.goods();
      const client = walk.admin(form);
      const send = (value?: string) => {
        const options = value === undefined ? undefined : [{ name: 'Size', value }];
        return client.post(variantsOf(goods), { body: { variant: { price: '5', options } } });
      };
      const small = { variant: { options: [{ name: 'Size', value: 'Small' }] } };
      await client.put(variantOf(goods), { body: small });
      const replies = [await send('Large'), await send('small'), await send()];
      expect(replies.map(({ status }) => status)).toEqual([201, 422, 422]);
      expect(replies.slice(1).map(({ body }) => (body as { errors: unknown }).errors)).toEqual(
        form === 'older'
          ? [['Options has already been taken'], ['Options must include Size']]
          : [{ options: ['has already been taken'] }, { options: ['must include Size'] }],
      );
    });

    inBothForms('422 with error body.', async (form) => {
      const goods = await walk.scene.goods();
      expect(await walk.admin(form).put(`${variantOf(goods)}?variant[weight]=-1`)).toMatchObject({
        status: 422,
        body: { error: 'Invalid resource. Please fix errors and try again.' },
      });
    });
  });

  describe('DELETE /api/products/{product_permalink}/variants/{variant_id}', () => {
    inBothForms('Admin only.', async (form) => {
      const goods = await walk.scene.goods();
      const reply = await walk.as(form, walk.scene.ann).delete(variantOf(goods));
      expect(reply).toMatchObject({ status: 401, body: unauthorized });
    });

    inBothForms('204 with no body.', async (form) => {
      const reply = await walk.admin(form).delete(variantOf(await walk.scene.goods()));
      expect([reply.status, reply.text]).toEqual([204, '']);
    });

    inBothForms(
      'The record is kept; its `deleted_at` is set to the current time.',
      async (form) => {
        const goods = await walk.scene.goods();
        const before = Date.now();
        await walk.admin(form).delete(variantOf(goods));
        const after = Date.now();
        const reply = await walk.admin(form).get(`${variantOf(goods)}?show_deleted=true`);
        const { id, deleted_at } = recordIn(form, 'variant', reply);
        const time = Date.parse(String(deleted_at));
        expect(id).toBe(goods.variantId);
        // The older format has whole seconds.
        expect(time).toBeGreaterThanOrEqual(before - (before % 1_000));
        expect(time).toBeLessThanOrEqual(after);
      },
    );
  });
});
