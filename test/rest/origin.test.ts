import { expect, test } from '@jest/globals';
import { readOrigin } from '../../rest/answer/origin.ts';

const origin = (host: string, localAddress?: string): string =>
  readOrigin({ protocol: 'http', host, socket: { localAddress } }, null);

test.each(['localhost:3000', '127.0.0.1:80', '127.0.0.1', '[::1]:3000', '[::ffff:127.0.0.1]'])(
  'F16: %s is this machine and is repeated',
  (host) => {
    expect(origin(host)).toBe(`http://${host}`);
  },
);

test.each([
  ['192.0.2.7:3000', '192.0.2.7'],
  ['192.0.2.7:3000', '::ffff:192.0.2.7'],
  ['[2001:db8::7]', '2001:db8::7'],
])('F16: %s is repeated where that is the address connected to', (host, localAddress) => {
  expect(origin(host, localAddress)).toBe(`http://${host}`);
  expect(origin(host, '198.51.100.1')).toBe('');
});

test.each([
  '',
  'store.example',
  'localhost.evil.example',
  '127.0.0.1.evil.example',
  'a.example@127.0.0.1',
  '127.0.0.1/x',
  '127.0.0.1:80:80',
  '127.0.0.1 ',
  'localhost>',
  'ü.example',
])('P37: %j may be forged and is not repeated', (host) => {
  expect(origin(host, '127.0.0.1')).toBe('');
});

test('F16: PUBLIC_URL wins over the host', () => {
  const request = { protocol: 'http', host: '127.0.0.1', socket: {} };
  expect(readOrigin(request, 'https://b.example')).toBe('https://b.example');
});
