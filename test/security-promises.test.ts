import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const root = new URL('../', import.meta.url);
const text = readFileSync(new URL('docs/security.md', root), 'utf8');
const [, promises = ''] = /## Promises\n([\s\S]*?)\n## /.exec(text) ?? [];
const rows = promises.split('\n').filter((line) => /^\| (?!promise|---)/.test(line));

test('docs/security.md makes promises', () => {
  expect(rows.length).toBeGreaterThan(15);
});

test.each(rows)('a promise names tests that exist: %s', (row) => {
  const files = [...row.matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(0);
  expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([]);
});

test('no setting it speaks of is missing from the program', () => {
  const table = readFileSync(new URL('docs/settings.md', root), 'utf8');
  const settings = [...text.matchAll(/`([A-Z]+_[A-Z_]+|METRICS)`/g)].map(([, name = '']) => name);
  expect(settings.length).toBeGreaterThan(4);
  for (const name of settings) expect(table).toContain(`| \`${name}\` |`);
});
