import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

let store: Store;
let admin: Account;

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('admin', ['admin']);
});
afterAll(() => store.close());

const kib = 1_024;
const times = (count: number, text: (index: number) => string, between = '&'): string =>
  Array.from({ length: count }, (_, index) => text(index)).join(between);
const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const padded = (bytes: number): string => `{"order":{},"p":"${'x'.repeat(bytes - 19)}"}`;

interface Sent {
  readonly path: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

const cart = (body: string | Buffer, headers: Sent['headers'] = {}): Sent => ({
  path: '/api/orders',
  body,
  headers: { 'Content-Type': 'application/json', ...headers },
});
const gzip = { 'Content-Encoding': 'gzip' };
const form = (body: string): Sent =>
  cart(body, { 'Content-Type': 'application/x-www-form-urlencoded' });
const list = (query: string): Sent => ({ path: `/api/orders?${query}` });

/**
 * The largest that is accepted, the smallest that is not, and the error. Headers and URLs: wire.test.ts.
 * Decision: A35 to A39, S12, S29.
 */
const bounds: readonly [what: string, fits: Sent, exceeds: Sent, status: number][] = [
  ['a body of 1 MiB', cart(padded(kib * kib)), cart(padded(kib * kib + 1)), 413],
  [
    'a body of 1 MiB after decompression',
    cart(gzipSync(padded(kib * kib)), gzip),
    cart(gzipSync(padded(50 * kib * kib)), gzip),
    413,
  ],
  ['JSON of 32 levels', cart(nested(32)), cart(nested(33)), 400],
  ['JSON that is deep beyond reason', cart(nested(32)), cart(nested(100_000)), 400],
  [
    '1,000 parameters in a form',
    form(times(1_000, (at) => `x${String(at)}=1`)),
    form(times(1_001, (at) => `x${String(at)}=1`)),
    400,
  ],
  [
    '1,000 parameters in a query',
    list(times(1_000, (at) => `x${String(at)}`)),
    list(times(1_001, (at) => `x${String(at)}`)),
    400,
  ],
  ['brackets of 12 levels', list(`x${'[a]'.repeat(12)}=1`), list(`x${'[a]'.repeat(13)}=1`), 400],
  ['a position in brackets of 10,000', form('x[10000]=1'), form('x[10001]=1'), 400],
];

async function send({
  path,
  body,
  headers = {},
}: Sent): Promise<{ status: number; head: string; json: unknown }> {
  const { hostname, port } = new URL(store.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // the refusal may arrive, and the connection close, before everything is sent
  socket.on('error', () => undefined);
  const lines = [
    `${body === undefined ? 'GET' : 'POST'} ${path} HTTP/1.1`,
    'Host: localhost',
    'Connection: close',
    `X-ServiceAPIKey: ${admin.key}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${String(Buffer.byteLength(body))}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (body !== undefined) socket.write(body);
  await once(socket, 'close');
  const text = Buffer.concat(chunks).toString();
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const json = JSON.parse(rest.join('\r\n\r\n')) as unknown;
  return { status: Number(head.split(' ')[1]), head, json };
}

describe('what is too large is refused with a JSON error and changes nothing', () => {
  test.each(bounds)('%s', async (_what, fits, exceeds, status) => {
    const passed = await send(fits);
    expect([200, 201]).toContain(passed.status);
    const before = await store.db.order.count();
    const refused = await send(exceeds);
    expect([refused.status, refused.json]).toEqual([status, { error: expect.any(String) }]);
    expect(await store.db.order.count()).toBe(before);
  });

  test('50 conditions of a search, and not one more', async () => {
    const search = (count: number) =>
      send(list(times(count, (at) => `q[number_cont_any][]=R${String(at)}`)));
    expect((await search(50)).status).toBe(200);
    expect((await search(51)).status).toBe(422);
  });

  test('500 records of a page', async () => {
    const { status, json } = await send(list('per_page=1000000'));
    expect([status, json]).toMatchObject([200, { per_page: 500 }]);
  });

  test('a value of a body and each 100 bytes cost as much as a record, whether anybody reads them or not (N33)', async () => {
    const costOf = async (body: string) => {
      const { head } = await send(cart(body));
      const told = /^x-request-cost: requested=(\d+), actual=(\d+)$/im.exec(head);
      return { requested: Number(told?.[1]), actual: Number(told?.[2]) };
    };
    const names = (count: number) => times(count, (at) => `"n${String(at)}":1`, ',');
    const sizeOf = (body: string, values: number) => values + Math.ceil(body.length / 100) - 100;
    const small = await costOf('{"order":{}}');
    expect(await costOf(`{"order":{${names(80)}}}`)).toEqual(small);
    const values = (count: number) => `"n":[${times(count, () => '1', ',')}]`;
    const many = `{"order":{${values(15_000)}}}`;
    const large = await costOf(many);
    expect(large.requested).toBe(small.requested + sizeOf(many, 15_002));
    expect(large.actual).toBe(small.actual + sizeOf(many, 15_002));
    const wrong = await costOf('{"order":5}');
    const manyWrong = `{"order":5,${values(15_000)}}`;
    const largeWrong = await costOf(manyWrong);
    expect(largeWrong.requested).toBe(wrong.requested + sizeOf(manyWrong, 15_002));
    // refused before anything runs
    const tooMany = `{${values(20_000)}}`;
    const cost = sizeOf(tooMany, 20_001);
    expect(await costOf(tooMany)).toEqual({ requested: cost, actual: cost });
    const long = `{"order":{},"p":"${'x'.repeat(100_000)}"}`;
    expect((await costOf(long)).requested).toBe(small.requested + sizeOf(long, 3));
    const bomb = await send(cart(gzipSync(Buffer.alloc(50 * kib * kib)), gzip));
    expect(bomb.head).toContain('X-Request-Cost: requested=10386, actual=10386');
  });
});
