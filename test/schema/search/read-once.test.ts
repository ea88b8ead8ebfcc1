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
