import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { makeGraphiqlPage } from '../../gateway/graphiql.ts';
import { startFake } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake();
});
afterAll(async () => {
  await store.stop();
});

const browser = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the GraphiQL page', () => {
  test('has everything in it: one script, and nothing that is loaded from elsewhere', async () => {
    const { html } = await makeGraphiqlPage();
    const page = html.toString();
    const [head = ''] = page.split('<script');
    const script = page.slice(page.indexOf('<script'));
    expect(head).not.toMatch(/(src|href)\s*=\s*["']?(https?:)?\/\//i);
    expect(head).not.toMatch(/@import|url\(\s*["']?(https?:)?\/\//i);
    expect(head).toContain('<link rel="icon" href="data:');
    expect(page.match(/<script nonce=/g)).toHaveLength(1);
    expect(page.match(/<\/script>/g)).toHaveLength(1);
    expect(script.slice(script.indexOf('</script>'))).toMatch(
      /^<\/script>\s*<\/body>\s*<\/html>\s*$/,
    );
    expect(script).not.toMatch(/\b(unpkg\.com|jsdelivr\.net|cdnjs\.|esm\.sh|googleapis\.com)/);
  });

  test('its script is the one its content security policy allows', async () => {
    const { html, contentSecurityPolicy } = await makeGraphiqlPage();
    const [, nonce] = /<script nonce="([\w-]+)">/.exec(html.toString()) ?? [];
    expect(contentSecurityPolicy).toContain(`script-src 'nonce-${String(nonce)}';`);
    expect(contentSecurityPolicy).toContain("default-src 'none';");
    expect(contentSecurityPolicy).not.toMatch(
      /https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/,
    );
  });

  test('starts with examples, and a field for the key that no form could send', async () => {
    const { html } = await makeGraphiqlPage();
    const [, options = ''] =
      /renderYogaGraphiQL\(\s*window[^{]*(\{.*\}),\s*\);\s*<\/script>/.exec(html.toString()) ?? [];
    const shown = JSON.parse(options) as Record<string, unknown>;
    expect(shown).toMatchObject({
      title: 'Online Store GraphiQL',
      endpoint: '/graphql',
      shouldPersistHeaders: false,
    });
    expect(shown['defaultQuery']).toContain('query WhoAmI');
    expect(html.toString()).toContain(
      '<input id="api-key" type="password" autocomplete="off" spellcheck="false" />',
    );
    expect(html.toString().match(/id="key-bar"/g)).toHaveLength(1);
  });

  test('is served to browsers without a key, compressed where they can read that', async () => {
    const plain = await store.call('/graphql', { headers: browser });
    expect([plain.status, plain.headers['content-type']]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(plain.text).toMatch(/^<!doctype html>/);
    const packed = await store.call('/graphql', {
      headers: { ...browser, 'Accept-Encoding': 'gzip' },
    });
    expect(packed.headers['content-encoding']).toBe('gzip');
    expect(Number(packed.headers['content-length'])).toBeLessThan(plain.text.length / 3);
    expect(gunzipSync((await makeGraphiqlPage()).gzipped).toString()).toBe(plain.text);
  });

  test('is not sent again to a browser that has it', async () => {
    const first = await store.call('/graphql', { method: 'HEAD', headers: browser });
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
