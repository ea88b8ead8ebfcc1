import { expect } from '@jest/globals';
import type { FormName } from '../../../rest/request/form-name.ts';
import {
  invalid,
  masterBody,
  money,
  notFound,
  one,
  page,
  shirtBody,
  someTime,
  unauthorized,
  variantBody,
} from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import type { Scene } from '../scene.ts';
import type { Goods } from '../../support/goods.ts';

interface Given {
  readonly scene: Scene;
  readonly goods: Goods;
}

const given = async (scene: Scene): Promise<Given> => ({ scene, goods: await scene.goods() });

const path = ({ permalink }: Goods): string => `/api/products/${permalink}`;

interface ProductFacts {
  readonly id: unknown;
  readonly name: string;
  readonly description: string | null;
  readonly price: string;
  readonly displayPrice: string;
  readonly permalink: string;
  readonly countOnHand: number;
  readonly master: unknown;
  readonly variants: readonly unknown[];
}

/** A product on sale, without options, keywords and the like. */
function productBody(form: FormName, facts: ProductFacts): Readonly<Record<string, unknown>> {
  const isNewer = form === 'newer';
  return {
    id: facts.id,
    name: facts.name,
    description: facts.description,
    price: money(form, facts.price),
    ...(isNewer && { display_price: facts.displayPrice }),
    available_on: someTime(form),
    permalink: facts.permalink,
    count_on_hand: facts.countOnHand,
    meta_description: null,
    meta_keywords: null,
    shipping_category_id: 1,
    ...(isNewer && { has_variants: facts.variants.length > 0 }),
    master: facts.master,
    variants: facts.variants,
    ...(isNewer && { option_types: [] }),
    ...(isNewer ? { taxon_ids: [], product_properties: [] } : { tax_category_id: null }),
    deleted_at: null,
    created_at: someTime(form),
    updated_at: someTime(form),
  };
}

const shirtProduct = (form: FormName, { goods }: Given) =>
  productBody(form, {
    id: goods.id,
    name: goods.permalink.replace('shirt-', 'Shirt '),
    description: null,
    price: '19.9',
    displayPrice: '$19.90',
    permalink: goods.permalink,
    countOnHand: 10,
    master: masterBody(form, { goods }),
    variants: [shirtBody(form, { goods })],
  });

let bags = 0;

export const productExamples: readonly Example[] = [
  ...accepted('GET /api/products', {
    title: 'a customer finds a product by its permalink',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.bob).get(`/api/products?q[permalink_eq]=${goods.permalink}`),
    status: 200,
    body: (known, { form }) => page(form, ['product', 'products'], [shirtProduct(form, known)]),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/products', {
    title: 'a search for what products do not have is refused',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/products?search[shoe_size]=9'),
    status: 422,
    body: (_given, { form }) => ({
      error: 'Invalid search. Please fix errors and try again.',
      errors:
        form === 'older'
          ? ['search[shoe_size] is not searchable']
          : { 'search[shoe_size]': ['is not searchable'] },
    }),
  }),
  ...accepted('GET /api/products/:product', {
    title: 'a customer sees a product by its permalink',
    given,
    request: ({ scene, goods }, { as }) => as(scene.bob).get(path(goods)),
    status: 200,
    body: (known, { form }) => one(form, 'product', shirtProduct(form, known)),
  }),
  ...refused('GET /api/products/:product', {
    title: 'a product that is not on sale yet is missing for a customer',
    given: async (scene) => ({ scene, goods: await scene.goods({ availableOn: null }) }),
    request: ({ scene, goods }, { as }) => as(scene.bob).get(path(goods)),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('POST /api/products', {
    title: 'an admin makes a product from its name, description and price',
    given: (scene) => Promise.resolve({ scene, bag: (bags += 1) }),
    request: ({ scene, bag }, { as }) =>
      as(scene.admin).post('/api/products', {
        body: {
          product: { name: `Bag & Tote ${String(bag)}`, description: 'Canvas', price: '24.50' },
        },
      }),
    status: 201,
    body: ({ bag }, { form }) => {
      const name = `Bag & Tote ${String(bag)}`;
      const permalink = `bag-and-tote-${String(bag)}`;
      const price = { price: '24.5', displayPrice: '$24.50' };
      const master = {
        ...variantBody(form, {
          id: 0,
          productId: 0,
          name,
          permalink,
          sku: '',
          ...price,
          isMaster: true,
          countOnHand: 0,
          position: 1,
          description: 'Canvas',
        }),
        id: expect.any(Number),
        product_id: expect.any(Number),
      };
      return one(
        form,
        'product',
        productBody(form, {
          id: expect.any(Number),
          name,
          description: 'Canvas',
          ...price,
          permalink,
          countOnHand: 0,
          master,
          variants: [],
        }),
      );
    },
    headers: ({ bag }) => ({
      location: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:\\d+/api/products/bag-and-tote-${String(bag)}$`),
      ),
    }),
  }),
  ...refused('POST /api/products', {
    title: 'a product without anything lacks a name and a price',
    misfits: true,
    given,
    request: ({ scene }, { as }) =>
      as(scene.admin).post('/api/products', { body: { product: {} } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ["Name can't be blank", "Price can't be blank"], {
        name: ["can't be blank"],
        price: ["can't be blank"],
      }),
  }),
  ...refused('POST /api/products', {
    title: 'a customer makes no products',
    given,
    request: ({ scene }, { as }) =>
      as(scene.bob).post('/api/products', { body: { product: { name: 'Hat', price: '5' } } }),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('PUT /api/products/:product', {
    title: 'an admin changes the description',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).put(path(goods), { body: { product: { description: 'Soft' } } }),
    status: 200,
    body: (known, { form }) =>
      one(form, 'product', {
        ...shirtProduct(form, known),
        description: 'Soft',
        master: masterBody(form, known, { description: 'Soft' }),
        variants: [shirtBody(form, known, { description: 'Soft' })],
      }),
  }),
  ...refused('PUT /api/products/:product', {
    title: 'a product keeps its name when the new one is blank',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).put(path(goods), { body: { product: { name: ' ' } } }),
    status: { older: 500, newer: 422 },
    body: (_given, { form }) =>
      invalid(form, ["Name can't be blank"], { name: ["can't be blank"] }),
  }),
  ...accepted('DELETE /api/products/:product', {
    title: 'an admin takes a product off sale',
    given,
    request: ({ scene, goods }, { as }) => as(scene.admin).delete(path(goods)),
    status: 204,
    body: () => undefined,
  }),
  ...refused('DELETE /api/products/:product', {
    title: 'a deleted product cannot be deleted again',
    given: async (scene) => ({ scene, goods: await scene.goods({ deletedAt: new Date() }) }),
    request: ({ scene, goods }, { as }) => as(scene.admin).delete(path(goods)),
    status: 404,
    body: () => notFound,
  }),
];
