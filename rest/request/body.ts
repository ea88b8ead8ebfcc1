import { isUtf8 } from 'node:buffer';
import typeIs from 'type-is';
import { type BodySource, isLonger, maximumBytes, readBytes } from './body-bytes.ts';
import { readBrackets, readPairs } from './brackets.ts';
import { readJsonObject } from './json.ts';
import { RequestFailure } from './request-failure.ts';

/** An empty body, compressed or not, has at most so many bytes. Decision: F6. */
const emptyBytes = 64;

/** Adds the values of a text to what reading took. */
export function addSize({ state }: Pick<BodySource, 'state'>, values: number): void {
  state.bodySize = (state.bodySize ?? 0) + values;
}

function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new RequestFailure('malformedBody');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The type of body that a Content-Type names, undefined for one that is not read; without one it is JSON. */
function mediaTypeOf(header: string): 'json' | 'form' | undefined {
  if (header.trim() === '' || header === 'application/json') return 'json';
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header) ?? [];
  if (!/^utf-?8$/i.test(charset)) return undefined;
  if (typeIs.is(header, ['application/json', '+json'])) return 'json';
  if (typeIs.is(header, ['application/x-www-form-urlencoded'])) return 'form';
  return undefined;
}

/** Refuses a body of a type that is not read, unless it is empty; reads as little as tells that. */
async function requireEmpty(source: BodySource): Promise<void> {
  if (isLonger(source.req, maximumBytes)) throw new RequestFailure('tooLarge');
  try {
    const { length } = await readBytes(source, emptyBytes);
    if (length === 0) return;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
  }
  throw new RequestFailure('mediaType');
}

function readForm(text: string, source: BodySource): Record<string, unknown> {
  // JSON whose media type was lost: read as a form it would be one odd name.
  if (/^[{[]/.test(text)) throw new RequestFailure('mediaType');
  const pairs = readPairs(text);
  addSize(source, pairs.length);
  return readBrackets(pairs);
}

/** The event as a form field, which clients send with the Content-Type that the contract asks of all bodies. */
const eventField = /^e=[\w%+]*$/;

const readJson = (text: string, source: BodySource): Record<string, unknown> =>
  readJsonObject(text, (values) => {
    addSize(source, values);
  });

/**
 * The body of a request as an object, from JSON or a form in UTF-8, compressed or not; undefined if there is none or it
 * is empty, whatever its type. At most 1 MiB before and after decompression, and within the limits of `readJsonObject`
 * and `readBrackets`. Where an event is fired (`firesEvent`), `e=cancel` is a form of any type. Throws RequestFailure.
 */
export async function readBody(
  source: BodySource,
  firesEvent = false,
): Promise<Record<string, unknown> | undefined> {
  const { req } = source;
  if (!typeIs.hasBody(req) || req.headers['content-length'] === '0') return undefined;
  const mediaType = mediaTypeOf(req.headers['content-type'] ?? '');
  if (!mediaType) {
    await requireEmpty(source);
    return undefined;
  }
  const bytes = await readBytes(source, maximumBytes);
  if (bytes.length === 0) return undefined;
  const text = readText(bytes);
  const isJson = mediaType === 'json' && !(firesEvent && eventField.test(text));
  return (isJson ? readJson : readForm)(text, source);
}

/**
 * The JSON object in the body of a request that accepts nothing else: a form, or a body without a Content-Type,
 * could be sent by a page of another site without a preflight. Otherwise like `readBody`; `most` is the maximum
 * size in bytes.
 */
export async function readJsonBody(
  source: BodySource,
  most = maximumBytes,
): Promise<Record<string, unknown>> {
  const header = source.req.headers['content-type'] ?? '';
  if (header.trim() === '' || mediaTypeOf(header) !== 'json') {
    throw new RequestFailure('mediaType');
  }
  return readJson(readText(await readBytes(source, most)), source);
}
