import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { auditActions } from '../../schema/domain/audit.ts';
import { schema } from '../../schema/index.ts';
import { vocabulary } from '../../schema/permissions.ts';
import { startFake } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake();
});
afterAll(async () => {
  await store.stop();
});

// a script of the page, so without types
const script: string = '../../gateway/admin/page/operations.js';
const operations = (await import(script)) as Readonly<Record<string, string>>;

const table: string = '../../gateway/admin/page/permissions.js';
const { permissionGroups } = (await import(table)) as {
  readonly permissionGroups: readonly {
    readonly resource: string;
    readonly actions: Readonly<Record<string, string>>;
  }[];
};

const groups: string = '../../gateway/admin/page/audit-kinds.js';
const { kinds } = (await import(groups)) as {
  readonly kinds: readonly { readonly name: string; readonly starts: readonly string[] }[];
};

const folders = {
  admin: '../../gateway/admin/page/',
  landing: '../../gateway/landing/page/',
  pages: '../../gateway/pages/page/',
} as const;

describe('the admin page', () => {
  test('is served to everybody, without a key', async () => {
    const { status, headers, text } = await store.call('/admin');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>/);
    expect((await store.call('/admin/')).text).toBe(text);
  });

  test('loads its own files alone: no inline script or style, no other host, no markup from text', async () => {
    const { headers, text } = await store.call('/admin');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/https?:|\*|unsafe/);
    expect(text).not.toMatch(/<style|style=|\son\w+=|<script(?! type="module" src="\/admin\/)/);
    expect(text).not.toMatch(/(src|href)="(?!\/admin\/|\/pages\/|#)/);
  });

  test.each(['admin', 'landing', 'pages'] as const)(
    'every file of the folder of /%s is served with its type, and nothing else of the disk',
    async (place) => {
      const folder = new URL(folders[place], import.meta.url);
      const names = (await readdir(folder)).filter((name) => !/json$|html$/.test(name));
      const served = await Promise.all(
        names.map(async (name) => {
          const { status, headers } = await store.call(`/${place}/${name}`);
          return [name, status, headers['content-type']];
        }),
      );
      const types: Readonly<Record<string, string>> = {
        js: 'text/javascript; charset=utf-8',
        css: 'text/css; charset=utf-8',
        svg: 'image/svg+xml',
      };
      expect(served).toEqual(names.map((name) => [name, 200, types[name.split('.')[1] ?? '']]));
      for (const path of ['tsconfig.json', '..%2fadmin.ts', '../admin.ts', 'admin.html', 'x.js']) {
        expect((await store.call(`/${place}/${path}`)).status).toBe(404);
      }
    },
  );

  test('is not sent again to a browser that has it, and takes no other method', async () => {
    const { headers } = await store.call('/admin/admin.js');
    const again = await store.call('/admin/admin.js', {
      headers: { 'If-None-Match': String(headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
    const posted = await store.call('/admin', { method: 'POST' });
    expect([posted.status, posted.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('says of every permission what it allows', () => {
    const told = permissionGroups.map(({ resource, actions }) => [resource, Object.keys(actions)]);
    expect(told).toEqual(Object.entries(vocabulary));
  });

  test('shows every action of the audit log in one group beside everything', () => {
    const told = kinds.flatMap(({ starts }) => starts);
    expect([...told].sort()).toEqual(Object.keys(auditActions).sort());
    expect(kinds.filter(({ starts }) => starts.length === 0)).toMatchObject([
      { name: 'Everything' },
    ]);
  });

  test.each(Object.entries(operations))('its operation %s fits the schema', (_name, operation) => {
    expect(validate(schema, parse(operation))).toEqual([]);
  });
});
