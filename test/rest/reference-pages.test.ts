import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newer } from '../../rest/forms/newer.ts';
import { createOlder } from '../../rest/forms/older.ts';
import { createReference } from '../../rest/reference/reference.ts';
import type { OpenApiDocument } from '../../rest/reference/reference.ts';
import { routes } from '../../rest/routes.ts';
import { schema } from '../../schema/index.ts';
import { serveRest } from './rest-server.ts';
import type { RestServer } from './rest-server.ts';

let server: RestServer;

beforeAll(async () => {
  server = await serveRest({ timeZone: 'America/New_York' });
});

afterAll(() => server.close());

interface Page {
  readonly status: number;
  readonly type: string | null;
  readonly headers: Headers;
  readonly text: string;
}

async function load(path: string, init: RequestInit = {}): Promise<Page> {
  const response = await fetch(`${server.url}${path}`, init);
  const { status, headers } = response;
  return { status, headers, type: headers.get('content-type'), text: await response.text() };
}

const addresses = (html: string): string[] =>
  [...html.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);

describe('the documents', () => {
  test.each([
    ['/api/openapi.json', newer],
    ['/api/openapi-older.json', createOlder('America/New_York')],
  ])('%s is the same for everybody', async (path, form) => {
    const document = JSON.stringify(createReference(routes, schema, form, '1.2.3'));
    const told = [
      await server.anonymous.get(path),
      await server.newer.get(path),
      await server.older.get(path),
    ];
    expect(told.map(({ status, text }) => [status, text === document])).toEqual([
      [200, true],
      [200, true],
      [200, true],
    ]);
  });

  test('send requests below the path of PUBLIC_URL, on the host that they were loaded from', async () => {
    const other = await serveRest({ publicUrl: 'https://shop.example/store' });
    const path = '/api/openapi.json';
    try {
      const replies = [await server.anonymous.get(path), await other.anonymous.get(path)];
      const urls = replies.map(({ body }) =>
        (body as OpenApiDocument).servers.map(({ url }) => url),
      );
      expect(urls).toEqual([['/'], ['/store']]);
    } finally {
      await other.close();
    }
  });

  test('runs no operation', async () => {
    server.asked.length = 0;
    await server.newer.get('/api/openapi.json');
    expect(server.asked).toEqual([]);
  });

  test('is JSON whatever is accepted', async () => {
    const { status, type } = await load('/api/openapi.json', { headers: { accept: 'text/html' } });
    expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
  });

  test('is not sent again to a client that has it', async () => {
    const { headers } = await load('/api/openapi.json');
    const again = await load('/api/openapi.json', {
      headers: { 'if-none-match': String(headers.get('etag')) },
    });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  test('is asked about with HEAD', async () => {
    const { headers, text } = await load('/api/openapi.json');
    const head = await load('/api/openapi.json', { method: 'HEAD' });
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      String(Buffer.byteLength(text)),
    ]);
    expect(head.headers.get('etag')).toBe(headers.get('etag'));
  });

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('takes no %s', async (method) => {
    const { status, headers, text } = await load('/api/openapi.json', { method });
    expect([status, headers.get('allow'), JSON.parse(text)]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      { error: 'That method is not allowed here.' },
    ]);
  });

  test('tells its methods', async () => {
    const { status, headers } = await load('/api/openapi.json', { method: 'OPTIONS' });
    expect([status, headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('/api/docs', () => {
  test('is a page for everybody', async () => {
    const { status, type, text } = await load('/api/docs');
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/^<!doctype html>/);
  });

  test('is the same page with a slash behind it', async () => {
    expect((await load('/api/docs/')).text).toBe((await load('/api/docs')).text);
  });

  test('loads nothing from elsewhere, and everything it loads is there', async () => {
    const { text } = await load('/api/docs');
    const shared = addresses(text).filter((address) => address.startsWith('/pages/'));
    expect(shared).toEqual([
      '/pages/pages.css',
      '/pages/sign-in.css',
      '/pages/reference.css',
      '/pages/icon.svg',
      '/pages/reference.js',
    ]);
    const loaded = await Promise.all(
      addresses(text)
        .filter((address) => !shared.includes(address))
        .map(async (address) => {
          const { status, type } = await load(address);
          return [address, status, type];
        }),
    );
    expect(loaded).toEqual([
      ['/api/docs/swagger-ui.css', 200, 'text/css; charset=utf-8'],
      ['/api/docs', 200, 'text/html; charset=utf-8'],
      ['/api/docs?format=older', 200, 'text/html; charset=utf-8'],
      ['/api/docs/swagger-ui-bundle.js', 200, 'text/javascript; charset=utf-8'],
      ['/api/docs/start.js', 200, 'text/javascript; charset=utf-8'],
    ]);
  });

  test('names no other host, nor does what starts it', async () => {
    const pages = [await load('/api/docs'), await load('/api/docs/start.js')];
    expect(pages.filter(({ text }) => /\/\//.test(text))).toEqual([]);
  });

  test('shows a document, without asking another host whether it is valid', async () => {
    const { text } = await load('/api/docs/start.js');
    expect(text).toContain("'/api/openapi-older.json' : '/api/openapi.json'");
    expect(text).toContain('validatorUrl: null');
  });

  test('has no inline script, so its policy allows none', async () => {
    const { headers, text } = await load('/api/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(text.match(/<script(?!( type="module")? src="\/)/g)).toBeNull();
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("connect-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe-inline/);
  });

  test.each(['/api/docs/index.html', '/api/docs/package.json', '/api/docs/..%2fpackage.json'])(
    'has no %s',
    async (path) => {
      const { status } = await load(path);
      expect(status).toBe(404);
    },
  );
});
