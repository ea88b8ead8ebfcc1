import { createHash, hash } from 'node:crypto';
import { oneATurn, type LongBody } from './long-list.ts';

/** How a variant begins that lines, manifests and units embed; inside a text the quotes would be escaped. */
const embedded = '"variant":{';
/** Behind the key that the older format wraps a record in, which may be a variant itself. */
const firstPlace = 2;

const [quote, backslash, open, close] = ['"', '\\', '{', '}'].map((sign) => sign.charCodeAt(0));

/** The index of the quote that ends the text which begins at `start`. */
function endOfText(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  for (; end >= 0; end = json.indexOf('"', end + 1)) {
    let first = end;
    while (json.charCodeAt(first - 1) === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return json.length;
}

/** The index after the object that begins at `start`. */
function skipObject(json: string, start: number): number {
  let depth = 0;
  for (let at = start; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === quote) at = endOfText(json, at);
    else if (sign === open) depth += 1;
    else if (sign === close) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return json.length;
}

/** The JSON of a record without the variants that it embeds, whose counts others change. */
function ownOf(json: string): string {
  let own = '';
  let from = 0;
  let found = json.indexOf(embedded, firstPlace);
  while (found >= 0) {
    own += json.slice(from, found);
    from = skipObject(json, found + embedded.length - 1);
    found = json.indexOf(embedded, from);
  }
  return own + json.slice(from);
}

const quoteTag = (digest: string): string => `"${digest.slice(0, 27)}"`;

export const tagOf = (body: string | Buffer): string => quoteTag(hash('sha256', body, 'base64url'));

export const recordTag = (body: string, stamp: string): string => tagOf(ownOf(body) + stamp);

/** The same of a body of any length; lets other work run between its parts. */
export async function longRecordTag(body: LongBody, stamp: string): Promise<string> {
  const whole = createHash('sha256');
  for await (const text of oneATurn(body.texts())) whole.update(ownOf(text));
  return quoteTag(whole.update(stamp).digest('base64url'));
}
