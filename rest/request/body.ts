import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import getRawBody from 'raw-body';
import typeIs from 'type-is';
import { readBrackets, readPairs } from './brackets.ts';
import { readJsonObject } from './json.ts';
import { RequestFailure } from './request-failure.ts';

/** Maximum size of a body in bytes, as sent and after decompression. Decision: A35. */
const maximumBytes = 1_048_576;

/** A larger body is read in a turn of the event loop of its own. Decision: N46. */
const largeBytes = 65_536;

/** Where a body is read from. */
export interface BodySource {
  readonly req: IncomingMessage;
  /**
   * `askForBody` is there while the client waits to be asked for the body; `ownTurn` resolves when there is time for a
   * large one; `bodySize` is what was read.
   */
  readonly state: {
    readonly askForBody?: () => void;
    readonly ownTurn?: () => Promise<void>;
    bodySize?: number;
  };
}

type Decode = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const decoders: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
]);

async function readSent({ req, state }: BodySource, limit: number): Promise<Buffer> {
  if (Number(req.headers['content-length']) > limit) throw new RequestFailure('tooLarge');
  try {
    state.askForBody?.();
    return await getRawBody(req, { limit, length: req.headers['content-length'] ?? null });
  } catch (error) {
    const status = error instanceof Error && 'status' in error ? error.status : undefined;
    if (status === 413) throw new RequestFailure('tooLarge');
    // The stream ended early.
    if (status === 400) throw new RequestFailure('malformedBody');
    throw error;
  }
}

/** Decoders only fail because of the bytes. */
async function decodeBytes(decode: Decode, bytes: Buffer, most: number): Promise<Buffer> {
  try {
    return await decode(bytes, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new RequestFailure(isTooLarge ? 'tooLarge' : 'malformedBody');
  }
}

async function readBytes(source: BodySource, most: number): Promise<Buffer> {
  const { req } = source;
  const coding = req.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isPlain = coding === '' || coding === 'identity';
  const decode = decoders.get(coding);
  if (!isPlain && !decode) throw new RequestFailure('contentCoding');
  const bytes = await readSent(source, most);
  const plain = decode && bytes.length > 0 ? await decodeBytes(decode, bytes, most) : bytes;
  if (plain.length > largeBytes) await source.state.ownTurn?.();
  return plain;
}

function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new RequestFailure('malformedBody');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

/** The type of body that a Content-Type names; without one it is JSON. */
function readMediaType(header: string): 'json' | 'form' {
  if (header.trim() === '') return 'json';
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header) ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new RequestFailure('mediaType');
  if (typeIs.is(header, ['application/json', '+json'])) return 'json';
  if (typeIs.is(header, ['application/x-www-form-urlencoded'])) return 'form';
  throw new RequestFailure('mediaType');
}

/** What reading a text takes, in the unit of costs. Decision: N33. */
const sizeOf = (text: string, values: number): number => values + Math.ceil(text.length / 100);

function readForm(text: string, { state }: BodySource): Record<string, unknown> {
  // JSON whose media type was lost: read as a form it would be one odd name.
  if (/^[{[]/.test(text)) throw new RequestFailure('mediaType');
  const pairs = readPairs(text);
  state.bodySize = sizeOf(text, pairs.length);
  return readBrackets(pairs);
}

const readJson = (text: string, { state }: BodySource): Record<string, unknown> =>
  readJsonObject(text, (values) => {
    state.bodySize = sizeOf(text, values);
  });

/**
 * The body of a request as an object, from JSON or a form in UTF-8, compressed or not; undefined if there is
 * none or it is empty. At most 1 MiB before and after decompression, and within the limits of `readJsonObject`
 * and `readBrackets`.
 * Throws RequestFailure.
 * Decision: F6, F8, F13, A28, A35.
 */
export async function readBody(source: BodySource): Promise<Record<string, unknown> | undefined> {
  const { req } = source;
  if (!typeIs.hasBody(req) || req.headers['content-length'] === '0') return undefined;
  const bytes = await readBytes(source, maximumBytes);
  if (bytes.length === 0) return undefined;
  const mediaType = readMediaType(req.headers['content-type'] ?? '');
  return (mediaType === 'json' ? readJson : readForm)(readText(bytes), source);
}

/**
 * The JSON object in the body of a request that accepts nothing else: a form, or a body without a Content-Type,
 * could be sent by a page of another site without a preflight. Otherwise like `readBody`; `most` is the maximum
 * size in bytes.
 * Decision: A28, A35.
 */
export async function readJsonBody(
  source: BodySource,
  most = maximumBytes,
): Promise<Record<string, unknown>> {
  const header = source.req.headers['content-type'] ?? '';
  if (header.trim() === '' || readMediaType(header) !== 'json') {
    throw new RequestFailure('mediaType');
  }
  return readJson(readText(await readBytes(source, most)), source);
}
