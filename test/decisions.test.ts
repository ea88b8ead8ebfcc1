import { expect, test } from '@jest/globals';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const code = ['prisma', 'schema', 'rest', 'gateway', 'build', 'bench', 'reliability', 'test'];

const readAll = (folder: string, ending: RegExp): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name) && !name.includes('generated'))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8'));

const pages = readAll('docs/decisions', /\.md$/);
/** The numbers in bold, or first in a row of a table: there a decision begins. */
const decided = pages
  .flatMap((page) => page.match(/\*\*[A-Z]\d[^*\n]*\*\*|^\| [A-Z]\d+ \|/gm) ?? [])
  .flatMap((begin) => begin.match(/\b[A-Z]\d+\b/g) ?? []);

/** The numbers in the `Decision: A1, A3 to A5.` of comments. */
const citedIn = (text: string): readonly string[] =>
  [...text.matchAll(/Decision: ([A-Z]\d+(?:(?:, | to )[A-Z]\d+)*)/g)].flatMap(
    ([, numbers = '']) => numbers.match(/[A-Z]\d+/g) ?? [],
  );

test('Every decision that a comment cites stands in docs/decisions', () => {
  const cited = code.flatMap((folder) => readAll(folder, /\.(ts|js|mjs|prisma)$/).flatMap(citedIn));
  expect(cited.length).toBeGreaterThan(500);
  expect([...new Set(cited)].filter((number) => !decided.includes(number))).toEqual([]);
});

test('Every decision that another one names is there', () => {
  const named = pages.flatMap((page) => page.replace(/`[^`]*`/g, '').match(/\b[A-Z]\d+\b/g) ?? []);
  expect([...new Set(named)].filter((number) => !decided.includes(number))).toEqual([]);
});
