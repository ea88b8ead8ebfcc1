import { RequestFailure } from './request-failure.ts';
import { isStorableText } from '../words/texts.ts';

/**
 * The path of a request without trailing slashes and suffix.
 * - `json`  it ended in `.json`
 * - `other` it ended in another suffix of letters: 406 on a known route
 */
export interface Address {
  readonly path: string;
  readonly suffix: 'none' | 'json' | 'other';
}

function isReadable(path: string): boolean {
  try {
    return isStorableText(decodeURIComponent(path));
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/**
 * Removes what does not name a record from a path; percent sequences stay for the router to decode, segment by
 * segment.
 * Throws RequestFailure if one of them is broken or means U+0000.
 * Decision: F3, A28.
 */
export function readAddress(requestPath: string): Address {
  if (!isReadable(requestPath)) throw new RequestFailure('malformedRequest');
  const path = requestPath.replace(/(?<!\/)\/+$/, '');
  const [suffix] = /\.[A-Za-z]+$/.exec(path) ?? [];
  if (suffix === undefined) return { path: path === '' ? '/' : path, suffix: 'none' };
  return {
    path: path.slice(0, -suffix.length),
    suffix: suffix === '.json' ? 'json' : 'other',
  };
}
