import { describe, expect, test } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { readBody } from '../../rest/request/body.ts';
import { RequestFailure } from '../../rest/request/request-failure.ts';

const mebibyte = 1_048_576;
const json = 'application/json';
const form = 'application/x-www-form-urlencoded';

/**
 * Sends a body in chunks of 1 KiB, and is gone after the first `most` bytes; returns how it was refused, what it costs
 * and how much of it was read.
 */
async function send(
  type: string,
  body: string | Buffer,
  headers: IncomingMessage['headers'] = {},
  most = Infinity,
) {
  const bytes = Buffer.from(body);
  let read = 0;
  const chunks = function* () {
    for (; read < bytes.length; read += 1_024) {
      if (read >= most) req.destroy();
      yield bytes.subarray(read, read + 1_024);
    }
  };
  const req = Object.assign(Readable.from(chunks(), { highWaterMark: 1 }), {
    headers: { 'content-type': type, 'transfer-encoding': 'chunked', ...headers },
  }) as unknown as IncomingMessage;
  const state: { bodySize?: number } = {};
  let refused: string | undefined;
  try {
    await readBody({ req, state });
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    refused = error.kind;
  }
  return { refused, cost: state.bodySize, read };
}

const gzip = { 'content-encoding': 'gzip' };
const cut = (bytes: Buffer): Buffer => bytes.subarray(0, -4);

describe('N33: a refused body costs what reading it takes:', () => {
  test.each([
    ['one that is no UTF-8', 'malformedBody', json, Buffer.alloc(mebibyte, 0xff), {}, 10_486],
    ['a form of too many pairs', 'malformedRequest', form, 'a=b&'.repeat(250_000), {}, 10_000],
    ['a form that is no UTF-8', 'malformedRequest', form, `a=${'%ff'.repeat(100_000)}`, {}, 3_001],
    ['JSON whose type was lost', 'mediaType', form, `{${' '.repeat(999_999)}`, {}, 10_000],
    ['JSON that ends early', 'malformedBody', json, `{"a":"${'x'.repeat(99_994)}`, {}, 1_001],
    ['one beyond a mebibyte', 'tooLarge', json, 'x'.repeat(mebibyte + 1), {}, 10_486],
    [
      'one beyond a mebibyte when it is inflated',
      'tooLarge',
      json,
      gzipSync(Buffer.alloc(50 * mebibyte)),
      gzip,
      10_486,
    ],
    [
      'one whose gzip does not end',
      'malformedBody',
      json,
      cut(gzipSync(Buffer.alloc(mebibyte))),
      gzip,
      10_486,
    ],
  ])('%s', async (_what, kind, type, body, headers, cost) => {
    expect(await send(type, body, headers)).toMatchObject({ refused: kind, cost });
  });

  test('one that inflates to little costs what was sent', async () => {
    const nothing = Buffer.concat(Array<Buffer>(5_000).fill(gzipSync('')));
    expect(await send(json, nothing, gzip)).toMatchObject({ refused: undefined, cost: 1_000 });
  });
});

describe('N33: a body that is broken off costs what came of it:', () => {
  const length = { 'transfer-encoding': undefined, 'content-length': String(mebibyte) };

  test('one that ends before its length', async () => {
    const sent = await send(json, 'x'.repeat(500_000), length);
    expect(sent).toMatchObject({ refused: 'malformedBody', cost: 5_000 });
  });

  test('one whose connection is lost', async () => {
    const sent = await send(json, 'x'.repeat(500_000), length, 300_032);
    expect(sent).toMatchObject({ refused: 'malformedBody', cost: 3_001 });
  });
});

describe('F6: a body whose type nobody reads', () => {
  test('is refused before it is read', async () => {
    const { refused, cost, read } = await send('image/png', 'x'.repeat(mebibyte));
    expect([refused, cost]).toEqual(['mediaType', 1]);
    expect(read).toBeLessThan(10_000);
    const length = { 'transfer-encoding': undefined, 'content-length': '1000' };
    expect(await send('image/png', 'x'.repeat(1_000), length)).toEqual({
      refused: 'mediaType',
      cost: undefined,
      read: 0,
    });
  });

  test('is no body if it is empty, compressed as well', async () => {
    expect((await send('image/png', '')).refused).toBeUndefined();
    expect((await send('image/png', gzipSync(''), gzip)).refused).toBeUndefined();
    expect((await send('image/png', gzipSync(' '), gzip)).refused).toBe('mediaType');
  });

  test('is too large before all else if its length says so', async () => {
    const length = { 'content-length': String(mebibyte + 1) };
    expect((await send('image/png', '', length)).refused).toBe('tooLarge');
  });
});
