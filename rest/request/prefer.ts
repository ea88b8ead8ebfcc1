/** What a list returns if it applied `Prefer: handling=strict`. RFC 7240. */
export const strictApplied = { 'Preference-Applied': 'handling=strict' };

/**
 * Whether a request asks to be refused rather than have parts of it ignored: `Prefer: handling=strict`. Of
 * several `handling` the first is used; names and values are case-insensitive, values may be quoted, parameters
 * are ignored. RFC 7240.
 */
export function prefersStrict(header: string | string[] | undefined): boolean {
  const preferences = String(header ?? '').split(',');
  for (const preference of preferences) {
    const [named = ''] = preference.split(';');
    const [name = '', value = ''] = named.split('=').map((part) => part.trim().toLowerCase());
    if (name === 'handling') return value === 'strict' || value === '"strict"';
  }
  return false;
}
