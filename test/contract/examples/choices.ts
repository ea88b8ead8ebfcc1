import { money, page, someTime, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import type { Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
}

const given = (scene: Scene): Promise<Given> => Promise.resolve({ scene });

/** Records that payments and shipments name by id. Decision: O7. */
export const choiceExamples: readonly Example[] = [
  ...accepted('GET /api/payment_methods', {
    title: 'a customer learns what a payment may name as its method',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/payment_methods'),
    status: 200,
    body: (_given, { form }) =>
      page(
        form,
        ['payment_method', 'payment_methods'],
        [{ id: 1, name: 'Check', description: null, kind: 'check' }],
        1,
      ),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/payment_methods', {
    title: 'without a good key there is nothing to see',
    given,
    request: ({ scene }, { as }) => as(scene.unknown).get('/api/payment_methods'),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('GET /api/shipping_methods', {
    title: 'a customer learns what a shipment may name as its method, and what it costs',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/shipping_methods'),
    status: 200,
    body: (_given, { form }) =>
      page(
        form,
        ['shipping_method', 'shipping_methods'],
        [
          { id: 1, name: 'Standard', base_cost: money(form, '5.0'), item_cost: money(form, '0.0') },
          { id: 2, name: 'Express', base_cost: money(form, '15.0'), item_cost: money(form, '0.0') },
        ].map(({ id, name, ...costs }) => ({
          id,
          name,
          zone_id: 1,
          zone: { id: 1, name: 'Everywhere' },
          shipping_category_id: 1,
          shipping_category: { id: 1, name: 'Default' },
          ...costs,
          created_at: someTime(form),
          updated_at: someTime(form),
        })),
        2,
      ),
    headers: () => ({ 'x-total-count': '2' }),
  }),
  ...refused('GET /api/shipping_methods', {
    title: 'without a good key there is nothing to see',
    given,
    request: ({ scene }, { as }) => as(scene.unknown).get('/api/shipping_methods'),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('GET /api/stock_locations', {
    title: 'the shop learns where a shipment may leave from',
    given,
    request: ({ scene }, { as }) => as(scene.admin).get('/api/stock_locations'),
    status: 200,
    body: (_given, { form }) =>
      page(
        form,
        ['stock_location', 'stock_locations'],
        [
          {
            id: 1,
            name: 'default',
            is_default: true,
            active: true,
            address1: null,
            city: null,
            zipcode: null,
            phone: null,
            country_id: null,
            state_id: null,
            created_at: someTime(form),
            updated_at: someTime(form),
          },
        ],
        1,
      ),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/stock_locations', {
    title: 'a customer is not told where goods lie',
    given,
    request: ({ scene }, { as }) => as(scene.ann).get('/api/stock_locations'),
    status: 401,
    body: () => unauthorized,
  }),
];
