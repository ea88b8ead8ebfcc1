import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { settingsTable } from '../../gateway/config.ts';

test('the README has the table of settings that the program prints', () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, table] = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(readme) ?? [];
  expect(table?.trim()).toBe(settingsTable());
});
