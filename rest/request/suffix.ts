import { decodePercents, isStorableText } from '../words/texts.ts';

/**
 * The path of a request without trailing slashes and suffix.
 * - `json`  it ended in `.json`
 * - `other` it ended in another suffix of letters: 406 on a known route
 */
export interface Address {
  readonly path: string;
  readonly suffix: 'none' | 'json' | 'other';
}

/**
 * Removes what does not name a record from a path; percent sequences stay for the router to decode, segment by
 * segment. Undefined if one of them is broken or means U+0000.
 */
export function readAddress(requestPath: string): Address | undefined {
  const decoded = decodePercents(requestPath);
  if (decoded === undefined || !isStorableText(decoded)) return undefined;
  const path = requestPath.replace(/(?<!\/)\/+$/, '');
  const [suffix] = /\.[A-Za-z]+$/.exec(path) ?? [];
  if (suffix === undefined) return { path: path === '' ? '/' : path, suffix: 'none' };
  return {
    path: path.slice(0, -suffix.length),
    suffix: suffix === '.json' ? 'json' : 'other',
  };
}
