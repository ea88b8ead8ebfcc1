import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import Koa from 'koa';
import { type Codings, compression } from '../../gateway/passage/compression.ts';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server of one body with these headers, and how often each coding compressed it. */
async function serve(
  body: string | object | (() => Readable),
  headers: Readonly<Record<string, string>>,
) {
  const compressed: string[] = [];
  const codings: Codings = {
    br: (whole) => {
      compressed.push('br');
      return Promise.resolve(brotliCompressSync(whole));
    },
    gzip: (whole) => {
      compressed.push('gzip');
      return compressed.length > 1 || whole.toString().startsWith('sound')
        ? Promise.resolve(gzipSync(whole))
        : Promise.reject(new Error('no memory'));
    },
  };
  const app = new Koa();
  app.silent = true;
  app.use(compression(codings) as Koa.Middleware);
  app.use((ctx) => {
    ctx.set(headers);
    ctx.type = typeof body === 'object' ? 'json' : 'text/plain';
    ctx.body = typeof body === 'function' ? (body as () => Readable)() : body;
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const ask = async (accept: string, method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${String(port)}/`, {
      method,
      headers: { 'Accept-Encoding': accept },
    });
    return [response.status, response.headers.get('content-encoding'), await response.text()];
  };
  return { ask, compressed, port };
}

const long = `sound ${'text '.repeat(1_000)}`;
const file = { ETag: '"1"', 'Cache-Control': 'no-cache' };

describe('a file that is the same for everybody', () => {
  test('is compressed once for each coding, however often and at once it is requested', async () => {
    const { ask, compressed } = await serve(long, file);
    const asked = ['gzip', 'gzip, deflate, br', 'gzip', 'br'].flatMap((one) => [one, one, one]);
    const answers = await Promise.all(asked.map((accept) => ask(accept)));
    expect(answers).toEqual(
      asked.map((accept) => [200, accept.includes('br') ? 'br' : 'gzip', long]),
    );
    expect(compressed.toSorted()).toEqual(['br', 'gzip']);
  });

  test('is sent in the coding that the client prefers', async () => {
    const { ask } = await serve(long, file);
    expect(await ask('gzip;q=1, br;q=0.1')).toEqual([200, 'gzip', long]);
    expect(await ask('br;q=0, gzip')).toEqual([200, 'gzip', long]);
    expect(await ask('identity, br;q=0.1')).toEqual([200, null, long]);
  });

  test('is sent as it is to a client that accepts nothing else', async () => {
    const { ask, compressed } = await serve(long, file);
    expect(await ask('identity')).toEqual([200, null, long]);
    expect(await ask('gzip', 'HEAD')).toEqual([200, null, '']);
    expect(compressed).toEqual([]);
  });

  test('is not compressed for each who prefers nothing, in whatever words', async () => {
    const { ask, compressed } = await serve(long, file);
    expect(await ask('identity;q=1, gzip;q=1')).toEqual([200, null, long]);
    expect(compressed).toEqual([]);
  });

  test('is compressed again if that failed', async () => {
    const other = long.replace('sound', 'other');
    const { ask } = await serve(other, file);
    expect(await ask('gzip')).toEqual([500, null, 'Internal Server Error']);
    expect(await ask('gzip')).toEqual([200, 'gzip', other]);
  });
});

test('a record, which nobody stores, is compressed for each client', async () => {
  const { ask, compressed } = await serve(long, { ETag: '"1"', 'Cache-Control': 'no-store' });
  expect(await ask('gzip')).toEqual([200, 'gzip', long]);
  expect(await ask('gzip')).toEqual([200, 'gzip', long]);
  expect(compressed).toEqual(['gzip', 'gzip']);
});

test.each(['identity;q=0', '*;q=0', 'deflate, identity;q=0'])(
  'a record is sent as it is to a client that accepts nothing that is sent: %s',
  async (accept) => {
    const { ask } = await serve(long, {});
    expect(await ask(accept)).toEqual([200, null, long]);
  },
);

test('the length of what is compressed as a whole is told', async () => {
  const { port } = await serve(long, {});
  const { headers } = await fetch(`http://127.0.0.1:${String(port)}/`, {
    headers: { 'Accept-Encoding': 'br' },
  });
  expect(headers.get('content-length')).toBe(String(brotliCompressSync(long).length));
});

test('an object is compressed as the JSON that it is sent as', async () => {
  const { ask } = await serve({ long }, {});
  expect(await ask('br')).toEqual([200, 'br', JSON.stringify({ long })]);
  expect(await ask('identity')).toEqual([200, null, JSON.stringify({ long })]);
});

test('a list that is sent in parts is compressed while it is sent', async () => {
  const { ask, compressed } = await serve(() => Readable.from(['sound ', 'parts']), {});
  expect(await ask('gzip')).toEqual([200, 'gzip', 'sound parts']);
  expect(await ask('br')).toEqual([200, 'br', 'sound parts']);
  expect(compressed).toEqual([]);
});

test.each(['gzip', 'br', 'identity'])(
  'N24: a list that fails while it is sent ends the connection, accepted as %s',
  async (coding) => {
    async function* failing() {
      yield Buffer.alloc(100_000, 'part ');
      await new Promise(setImmediate);
      throw new Error('a later part failed');
    }
    const { ask } = await serve(() => Readable.from(failing()), {});
    await expect(ask(coding)).rejects.toThrow();
  },
);

test('a short file is not compressed', async () => {
  const { ask, compressed } = await serve('short', file);
  expect(await ask('gzip')).toEqual([200, null, 'short']);
  expect(compressed).toEqual([]);
});
