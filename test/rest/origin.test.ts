import { expect, test } from '@jest/globals';
import { readOrigin } from '../../rest/origin.ts';

const origin = (host: string): string => readOrigin({ protocol: 'http', host }, null);

test.each(['store.example', 'store.example:8080', 'localhost:3000', '127.0.0.1:80', '[::1]:3000'])(
  'F16: %s is repeated',
  (host) => {
    expect(origin(host)).toBe(`http://${host}`);
  },
);

test.each([
  '',
  'a.example@b.example',
  'a.example/x',
  'a.example:80:80',
  'a b',
  'a>b',
  '-a',
  'ü.example',
])('F16: %j is no plain host and is not repeated', (host) => {
  expect(origin(host)).toBe('');
});

test('F16: PUBLIC_URL wins over the host', () => {
  expect(readOrigin({ protocol: 'http', host: 'a.example' }, 'https://b.example')).toBe(
    'https://b.example',
  );
});
