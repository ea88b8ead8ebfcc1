import { expect, test } from '@jest/globals';
import { Usage, readOptions } from './options.ts';

test('without words a run has 16 connections, 10,000 orders and every job', () => {
  expect(readOptions([], {})).toEqual({
    databaseUrl: 'postgres://postgres@127.0.0.1:5432/postgres',
    connections: 16,
    seconds: 3,
    rounds: 5,
    orders: 10_000,
    products: 500,
    pool: 8,
    jobs: ['order', 'orders', 'variants', 'create'],
    isControl: false,
    write: undefined,
  });
});

test('words and DATABASE_URL change what they name', () => {
  const words = ['--connections', '4', '--job', 'create', '--job', 'order', '--control'];
  expect(readOptions(words, { DATABASE_URL: 'postgres://elsewhere/store' })).toMatchObject({
    databaseUrl: 'postgres://elsewhere/store',
    connections: 4,
    jobs: ['create', 'order'],
    isControl: true,
  });
});

test.each([
  ['--rounds', '0'],
  ['--orders', 'many'],
  ['--job', 'delete'],
  ['--unknown'],
  ['--help'],
])('the words %s %s are answered with the usage', (...words) => {
  expect(() => readOptions(words, {})).toThrow(Usage);
});
