import { resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { banner } from '../../gateway/process/banner.ts';
import { readConfig } from '../../gateway/settings/config.ts';
import { version } from '../../gateway/version.ts';

const url = 'http://127.0.0.1:3000';
const curl = `curl -s -H "X-ServiceAPIKey: $ADMIN_API_KEY" '${url}/api/variants?per_page=2'`;
const pastedOf = (text: string) => [...text.matchAll(/^ {4}(.*)$/gm)].map(([, line]) => line);

describe('the words of a start', () => {
  test('a key made at this start is shown, and the lines to paste have it', () => {
    const madeKey = 'ab'.repeat(32);
    const text = banner({ url, madeKey, warning: null }, readConfig({}));
    expect(text).toContain(`The admin's key, shown only now: ${madeKey}`);
    expect(pastedOf(text)).toEqual([`export ADMIN_API_KEY=${madeKey}`, curl]);
  });

  test('every page is named, with where the data are and the version', () => {
    const rows = (environment: Record<string, string>) =>
      banner({ url, madeKey: null, warning: null }, readConfig(environment))
        .split('\n')
        .map((line) => line.trim().split(/ {2,}/))
        .filter(({ length }) => length === 2);
    expect(rows({})).toEqual([
      ['Start page', `${url}/`],
      ['GraphiQL', `${url}/graphql`],
      ['API reference', `${url}/api/docs`],
      ['Admin', `${url}/admin`],
      ['REST', `${url}/api`],
      ['Health', `${url}/readyz`],
      ['Database', `embedded, in ${resolve('data')}`],
      ['Version', version],
    ]);
    expect(rows({ DATA_DIR: '/srv/store' })).toContainEqual([
      'Database',
      'embedded, in /srv/store',
    ]);
    expect(
      rows({ DATABASE_URL: 'postgres://keeper:s3cret@db.example:5433/shop?sslmode=require' }),
    ).toContainEqual(['Database', 'PostgreSQL, shop on db.example:5433']);
    expect(rows({ DATABASE_URL: 'postgres://keeper:s3cret@db.example' })).toContainEqual([
      'Database',
      'PostgreSQL, keeper on db.example',
    ]);
  });

  test('a key from ADMIN_API_KEY is not repeated, and the line to paste takes it from there', () => {
    const config = readConfig({ ADMIN_API_KEY: 'my-own-key' });
    const text = banner({ url, madeKey: null, warning: 'The key is short.' }, config);
    expect(text).not.toContain('my-own-key');
    expect(text).toContain('Warning: The key is short.');
    expect(pastedOf(text)).toEqual([curl]);
  });

  test('a later start without either says how to get in again', () => {
    const text = banner({ url, madeKey: null, warning: null }, readConfig({}));
    expect(text).toContain('Lost it? Start once with ADMIN_API_KEY set to a new one.');
  });
});
