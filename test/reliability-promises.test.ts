import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { scenarios } from '../reliability/scenarios.ts';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('docs/reliability.md', root), 'utf8');
const rowsAfter = (heading: string): readonly string[] => {
  const [, part = ''] = new RegExp(`## ${heading}\\n([\\s\\S]*?)\\n##+ `).exec(text) ?? [];
  return part.split('\n').filter((line) => /^\| (?!Trouble|Scenario|---)/.test(line));
};
const names = scenarios.map(({ name }) => name);
const promises = rowsAfter('What happens in case of trouble');

test('docs/reliability.md makes promises', () => {
  expect(promises.length).toBeGreaterThan(20);
});

test.each(promises)('a promise names tests or scenarios that exist: %s', (row) => {
  const shownBy = row.split('|').at(-2) ?? '';
  const named = [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(0);
  const isThere = (name: string): boolean =>
    name.startsWith('test/') ? existsSync(new URL(name, root)) : names.includes(name);
  expect(named.filter((name) => !isThere(name))).toEqual([]);
});

test('docs/reliability.md lists every scenario, in the order in which they run', () => {
  const listed = rowsAfter('The test program').flatMap(
    (row) => /^\| `([a-z-]+)`/.exec(row)?.[1] ?? [],
  );
  expect(listed).toEqual(names);
});
