import { expect, test } from '@jest/globals';
import { roots } from '../../../rest/search/parameters.ts';
import { spellings } from '../../../rest/search/spellings.ts';
import { searchableStore } from './searchable-store.ts';

test.each(roots)('S13: no suffix of %s means two things', (root) => {
  const suffixes = spellings[root].map((spelling) => spelling.suffix);
  expect(suffixes.filter((suffix, index) => suffixes.indexOf(suffix) !== index)).toEqual([]);
});

test.each(roots)('S13: every predicate of a text filter has a spelling under %s', (root) => {
  const type = searchableStore.getType('TextFilter');
  const fields = type && 'getFields' in type ? Object.keys(type.getFields()) : [];
  const spelt = new Set(spellings[root].map((spelling) => spelling.predicate));
  const unspelt = fields.filter((field) => !spelt.has(field));
  expect(unspelt).toEqual(root === 'q' ? [] : ['matches']);
});
