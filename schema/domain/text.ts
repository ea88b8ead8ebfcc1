import { accept, type Reading, refuse, words } from './messages.ts';

/** Maximum length of ordinary texts, and of descriptions and instructions, in characters. */
export const textLength = 255;
export const longTextLength = 65_535;
/** Maximum length of instructions that a customer writes. */
export const customerTextLength = 5_000;

/** Whether an attribute is blank: absent, null, or only spaces. */
export function isBlank(value: unknown): value is undefined | null | '' {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** Whether PostgreSQL can store a text: it contains neither U+0000 nor an unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !/\0|\p{Surrogate}/u.test(text);
}

/** How many UTF-16 units a text of so many characters has at most. */
const unitsOf = (characters: number): number => 2 * characters;

/**
 * A text to find a record by, without surrounding blanks. It is empty if it is longer than any stored one: it may be
 * named by many rows, and each would take it to the database.
 */
export function soughtText(text: string | null | undefined): string {
  if (text == null || text.length > unitsOf(textLength)) return '';
  return isStorable(text) ? text.trim() : '';
}

/** Reads an optional text; a blank one is null. The text is kept as sent, at most `length` characters (code points). */
export function parseText(value: unknown, length: number = textLength): Reading<string | null> {
  if (isBlank(value)) return accept(null);
  if (typeof value !== 'string') return refuse(words.invalid);
  if (value.length > unitsOf(length)) return refuse(words.tooLong(length));
  if (!isStorable(value)) return refuse(words.invalid);
  return countCharacters(value) > length ? refuse(words.tooLong(length)) : accept(value);
}

/** Reads an optional text and removes surrounding blanks. */
export const parseTrimmedText = (value: unknown, length?: number): Reading<string | null> =>
  parseText(typeof value === 'string' ? value.trim() : value, length);

/** Reads a required text and removes surrounding blanks. */
export function parseRequiredText(value: unknown, length?: number): Reading<string> {
  const text = parseTrimmedText(value, length);
  if (!text.ok) return text;
  return text.value === null ? refuse(words.blank) : accept(text.value);
}

/** A name in camel case that begins with a capital. */
export const capital = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A name in camel case as words. */
export const spaced = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Code points, not UTF-16 units: an emoji is one character, as in the database. */
function countCharacters(text: string): number {
  return Array.from(text).length;
}
