import { expect, test } from '@jest/globals';
import { readOptions, rivalsOf } from './options.ts';
import { Usage } from './usage.ts';

test('without words a run has 16 connections, 10,000 orders, every job, every way, and a plot', () => {
  expect(readOptions([], {})).toEqual({
    databaseUrl: 'postgres://postgres@127.0.0.1:5432/postgres',
    connections: 16,
    seconds: 2,
    rounds: 3,
    warmUp: 8,
    orders: 10_000,
    products: 500,
    pool: 8,
    jobs: ['order', 'orders', 'variants', 'create', 'addLine', 'complete'],
    ways: ['newer', 'older', 'graphql'],
    starts: 1,
    isControl: false,
    write: undefined,
    plot: 'docs/bench.svg',
  });
});

test('words and DATABASE_URL change what they name', () => {
  const words = ['--connections', '4', '--job', 'create', '--job', 'order', '--starts', '0'];
  expect(readOptions(words, { DATABASE_URL: 'postgres://elsewhere/store' })).toMatchObject({
    databaseUrl: 'postgres://elsewhere/store',
    connections: 4,
    jobs: ['create', 'order'],
    starts: 0,
    plot: undefined,
  });
});

test('some ways are measured beside the floor, and plotted only if a file is named', () => {
  const options = readOptions(['--way', 'graphql'], {});
  expect(rivalsOf(options)).toEqual(['floor', 'graphql']);
  expect(options.plot).toBeUndefined();
  expect(readOptions(['--way', 'graphql', '--plot', 'a.svg'], {}).plot).toBe('a.svg');
});

test('a control run has the floor twice and starts nothing else', () => {
  expect(readOptions(['--control'], {})).toMatchObject({
    isControl: true,
    ways: ['newer'],
    starts: 0,
    plot: undefined,
  });
});

test.each([
  ['--rounds', '0'],
  ['--orders', 'many'],
  ['--job', 'delete'],
  ['--way', 'soap'],
  ['--unknown'],
  ['--help'],
])('the words %s %s are answered with the usage', (...words) => {
  expect(() => readOptions(words, {})).toThrow(Usage);
});
