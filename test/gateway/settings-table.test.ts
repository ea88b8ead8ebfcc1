import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { settingsTable } from '../../gateway/settings/settings.ts';

test('docs/settings.md has the table of settings that the program prints', () => {
  const document = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8');
  const [, table] = /<!-- settings -->\n([\s\S]*?)\n<!-- \/settings -->/.exec(document) ?? [];
  expect(table?.trim()).toBe(settingsTable());
});
