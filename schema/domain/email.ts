import { accept, type Reading, refuse, words } from './messages.ts';
import { parseText } from './text.ts';

/** Whether a text is an e-mail address: one `@` between two texts without blanks. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/u.test(text);
}

/** Reads the e-mail address of an order; surrounding blanks are removed, and a blank one is null. */
export function parseEmail(value: unknown): Reading<string | null> {
  const text = parseText(value);
  if (!text.ok || text.value === null) return text;
  const trimmed = text.value.trim();
  return isEmail(trimmed) ? accept(trimmed) : refuse(words.invalid);
}
