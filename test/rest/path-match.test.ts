import { describe, expect, test } from '@jest/globals';
import { Places, routeFor } from '../../rest/request/path-match.ts';
import { routes } from '../../rest/routes.ts';

const places = new Places(routes);

function match(path: string): unknown {
  const found = places.match(path);
  return found && [found.place.path, found.params];
}

describe('a path names the first place it fits', () => {
  test.each([
    ['/api/orders', ['/api/orders', {}]],
    ['/api/orders/mine', ['/api/orders/mine', {}]],
    ['/api/orders/R1', ['/api/orders/:order', { order: 'R1' }]],
    ['/api/orders/R%2F1', ['/api/orders/:order', { order: 'R/1' }]],
    ['/api/orders/R1/cancel', ['/api/orders/:order/cancel', { order: 'R1' }]],
    ['/api/products/hat/variants/new', ['/api/products/:product/variants/new', { product: 'hat' }]],
    [
      '/api/products/hat/variants/7',
      ['/api/products/:product/variants/:id', { product: 'hat', id: '7' }],
    ],
  ])('%s', (path, expected) => {
    expect(match(path)).toEqual(expected);
  });

  test.each([
    '/',
    '/api',
    '/api/Orders',
    '/api/orders/',
    '/api/orders/%20',
    '/api/variants/%201',
    '/api/variants/1%20',
    '/api/orders/R1/eat',
  ])('%s names none', (path) => {
    expect(match(path)).toBeUndefined();
  });
});

test('F12: a place serves HEAD as GET and PATCH as PUT', () => {
  const place = places.match('/api/orders/R1')?.place;
  const served = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'POST'].map((method) =>
    place ? routeFor(place, method)?.method : undefined,
  );
  expect(served).toEqual(['GET', 'GET', 'PUT', 'PUT', undefined, undefined]);
});
