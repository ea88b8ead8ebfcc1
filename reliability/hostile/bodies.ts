import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { RawRequest } from '../raw-request.ts';
import type { Ground, Row } from './ground.ts';
import { form, json, nested } from './ground.ts';

/** Bodies that are not a JSON object in UTF-8, or that hide something in one. */
export function bodies({ newer }: Ground): Row[] {
  const post = (body: string | Buffer, ...headers: string[]): RawRequest => ({
    method: 'POST',
    path: '/api/orders',
    headers: [newer, ...(headers.length > 0 ? headers : [json])],
    body,
  });
  const order = (attributes: string): RawRequest => post(`{"order":${attributes}}`);
  return [
    ['a body that is cut off', [400], post('{"order":{"email":')],
    ['a body that is a number', [400], post('1')],
    ['a body that is a text', [400], post('"order"')],
    ['a body that is null', [400], post('null')],
    ['a body that is a list', [400], post('[{"order":{}}]')],
    ['a body of blanks', [400], post('   ')],
    ['a byte order mark before the body', [201], post('\uFEFF{"order":{}}')],
    ['a body in UTF-16', [400, 415], post(Buffer.from('{"order":{}}', 'utf16le'))],
    ['a charset of UTF-16', [415], post('{}', 'Content-Type: application/json; charset=utf-16')],
    [
      'bytes that are no UTF-8',
      [400],
      post(Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])),
    ],
    [
      'an overlong form of a slash',
      [400],
      post(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')])),
    ],
    ['a name twice', [201, 422], post('{"order":{"email":"a@b.test","email":"c@d.test"}}')],
    [
      'a prototype under __proto__',
      [201],
      post('{"__proto__":{"admin":true},"order":{"__proto__":{"state":"complete"}}}'),
    ],
    ['a prototype under constructor', [201], post('{"constructor":{"prototype":{"admin":true}}}')],
    [
      'a number beyond all numbers',
      [201, 422],
      order('{"line_items":[{"variant_id":1e999,"quantity":1}]}'),
    ],
    [
      'an id beyond 2^53',
      [422],
      order('{"line_items":[{"variant_id":9007199254740993,"quantity":1}]}'),
    ],
    ['a list a hundred thousand levels deep', [400], post(nested(100_000))],
    ['an object of lists 40 levels deep', [400], post(`{"order":${nested(40)}}`)],
    ['a body of 2 MB', [413], post(`{"order":{"email":"${'a'.repeat(2_000_000)}"}}`)],
    [
      'a length of 2 GB and no body',
      [413],
      { method: 'POST', path: '/api/orders', headers: [newer, json, 'Content-Length: 2147483648'] },
    ],
    [
      '50 MB in a small gzip',
      [413],
      post(gzipSync(Buffer.alloc(50_000_000)), json, 'Content-Encoding: gzip'),
    ],
    [
      '20 MB in a small brotli',
      [413],
      post(brotliCompressSync(Buffer.alloc(20_000_000)), json, 'Content-Encoding: br'),
    ],
    ['a gzip that is none', [400], post('not compressed', json, 'Content-Encoding: gzip')],
    [
      'a gzip that is cut off',
      [400],
      post(gzipSync('{"order":{}}').subarray(0, 12), json, 'Content-Encoding: gzip'),
    ],
    ['a coding nobody knows', [415], post('{}', json, 'Content-Encoding: zstd')],
    ['a body of another type', [415], post('<order/>', 'Content-Type: application/xml')],
    ['a multipart body', [415], post('--x--', 'Content-Type: multipart/form-data; boundary=x')],
    ['JSON said to be a form', [415], post('{"order":{}}', form)],
    [
      'a list of 501 line items',
      [422],
      order(`{"line_items":[${'{"quantity":1},'.repeat(500)}{"quantity":1}]}`),
    ],
    ['line items that are a number', [422], order('{"line_items":7}')],
    ['line items that are lists', [422], order('{"line_items":[[],[]]}')],
    ['a text with U+0000', [422], order('{"email":"a\\u0000@b.test"}')],
    ['half a surrogate pair', [422], order('{"special_instructions":"\\ud800"}')],
    [
      'an e-mail address of 100,000 characters',
      [422],
      order(`{"email":"${'a'.repeat(100_000)}@b.test"}`),
    ],
    ['an e-mail address made to be slow', [422], order(`{"email":"${'a.'.repeat(5_000)}@"}`)],
    ['an e-mail address that is an object', [422], order('{"email":{"not":"x"}}')],
    [
      'writing from right to left, emoji and marks',
      [201],
      order(
        '{"special_instructions":"\\u202eabc \\ud83d\\udc69\\u200d\\ud83d\\ude80 a\\u0301\\u0301\\u0301"}',
      ),
    ],
  ];
}
