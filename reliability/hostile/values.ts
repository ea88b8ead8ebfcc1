import type { RawRequest } from '../raw-request.ts';
import type { Ground, Row } from './ground.ts';
import { json } from './ground.ts';

/** Numbers and dates that no store expects. */
export function values({ newer, order, variantId }: Ground): Row[] {
  const line = (quantity: string): RawRequest => ({
    method: 'POST',
    path: `/api/orders/${order}/line_items`,
    headers: [newer, json],
    body: `{"line_item":{"variant_id":${String(variantId)},"quantity":${quantity}}}`,
  });
  const product = (attributes: string): RawRequest => ({
    method: 'POST',
    path: '/api/products',
    headers: [newer, json],
    body: `{"product":{"name":"Odd","description":".",${attributes}}}`,
  });
  return [
    ...['0', '-1', '1.5', '2147483648', '1e400', '"1e3"', '"0x10"', 'true', '[]', '{}', '"１"'].map(
      (quantity): Row => [`a quantity of ${quantity}`, [422], line(quantity)],
    ),
    ...[
      '0.005',
      '100000000',
      '-1',
      '1e30',
      '"NaN"',
      '"Infinity"',
      '"1,50"',
      '[]',
      '{"a":1}',
      'true',
    ].map((price): Row => [`a price of ${price}`, [422], product(`"price":${price}`)]),
    ...[
      '0000-00-00',
      '275760-09-13T00:00:00Z',
      'now',
      '2024-02-30',
      '2024-13-01T00:00:00+99:00',
    ].map((date): Row => [
      `a date of ${date}`,
      [422],
      product(`"price":"1","available_on":"${date}"`),
    ]),
    [
      'a date in another zone',
      [201],
      product('"price":"1","available_on":"2024-02-29T23:59:59+14:00"'),
    ],
  ];
}
