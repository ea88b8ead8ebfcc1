/** What a list tells that it heeded `Prefer: handling=strict`. RFC 7240. Decision: O9. */
export const strictApplied = { 'Preference-Applied': 'handling=strict' };

/**
 * Whether a request prefers to be refused to having parts of it ignored: `Prefer: handling=strict`. Of several
 * `handling` the first counts; names and values in any letter case, values quoted or not, parameters behind
 * them without meaning.
 * RFC 7240. Decision: O9.
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
