import type { Reading } from './messages.ts';
import { accept, refuse, words } from './messages.ts';

/**
 * The length of ordinary texts, and of descriptions and instructions, in characters.
 * Decision: A39
 */
export const textLength = 255;
export const longTextLength = 65_535;
/** Of instructions that a customer writes. Decision: N34 */
export const customerTextLength = 5_000;

/** Whether an attribute counts as not given: absent, null, or only blanks. Decision: A29 */
export function isBlank(value: unknown): value is undefined | null | '' {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** Whether a text can be stored: neither U+0000 nor half a surrogate pair in it. Decision: A29 */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

/**
 * Reads an optional text; blank gives null. The text is kept as sent, at most `length` characters
 * (code points).
 * Decision: A29, A39
 */
export function parseText(value: unknown, length: number = textLength): Reading<string | null> {
  if (isBlank(value)) return accept(null);
  if (typeof value !== 'string' || !isStorable(value)) return refuse(words.invalid);
  return countCharacters(value) > length ? refuse(words.tooLong(length)) : accept(value);
}

/** Reads a text that must not be blank, without the blanks around it. Decision: A29, C1, C23 */
export function parseRequiredText(value: unknown, length: number = textLength): Reading<string> {
  const text = parseText(typeof value === 'string' ? value.trim() : value, length);
  if (!text.ok) return text;
  return text.value === null ? refuse(words.blank) : accept(text.value);
}

/** Code points, not UTF-16 units: an emoji is one character, as in the database. */
function countCharacters(text: string): number {
  return Array.from(text).length;
}
