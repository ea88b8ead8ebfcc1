import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { patiently } from '../support/waiting.ts';
import { restParts } from './rest-parts.ts';
import { startFake } from './support.ts';

let store: Awaited<ReturnType<typeof startFake>>;

beforeAll(async () => {
  store = await startFake({ ...restParts });
});
afterAll(() => store.stop());

/**
 * Sends the head of a request that waits to be asked for its body, sends that once it is asked, and returns what was
 * received until the end.
 */
async function send(line: string, headers: readonly string[], body: string): Promise<string> {
  const socket = connect(store.port, '127.0.0.1');
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk: Buffer) => {
    received += chunk.toString();
  });
  const closed = once(socket, 'close');
  const head = [
    `${line} HTTP/1.1`,
    'Host: x',
    'Connection: close',
    'Expect: 100-continue',
    'Content-Type: application/json',
    ...headers,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await patiently('the head is answered', 300_000, () =>
    Promise.resolve(received.includes('\r\n\r\n')),
  );
  if (received.startsWith('HTTP/1.1 100 ')) socket.write(body);
  await closed;
  return received;
}

const key = 'X-ServiceAPIKey: good-key';
const lengthOf = (body: string) => `Content-Length: ${String(Buffer.byteLength(body))}`;
const probe = '{"query":"{ __typename }"}';

describe('a body that the client sends when it is asked to (Expect: 100-continue)', () => {
  test.each([
    ['REST, without a key', 'POST /api/orders', []],
    ['REST, with a bad key', 'POST /api/orders', ['X-ServiceAPIKey: bad']],
    ['GraphQL, without a key', 'POST /graphql', []],
    ['GraphQL, with a bad key', 'POST /graphql', ['X-ServiceAPIKey: bad']],
  ])(
    'is never asked of unknown callers, who get 401 at once: %s (N5)',
    async (_who, line, headers) => {
      const answer = await send(line, [...headers, lengthOf(probe)], probe);
      expect(answer).toMatch(/^HTTP\/1\.1 401 /);
      expect(answer).toMatch(/^connection: close\r$/im);
    },
  );

  test('is asked of a known caller once, and read', async () => {
    const answer = await send('POST /graphql', [key, lengthOf(probe)], probe);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    expect(answer).toContain('"__typename":"Query"');
    expect(answer.match(/HTTP\/1\.1 100/g)).toHaveLength(1);
    const written = await send('POST /api/orders', [key, lengthOf('{}')], '{}');
    expect(written).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 /);
  });

  test.each([
    ['too long', 413, ['Content-Length: 1048577']],
    ['in a media type that is not read', 415, ['Content-Length: 9', 'Content-Encoding: zstd']],
  ])('is not asked for if it is %s', async (_what, status, headers) => {
    const answer = await send('POST /graphql', [key, ...headers], '');
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${String(status)} `));
  });

  test('that nobody reads does not keep the response', async () => {
    const answer = await send('GET /livez', ['Content-Length: 9'], '');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});
