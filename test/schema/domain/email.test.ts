import { expect, test } from '@jest/globals';
import { parseEmail } from '../../../schema/domain/email.ts';

test.each([
  ['ada@harbour.example', 'ada@harbour.example'],
  [' ada@harbour.example ', 'ada@harbour.example'],
  ['a@b', 'a@b'],
  ['', null],
  ['  ', null],
  [null, null],
])('F41: %j is %j', (value, email) => {
  expect(parseEmail(value)).toEqual({ ok: true, value: email });
});

test.each(['ada', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', 'a\0@b', 5, ['a@b'], true])(
  'F41: %j is invalid',
  (value) => {
    expect(parseEmail(value)).toEqual({ ok: false, message: 'is invalid' });
  },
);

test('A39: an address of more than 255 characters is too long', () => {
  expect(parseEmail(`${'a'.repeat(254)}@b`)).toEqual({
    ok: false,
    message: 'is too long (maximum is 255 characters)',
  });
});
