import { expect } from '@jest/globals';
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
} from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Caller, Example } from '../example.ts';
import type { Scene } from '../scene.ts';
import type { Goods } from '../../support/goods.ts';

interface Given {
  readonly scene: Scene;
  readonly goods: Goods;
}

const given = async (scene: Scene): Promise<Given> => ({ scene, goods: await scene.goods() });

const givenDeleted = async (scene: Scene): Promise<Given> => ({
  scene,
  goods: await scene.goods({ deletedAt: new Date() }),
});

const variants = ({ permalink }: Goods): string => `/api/products/${permalink}/variants`;
const variant = (goods: Goods): string => `${variants(goods)}/${String(goods.variantId)}`;
const keys = ['variant', 'variants'] as const;

const shirtIn = (known: Given, { form }: Caller): unknown =>
  one(form, 'variant', shirtBody(form, known));

export const variantExamples: readonly Example[] = [
  ...accepted('GET /api/variants', {
    title: 'a customer finds a variant by part of its stock keeping unit',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.bob).get(
        `/api/variants?product_id=${goods.permalink}&q[sku_cont]=${goods.permalink}`,
      ),
    status: 200,
    body: (known, { form }) => page(form, keys, [shirtBody(form, known)]),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...accepted('GET /api/variants', {
    title: 'an admin is shown deleted variants when he asks for them',
    given: givenDeleted,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).get(
        `/api/variants?show_deleted=true&q[is_master_false]=1&product_id=${goods.permalink}`,
      ),
    status: 200,
    body: (known, { form }) =>
      page(form, keys, [shirtBody(form, known, { deletedAt: someTime(form) })]),
  }),
  ...refused('GET /api/variants', {
    title: 'the variants of a product that does not exist are missing',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/variants?product_id=no-such-shirt'),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/products/:product/variants', {
    title: 'the variants of a product, its master among them',
    given,
    request: ({ scene, goods }, { as }) => as(scene.bob).get(`${variants(goods)}?q[s]=id%20asc`),
    status: 200,
    body: (known, { form }) => page(form, keys, [masterBody(form, known), shirtBody(form, known)]),
    headers: () => ({ 'x-total-count': '2' }),
  }),
  ...refused('GET /api/products/:product/variants', {
    title: 'the variants of a deleted product are missing',
    given: givenDeleted,
    request: ({ scene, goods }, { as }) => as(scene.bob).get(variants(goods)),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/products/:product/variants/new', {
    title: 'what a new variant may be told',
    given,
    request: ({ scene, goods }, { as }) => as(scene.bob).get(`${variants(goods)}/new`),
    status: 200,
    body: () => ({
      attributes: [
        'id',
        'name',
        'count_on_hand',
        'sku',
        'price',
        'weight',
        'height',
        'width',
        'depth',
        'is_master',
        'cost_price',
        'permalink',
      ],
      required_attributes: [],
    }),
  }),
  ...refused('GET /api/products/:product/variants/new', {
    title: 'a product that does not exist has no new variants',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/products/no-such-shirt/variants/new'),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/products/:product/variants/:id', {
    title: 'a customer sees a variant of a product',
    given,
    request: ({ scene, goods }, { as }) => as(scene.bob).get(variant(goods)),
    status: 200,
    body: shirtIn,
  }),
  ...refused('GET /api/products/:product/variants/:id', {
    title: 'a variant of another product is missing',
    given: async (scene) => ({ ...(await given(scene)), other: await scene.goods() }),
    request: ({ scene, goods, other }, { as }) =>
      as(scene.bob).get(`${variants(goods)}/${String(other.variantId)}`),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/variants/:id', {
    title: 'a customer sees a variant',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.bob).get(`/api/variants/${String(goods.variantId)}`),
    status: 200,
    body: shirtIn,
  }),
  ...refused('GET /api/variants/:id', {
    title: 'what is no id is missing',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/variants/shirt'),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('POST /api/products/:product/variants', {
    title: 'an admin makes a variant from parameters in the address',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).post(
        `${variants(goods)}?variant[sku]=${goods.permalink}-L&variant[price]=21.50`,
      ),
    status: 201,
    body: (known, { form }) =>
      one(form, 'variant', {
        ...shirtBody(form, known, {
          sku: `${known.goods.permalink}-L`,
          price: '21.5',
          displayPrice: '$21.50',
          countOnHand: 0,
          position: 3,
        }),
        id: expect.any(Number),
      }),
    headers: ({ goods }) => ({
      location: expect.stringMatching(
        new RegExp(`^http://127\\.0\\.0\\.1:\\d+${variants(goods)}/\\d+$`),
      ),
    }),
  }),
  ...refused('POST /api/products/:product/variants', {
    title: 'a stock keeping unit that is taken is refused with 422',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).post(variants(goods), {
        body: { variant: { sku: goods.permalink.toUpperCase() } },
      }),
    status: 422,
    body: (_given, { form }) =>
      invalid(form, ['Sku has already been taken'], { sku: ['has already been taken'] }),
  }),
  ...refused('POST /api/products/:product/variants', {
    title: 'a customer makes no variants',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.bob).post(variants(goods), { body: { variant: { sku: 'MINE' } } }),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('PUT /api/products/:product/variants/:id', {
    title: 'an admin changes the price and is answered 201, as the contract has it',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).put(`${variant(goods)}?variant[price]=25`),
    status: 201,
    body: (known, { form }) =>
      one(form, 'variant', {
        ...shirtBody(form, known, { price: '25.0', displayPrice: '$25.00' }),
        price: money(form, '25.0'),
      }),
    headers: () => ({ location: null }),
  }),
  ...refused('PUT /api/products/:product/variants/:id', {
    title: 'a price below zero is refused with 422',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).put(variant(goods), { body: { variant: { price: '-1' } } }),
    status: 422,
    body: (_given, { form }) =>
      invalid(form, ['Price must be greater than or equal to 0'], {
        price: ['must be greater than or equal to 0'],
      }),
  }),
  ...accepted('DELETE /api/products/:product/variants/:id', {
    title: 'an admin deletes a variant',
    given,
    request: ({ scene, goods }, { as }) => as(scene.admin).delete(variant(goods)),
    status: 204,
    body: () => undefined,
  }),
  ...refused('DELETE /api/products/:product/variants/:id', {
    title: 'the master variant stays',
    given,
    request: ({ scene, goods }, { as }) =>
      as(scene.admin).delete(`${variants(goods)}/${String(goods.masterId)}`),
    status: 422,
    body: (_given, { form }) =>
      invalid(form, ['The master variant cannot be deleted.'], {
        base: ['The master variant cannot be deleted.'],
      }),
  }),
];
