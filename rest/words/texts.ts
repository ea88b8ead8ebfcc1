/** Whether a value is a text of only white space. */
export const isBlankText = (value: unknown): boolean =>
  typeof value === 'string' && value.trim() === '';

/** A text with its percent sequences decoded; undefined if one of them is broken or they are not UTF-8. */
export function decodePercents(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Whether a text can be stored: PostgreSQL takes neither U+0000 nor an unpaired surrogate. */
export const isStorableText = (text: string): boolean => !/[\0\p{Surrogate}]/u.test(text);

const flagWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 't', 'true', 'yes', 'on'].map((word) => [word, true] as const),
  ...['0', 'f', 'false', 'no', 'off'].map((word) => [word, false] as const),
]);

/** The words for on and off, ignoring case; undefined for every other text. */
export const readFlagWord = (text: string): boolean | undefined =>
  flagWords.get(text.trim().toLowerCase());

/** Whether a value is a JSON object, not an array or null. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
