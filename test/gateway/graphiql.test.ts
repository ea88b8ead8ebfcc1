import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createFileReader } from '../../gateway/pages/page-files.ts';
import { startFake } from './support.ts';

const folder = new URL('../../gateway/graphiql/files/', import.meta.url);
const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let store: Awaited<ReturnType<typeof startFake>>;
let names: readonly string[];

beforeAll(async () => {
  store = await startFake();
  names = (await readdir(folder)).filter((name) => /\.(js|css)$/.test(name));
});
afterAll(async () => {
  await store.stop();
});

const read = (name: string): Promise<Buffer> => readFile(new URL(name, folder));

/** A file as it is served. */
async function load(name: string, coding: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${store.port}/graphiql/${name}`, {
    headers: { 'Accept-Encoding': coding },
  });
}

describe('the GraphiQL page', () => {
  test('safety 7: is small, and what it loads are files of the store', async () => {
    const { text } = await store.call('/graphql', { headers: browser });
    expect(text.length).toBeLessThan(20_000);
    const loaded = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    const parts = [...text.matchAll(/"(\/graphiql\/[^"]+)"/g)].map(([, address]) => address);
    expect(parts).toHaveLength(5);
    for (const address of [...loaded, ...parts]) {
      expect((await store.call(String(address))).status).toBe(200);
    }
  });

  test('runs no inline script', async () => {
    const { text, headers } = await store.call('/graphql', { headers: browser });
    expect(headers['content-security-policy']).toMatch(/script-src 'self'; worker-src 'self';/);
    expect(headers['content-security-policy']).toContain("default-src 'none';");
    expect(headers['content-security-policy']).not.toMatch(
      /https?:|\*|unsafe-eval|blob:|script-src[^;]*unsafe-inline/,
    );
    expect(text).not.toMatch(/<input|<form/);
    const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes);
    expect(scripts).toEqual([
      ' id="workers" type="application/json"',
      expect.stringMatching(/^ type="module" src="\/graphiql\/graphiql-[A-Z0-9]{8}\.js"$/),
    ]);
  });

  test('is not sent again to a browser that has it', async () => {
    const first = await store.call('/graphql', { method: 'HEAD', headers: browser });
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await store.call('/graphql', {
      headers: { ...browser, 'If-None-Match': String(first.headers.etag) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is not what a program gets', async () => {
    const answer = await store.call('/graphql?query={__typename}', { headers: { Accept: '*/*' } });
    expect(answer.json).toMatchObject({ data: { __typename: 'Query' } });
  });
});

describe('the files of GraphiQL', () => {
  test('are kept for ever, by names that tell their contents', async () => {
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) {
      expect(name).toMatch(/^[\w-]+-[A-Z0-9]{8}\.(js|css)$/);
      const { status, headers } = await load(name, 'br');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toMatch(/^text\/(javascript|css); charset=utf-8$/);
      expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    }
  });

  test('are sent compressed, in the requested encoding', async () => {
    for (const name of names) {
      const plain = await read(name);
      expect(brotliDecompressSync(await read(`${name}.br`)).equals(plain)).toBe(true);
      expect(gunzipSync(await read(`${name}.gz`)).equals(plain)).toBe(true);
    }
    const [name = ''] = names;
    for (const [asked, coding, file] of [
      ['gzip, deflate, br, zstd', 'br', `${name}.br`],
      ['gzip', 'gzip', `${name}.gz`],
      ['identity', null, name],
      ['br;q=0.1, gzip', 'gzip', `${name}.gz`],
      ['br;q=0', null, name],
    ] as const) {
      const { headers } = await load(name, asked);
      expect(headers.get('content-encoding')).toBe(coding);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('content-length')).toBe(String((await read(file)).length));
    }
  });

  test('are all there is: no other name is read', async () => {
    for (const name of [
      'index.html',
      'inputs',
      `${String(names[0])}.br`,
      '..%2fgraphiql.ts',
      '%2e%2e/graphiql.ts',
      '',
    ]) {
      expect((await store.call(`/graphiql/${name}`)).status).toBe(404);
    }
    const written = await store.call(`/graphiql/${String(names[0])}`, { method: 'POST' });
    expect([written.status, written.headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  test('carry one DOMPurify, the one that is asked for, and load nothing from elsewhere', async () => {
    const scripts = await Promise.all(names.map(async (name) => (await read(name)).toString()));
    const all = scripts.join('\n');
    const { devDependencies } = JSON.parse(
      await readFile(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { readonly devDependencies: Readonly<Record<string, string>> };
    const versions = [...all.matchAll(/DOMPurify (\d+\.\d+\.\d+)/g)].map(([, version]) => version);
    expect([...new Set(versions)]).toEqual([devDependencies['dompurify']]);
    expect(all).not.toMatch(/\b(unpkg\.com|jsdelivr\.net|cdnjs\.|esm\.sh|googleapis\.com)/);
  });
});

test('house 11: a file that could not be read is read again', async () => {
  const place = await mkdtemp(path.join(tmpdir(), 'page-'));
  const readOnce = createFileReader(pathToFileURL(`${place}/`));
  await expect(readOnce('late.js')).rejects.toThrow('ENOENT');
  await writeFile(path.join(place, 'late.js'), 'there');
  expect((await readOnce('late.js')).toString()).toBe('there');
  expect(readOnce('late.js')).toBe(readOnce('late.js'));
  await rm(place, { recursive: true });
});
