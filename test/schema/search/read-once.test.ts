import { expect, test } from '@jest/globals';
import type { Context } from '../../../schema/index.ts';
import { orderSearch } from '../../../schema/orders/queries.ts';
import { everyRow, searchFor } from '../../../schema/search/find-page.ts';
import { adminViewer, settings } from '../../support/graphql.ts';

test('the conditions of a search are read once, for its rows and for their number', () => {
  let reads = 0;
  const filter = {
    get createdAt() {
      reads += 1;
      return { in: ['2026-01-01'] };
    },
  };
  const context = { viewer: adminViewer, settings } as Context;
  const { parts } = searchFor(orderSearch, context, { filter }, everyRow, [{ field: 'userEmail' }]);
  const part = {
    reading: 'forwards',
    limit: 1,
    offset: 0,
    hasKeys: false,
    isRange: false,
  } as const;
  for (const sql of [parts.rows(part), parts.rows({ ...part, limit: 2 }), parts.count]) {
    expect(sql.values).toContainEqual(['2026-01-01T00:00:00.000Z']);
  }
  // the sort key is of another table, which the count leaves alone
  expect(parts.rows(part).sql).toContain('JOIN');
  expect(parts.count.sql).not.toContain('JOIN');
  expect(reads).toBe(1);
});

/** What a search for these conditions binds. */
const boundBy = (filter: Readonly<Record<string, unknown>>): readonly unknown[] => {
  const context = { viewer: adminViewer, settings } as Context;
  return searchFor(orderSearch, context, { filter }, everyRow, [{ field: 'id' }]).parts.count
    .values;
};

test('a variable that is a long list of many conditions is read once', () => {
  let reads = 0;
  const times = Object.defineProperty(new Array<string>(20).fill('2026-01-01'), 0, {
    get: () => {
      reads += 1;
      return '2026-01-01';
    },
  });
  const both = { in: times, notIn: times };
  const bound = boundBy({ createdAt: both, updatedAt: both, or: [{ completedAt: both }] });
  expect(bound).toEqual(
    Array.from({ length: 6 }, () => new Array<string>(20).fill('2026-01-01T00:00:00.000Z')),
  );
  expect(reads).toBe(1);
});

test('and means in each of them what its attribute makes of it', () => {
  const words = ['R1 ', 'a'];
  expect(boundBy({ number: { in: words }, email: { in: words }, channel: { in: words } })).toEqual([
    ['R1 ', 'A'],
    ['r1 ', 'a'],
    words,
  ]);
});
