import { accept, type Reading, refuse, words } from './messages.ts';
import { isBlank, textLength } from './text.ts';

/** Permalinks that are words of paths. */
export const reservedPermalinks: readonly string[] = ['new'];

/** Maximum length of a generated permalink before its suffix. */
const generatedLength = 240;

const plainLetters: readonly (readonly [string, string])[] = [
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['&', ' and '],
  ["'", ''],
  ['’', ''],
];

/**
 * A permalink generated from a product's name, without checking whether it is taken: lower case letters, digits
 * and hyphens, 1-240 characters plus a prefix for names of digits only, which would look like an id.
 */
export function derivePermalink(name: string): string {
  const bare = name.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = plainLetters.reduce((text, [from, to]) => text.replaceAll(from, to), bare);
  const hyphenated = plain
    .replace(/[^a-z0-9]+/gu, '-')
    .replace(/^-/u, '')
    .slice(0, generatedLength)
    .replace(/-$/u, '');
  if (hyphenated === '') return 'product';
  return /^\d+$/u.test(hyphenated) ? `p-${hyphenated}` : hyphenated;
}

/**
 * Reads a permalink chosen by a client, in lower case; a blank one is null, as if not sent. The database checks whether
 * another product has it. Decision: C3, A29
 */
export function parsePermalink(value: unknown): Reading<string | null> {
  if (isBlank(value)) return accept(null);
  if (typeof value !== 'string') return refuse(words.invalid);
  const permalink = value.trim().toLowerCase();
  if (permalink.length > textLength) return refuse(words.invalid);
  if (!/^[a-z0-9]+(?:[-_][a-z0-9]+)*$/u.test(permalink)) return refuse(words.invalid);
  if (/^\d+$/u.test(permalink)) return refuse(words.invalid);
  return reservedPermalinks.includes(permalink) ? refuse(words.reserved) : accept(permalink);
}
