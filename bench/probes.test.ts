import { expect, test } from '@jest/globals';
import { probes } from './probes.ts';

const probe = (title: string) => {
  const found = probes.find((one) => one.title === title);
  if (!found) throw new Error(`There is no probe ${title}.`);
  return found;
};

test('pages are counted from the number of orders', () => {
  const lastPage = probe('the last page');
  expect(lastPage.query(10_000)).toBe('per_page=10&page=1000');
  expect(lastPage.query(1_000_000)).toBe('per_page=10&page=100000');
  expect(probe('the middle page').query(10_000)).toBe('per_page=10&page=500');
});

test('conditions are spelled as the newer format reads them', () => {
  expect(probe('number_eq').query(10_000)).toBe('per_page=25&q[number_eq]=R500004711');
  expect(probe('created_at, an hour').query(10_000)).toBe(
    'per_page=25&q[created_at_gt]=2024-02-03T00:00:00Z&q[created_at_lt]=2024-02-03T01:00:00Z',
  );
  expect(probe('sorted by total desc').query(10_000)).toBe('per_page=25&q[s]=total%20desc');
});

test('pages by cursor begin at either end of the list', () => {
  const numberOf = (title: string, orders: number) => probe(title).byCursor?.number(orders);
  expect(numberOf('the first page by cursor, { field: ID }', 1_000_000)).toBe(1);
  expect(numberOf('the last page by cursor, { field: ID }', 1_000_000)).toBe(40_000);
});

test('no two probes have one title', () => {
  expect(new Set(probes.map(({ title }) => title)).size).toBe(probes.length);
});
