import { expect, test } from '@jest/globals';
import { groupsOf } from '../../../schema/domain/groups.ts';

test('rows are grouped by a key, keys and rows in the order in which they first occur', () => {
  const rows = ['pear', 'fig', 'plum', 'kiwi', 'lime'];
  expect([...groupsOf(rows, ({ length }) => length)]).toEqual([
    [4, ['pear', 'plum', 'kiwi', 'lime']],
    [3, ['fig']],
  ]);
  expect([...groupsOf([], String)]).toEqual([]);
});
