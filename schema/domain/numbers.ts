import { accept, type Reading, refuse, words } from './messages.ts';
import { isBlank } from './text.ts';

/**
 * Reads an order or shipment number given by an admin: 1 to 32 letters, digits, `-` and `_`, starting with a letter or
 * digit, with at least one letter and one digit (so it is neither an id nor a word of a path); stored in upper case. A
 * blank is null: a number is generated. Decision: F40, C38
 */
export function parseNumber(value: unknown): Reading<string | null> {
  if (isBlank(value)) return accept(null);
  if (typeof value !== 'string') return refuse(words.invalid);
  const number = value.trim();
  const isNumber = /^(?=.*[A-Za-z])(?=.*[0-9])[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/u.test(number);
  return isNumber ? accept(number.toUpperCase()) : refuse(words.invalid);
}
