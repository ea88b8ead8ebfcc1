import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { property } from '../test/support/property.ts';
import { messageReader } from './wire-counter.ts';

const message = (type: string, content: string): Buffer => {
  const body = Buffer.from(content);
  const head = Buffer.alloc(4);
  head.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), head, body]);
};

const opening = message('', '\u0000\u0003\u0000\u0000user\u0000postgres\u0000\u0000');
const sslRequest = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

function readAll(chunks: readonly Buffer[]) {
  const types: string[] = [];
  let sslRequests = 0;
  const read = messageReader(
    (type) => types.push(String.fromCharCode(type)),
    () => (sslRequests += 1),
  );
  const passed = Buffer.concat(chunks.map((chunk) => read(chunk)));
  return { types: types.join(''), sslRequests, passed };
}

describe('messageReader', () => {
  test('tells the type of every message but the first', () => {
    const chunks = [opening, message('Q', 'BEGIN\0'), message('P', ''), message('E', '')];
    expect(readAll(chunks).types).toBe('QPE');
  });

  test('tells what a message holds, and reads the side of the database, which begins with a type', () => {
    const told: string[] = [];
    const read = messageReader(
      (type, body) => told.push(`${String.fromCharCode(type)} ${body.toString()}`),
      () => undefined,
      true,
    );
    read(Buffer.concat([message('R', 'ok'), message('N', 'a plan'), message('Z', 'I')]));
    expect(told).toEqual(['R ok', 'N a plan', 'Z I']);
  });

  test('does not forward a request for encryption, and forwards the session', () => {
    const { passed, sslRequests } = readAll([sslRequest, opening]);
    expect({ passed, sslRequests }).toEqual({ passed: opening, sslRequests: 1 });
  });

  property(
    'reads the same however the bytes are cut',
    fc.array(fc.tuple(fc.constantFrom('Q', 'E', 'P', 'B'), fc.string({ maxLength: 20 }))),
    fc.array(fc.nat(200)),
    (messages, cuts) => {
      const sent = messages.map(([type, text]) => message(type, text));
      const bytes = Buffer.concat([opening, ...sent]);
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b)];
      const chunks = places.map((from, place) => bytes.subarray(from, places[place + 1]));
      expect(readAll(chunks)).toEqual({
        types: messages.map(([type]) => type).join(''),
        sslRequests: 0,
        passed: bytes,
      });
    },
  );
});
