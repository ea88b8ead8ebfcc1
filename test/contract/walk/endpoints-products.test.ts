import { describe, expect } from '@jest/globals';
import { one } from '../bodies.ts';
import { inBothForms, openWalk, recordIn } from './walk.ts';

const walk = openWalk();

describe('Endpoints: Products', () => {
  inBothForms(
    'POST /api/products: JSON body: object `product` with `name` (string), `description` (string), `price` (string holding a decimal). 201 expected on success.',
    async (form) => {
      const product = { name: `Felt Hat, ${form}`, description: 'Grey.', price: '34.50' };
      const reply = await walk.admin(form).post('/api/products', { body: { product } });
      const price = form === 'older' ? 34.5 : '34.5';
      expect(reply).toMatchObject({
        status: 201,
        body: one(form, 'product', { name: product.name, description: 'Grey.', price }),
      });
    },
  );

  inBothForms('C1: a form makes a product with its options and variants at once', async (form) => {
    const body = new URLSearchParams({
      'product[name]': `Rain Hat ${form}`,
      'product[price]': '29.00',
      'product[option_types][0]': 'Brim',
      'product[variants_attributes][0][sku]': `RAIN-W-${form}`,
      'product[variants_attributes][0][options][0][name]': 'Brim',
      'product[variants_attributes][0][options][0][value]': 'Wide',
      'product[variants_attributes][1][sku]': `RAIN-N-${form}`,
      'product[variants_attributes][1][options][0][name]': 'Brim',
      'product[variants_attributes][1][options][0][value]': 'Narrow',
    });
    const reply = await walk.admin(form).post('/api/products', { body });
    expect(reply).toMatchObject({
      status: 201,
      body: one(form, 'product', {
        variants: [
          { sku: `RAIN-W-${form}`, options_text: 'Brim: Wide' },
          { sku: `RAIN-N-${form}`, options_text: 'Brim: Narrow' },
        ],
      }),
    });
  });

  inBothForms(
    'C2: a field `available_on` that was left empty in a form does not hide the product; null in JSON does',
    async (form) => {
      const { admin, scene } = walk;
      const shownTo = async (sent: Readonly<Record<string, unknown>> | URLSearchParams) => {
        const made = await admin(form).post('/api/products', { body: sent });
        const { permalink, available_on } = recordIn(form, 'product', made);
        const path = `/api/products/${String(permalink)}`;
        const { status } = await walk.as(form, scene.ann).get(path);
        return [made.status, available_on === null, status];
      };
      const fields = { 'product[name]': `Sun Hat ${form}`, 'product[price]': '34.50' };
      const blank = new URLSearchParams({ ...fields, 'product[available_on]': '' });
      const hidden = { name: `Night Cap ${form}`, price: '34.50', available_on: null };
      expect(await shownTo(blank)).toEqual([201, false, 200]);
      expect(await shownTo({ product: hidden })).toEqual([201, true, 404]);
    },
  );

  inBothForms('`{product_permalink}` is a product permalink string.', async (form) => {
    const product = { name: `Straw Hat ${form}`, description: 'Pale.', price: '19.00' };
    const made = await walk.admin(form).post('/api/products', { body: { product } });
    const { permalink, id } = recordIn(form, 'product', made);
    const reply = await walk.admin(form).get(`/api/products/${String(permalink)}/variants`);
    expect(permalink).toBe(`straw-hat-${form}`);
    expect(reply.body).toMatchObject(
      form === 'older'
        ? [{ variant: { product_id: id, permalink } }]
        : { variants: [{ product_id: id, permalink }] },
    );
  });
});
