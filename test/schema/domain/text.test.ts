import { expect, test } from '@jest/globals';
import { parseRequiredText, parseText } from '../../../schema/domain/text.ts';

test.each([undefined, null, '', ' \n'])('A29: %j is no text', (value) => {
  expect(parseText(value)).toEqual({ ok: true, value: null });
  expect(parseRequiredText(value)).toEqual({ ok: false, message: "can't be blank" });
});

test('an optional text is kept as sent, a required one without the blanks around it', () => {
  expect(parseText(' a ')).toEqual({ ok: true, value: ' a ' });
  expect(parseRequiredText(' a ')).toEqual({ ok: true, value: 'a' });
});

test.each([5, true, ['a'], {}, 'a\0', '\ud800', 'a\udc00b'])('A29: %j is invalid', (value) => {
  expect(parseText(value)).toEqual({ ok: false, message: 'is invalid' });
  expect(parseRequiredText(value)).toEqual({ ok: false, message: 'is invalid' });
});

test('A39: length counts characters, not code units', () => {
  expect(parseText('😀'.repeat(255)).ok).toBe(true);
  expect(parseText('😀'.repeat(256))).toEqual({
    ok: false,
    message: 'is too long (maximum is 255 characters)',
  });
});

test('A39: longer texts have their own bound', () => {
  expect(parseText('a'.repeat(65_535), 65_535).ok).toBe(true);
  expect(parseText('a'.repeat(65_536), 65_535)).toEqual({
    ok: false,
    message: 'is too long (maximum is 65535 characters)',
  });
});
