import { describe, expect, test } from '@jest/globals';
import { Kind, parse, validate } from 'graphql';
import { complexityOf, refuseCost } from '../gateway/operations/complexity.ts';
import { parseWithinLimits } from '../gateway/operations/query-limits.ts';
import { schema } from '../schema/index.ts';
import { gistOf } from './gist.ts';
import { documents } from './graphql-documents.ts';
import { drawWish } from './jobs.ts';
import { startingAt } from './measure.ts';
import { memoryIn } from './memory.ts';
import { requestOf, wayNames } from './ways.ts';

const material = {
  numbers: ['R1', 'R2', 'R3'],
  variantIds: [4, 5, 6],
  carts: ['R4', 'R5'],
  open: ['R6', 'R7', 'R8'],
};
const wish = drawWish(material, 4, (bound) => bound - 1);

test('a random request uses records of the database, with two different variants', () => {
  expect(wish).toEqual({
    number: 'R3',
    page: 10,
    lines: [
      { variantId: 6, quantity: 3 },
      { variantId: 5, quantity: 3 },
    ],
    cart: 'R5',
    open: 'R7',
  });
  expect(() => drawWish({ ...material, numbers: [] }, 0)).toThrow('nothing to draw');
});

test('each way sends the same request; the floor gets that of the newer format', () => {
  expect(wayNames.map((way) => requestOf(way, 'order', wish).path)).toEqual([
    '/api/orders/R3',
    '/api/orders/R3.json',
    '/graphql',
  ]);
  expect(wayNames.map((way) => requestOf(way, 'create', wish).status)).toEqual([201, 201, 200]);
  expect(requestOf('floor', 'orders', wish)).toEqual(requestOf('newer', 'orders', wish));
});

test.each(Object.entries(documents))(
  'the document of the job %s is valid and within the limits of a query',
  (_job, text) => {
    const document = parseWithinLimits(text);
    expect(validate(schema, parse(text))).toEqual([]);
    const [operation] = document.definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION)
      throw new Error('The operation comes first.');
    expect(refuseCost(complexityOf(schema, document, operation, {}).requested)).toBeUndefined();
  },
);

describe('gistOf', () => {
  const newer = {
    number: 'R1',
    total: '79.9',
    line_items: [{ quantity: 2, variant: { sku: 'A' } }],
  };
  const gist = { number: 'R1', total: 79.9, lines: [['A', 2]] };

  test('finds the same order in every spelling', () => {
    const older = { order: { ...newer, total: 79.9 } };
    const graphql = {
      data: { order: { number: 'R1', total: '79.90', lineItems: newer.line_items } },
    };
    expect(gistOf('newer', 'order', JSON.stringify(newer))).toEqual(gist);
    expect(gistOf('older', 'order', JSON.stringify(older))).toEqual(gist);
    expect(gistOf('graphql', 'order', JSON.stringify(graphql))).toEqual(gist);
  });

  test('leaves the number of a new order out', () => {
    const graphql = {
      data: { createOrder: { order: { ...newer, lineItems: newer.line_items }, userErrors: [] } },
    };
    expect(gistOf('newer', 'create', JSON.stringify(newer))).toEqual({ ...gist, number: '' });
    expect(gistOf('graphql', 'create', JSON.stringify(graphql))).toEqual({ ...gist, number: '' });
  });

  test('finds the same line item in every spelling', () => {
    const line = newer.line_items[0];
    const graphql = { data: { addLineItem: { lineItem: line, userErrors: [] } } };
    for (const [way, body] of [
      ['newer', line],
      ['older', { line_item: line }],
      ['graphql', graphql],
    ] as const) {
      expect(gistOf(way, 'addLine', JSON.stringify(body))).toEqual(['A', 2]);
    }
  });

  test('counts the records of a list', () => {
    const lists = {
      newer: { variants: [{}, {}], count: 2 },
      older: [{ variant: {} }, { variant: {} }],
      graphql: { data: { variants: { nodes: [{}, {}] } } },
    };
    for (const way of wayNames) {
      expect(gistOf(way, 'variants', JSON.stringify(lists[way]))).toEqual({ records: 2 });
    }
  });

  test('refuses an answer with errors', () => {
    const refused = { data: { order: null }, errors: [{ message: 'no' }] };
    expect(() => gistOf('graphql', 'order', JSON.stringify(refused))).toThrow('"no"');
  });
});

test('another rival begins each round, and each has its turn', () => {
  const orders = [0, 1, 2, 3].map((place) => startingAt(['a', 'b', 'c'], place).join(''));
  expect(orders).toEqual(['abc', 'bca', 'cab', 'abc']);
});

test('memory is read from what Linux tells of a process', () => {
  const status = 'Name:\tnode\nVmHWM:\t  200000 kB\nVmRSS:\t  100000 kB\nThreads:\t11\n';
  expect(memoryIn(status)).toEqual({ resident: 102.4, peak: 204.8 });
  expect(memoryIn('Name:\tkthreadd\n')).toBeNull();
});
