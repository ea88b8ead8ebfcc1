import { expect, test } from '@jest/globals';
import { pageHeaders } from '../../rest/answer/pages.ts';

const origin = 'https://shop.test';

const links = (target: string, page: number, perPage: number, totalCount: number) => {
  const headers = pageHeaders(origin, target, { currentPage: page, perPage, totalCount });
  const entries = (headers.Link ?? '').matchAll(/<([^<>]*)>; rel="(\w+)"/g);
  return Object.fromEntries([...entries].map(([, address = '', rel = '']) => [rel, address]));
};

test('S31: a middle page links to its neighbours, first and last', () => {
  expect(
    pageHeaders(origin, '/api/orders.json?q%5Bs%5D=id+desc&page=2', {
      currentPage: 2,
      perPage: 10,
      totalCount: 25,
    }),
  ).toEqual({
    'X-Total-Count': '25',
    Link: [
      '<https://shop.test/api/orders.json?q%5Bs%5D=id+desc&page=1&per_page=10>; rel="first"',
      '<https://shop.test/api/orders.json?q%5Bs%5D=id+desc&page=1&per_page=10>; rel="prev"',
      '<https://shop.test/api/orders.json?q%5Bs%5D=id+desc&page=3&per_page=10>; rel="next"',
      '<https://shop.test/api/orders.json?q%5Bs%5D=id+desc&page=3&per_page=10>; rel="last"',
    ].join(', '),
  });
});

test('S31: the first page has no prev, the last no next, an only page neither', () => {
  expect(Object.keys(links('/api/orders', 1, 10, 25))).toEqual(['first', 'next', 'last']);
  expect(Object.keys(links('/api/orders', 3, 10, 25))).toEqual(['first', 'prev', 'last']);
  expect(links('/api/orders', 1, 25, 25)).toEqual({
    first: 'https://shop.test/api/orders?page=1&per_page=25',
    last: 'https://shop.test/api/orders?page=1&per_page=25',
  });
});

test('S31: beyond the end prev is the last page', () => {
  expect(links('/api/orders', 9, 10, 25)).toEqual({
    first: 'https://shop.test/api/orders?page=1&per_page=10',
    prev: 'https://shop.test/api/orders?page=3&per_page=10',
    last: 'https://shop.test/api/orders?page=3&per_page=10',
  });
});

test('S31: there is no Link when nothing matches', () => {
  expect(
    pageHeaders(origin, '/api/orders', { currentPage: 1, perPage: 25, totalCount: 0 }),
  ).toEqual({
    'X-Total-Count': '0',
  });
});

test('S31: the token and former pages are left out, however they are written', () => {
  const target =
    '/api/orders/R1/shipments?order%5Ftoken=t&page%5B%5D=1&order_token[]=t&a=b?c&per_page=3&&x';
  expect(links(target, 1, 25, 1).first).toBe(
    'https://shop.test/api/orders/R1/shipments?a=b?c&x&page=1&per_page=25',
  );
});

test('what would end the address early is encoded', () => {
  expect(links('/api/orders?a=<">\u00e4|', 1, 25, 1).first).toBe(
    'https://shop.test/api/orders?a=%3C%22%3E%E4%7C&page=1&per_page=25',
  );
});

test('L45: links that would make the header too long are left out, the next page last', () => {
  const query = (length: number): string => `/api/orders?q%5Bemail_eq%5D=${'a'.repeat(length)}`;
  const shown = (length: number): string[] => Object.keys(links(query(length), 2, 10, 45));
  expect(shown(500)).toEqual(['first', 'prev', 'next', 'last']);
  expect(shown(1_000)).toEqual(['prev', 'next', 'last']);
  expect(shown(1_500)).toEqual(['prev', 'next']);
  expect(shown(3_000)).toEqual(['next']);
  expect(
    pageHeaders(origin, query(9_000), { currentPage: 2, perPage: 10, totalCount: 45 }),
  ).toEqual({
    'X-Total-Count': '45',
  });
});
