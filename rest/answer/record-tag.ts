import { createHash } from 'node:crypto';
import type { Hash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { LongBody } from './long-list.ts';

/** How a variant begins that lines, manifests and units embed; inside a text the quotes would be escaped. */
const embedded = '"variant":{';
/** Behind the key that the older format wraps a record in, which may be a variant itself. */
const firstPlace = 2;

/** The index after the object that begins at `start`. */
function skipObject(json: string, start: number): number {
  let depth = 0;
  let isText = false;
  for (let at = start; at < json.length; at += 1) {
    const sign = json[at];
    if (sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return json.length;
}

/** Hashes the JSON of a record without the variants that it embeds, whose counts others change. */
function hashOwn(hash: Hash, json: string): void {
  let from = 0;
  let found = json.indexOf(embedded, firstPlace);
  while (found >= 0) {
    hash.update(json.slice(from, found));
    from = skipObject(json, found + embedded.length - 1);
    found = json.indexOf(embedded, from);
  }
  hash.update(json.slice(from));
}

export const quoteTag = (hash: Hash): string => `"${hash.digest('base64url').slice(0, 27)}"`;

/** The ETag of a record from its body and its stamp. Decision: F14, L8. */
export function recordTag(body: string, stamp: string): string {
  const hash = createHash('sha256');
  hashOwn(hash, body);
  return quoteTag(hash.update(stamp));
}

/** The same of a body of any length; lets other work run between its parts. */
export async function longRecordTag(body: LongBody, stamp: string): Promise<string> {
  const hash = createHash('sha256');
  for (const text of body.texts()) {
    hashOwn(hash, text);
    await turn();
  }
  return quoteTag(hash.update(stamp));
}
