import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';
import getRawBody from 'raw-body';
import typeIs from 'type-is';
import { readBrackets, readPairs } from './brackets.ts';
import { readJsonObject } from './json.ts';
import { RequestFailure } from './request-failure.ts';

const maximumBytes = 1_048_576;

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createUnzip],
  ['deflate', createUnzip],
  ['br', createBrotliDecompress],
]);

/** raw-body's word for a stream that cannot be read to its end. */
function asRequestFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('status' in error)) return error;
  if (error.status === 413) return new RequestFailure('tooLarge');
  if (error.status === 400) return new RequestFailure('malformedBody');
  return error;
}

async function readPlain(req: IncomingMessage): Promise<Buffer> {
  try {
    return await getRawBody(req, {
      limit: maximumBytes,
      length: req.headers['content-length'] ?? null,
    });
  } catch (error) {
    throw asRequestFailure(error);
  }
}

async function readDecoded(req: IncomingMessage, decoder: Transform): Promise<Buffer> {
  // pipe() forwards no failure: without this an aborted request would be waited for for ever.
  req.once('error', (error) => decoder.destroy(error));
  try {
    return await getRawBody(req.pipe(decoder), { limit: maximumBytes });
  } catch (error) {
    throw decoder.errored ? new RequestFailure('malformedBody') : asRequestFailure(error);
  } finally {
    req.unpipe(decoder);
    decoder.destroy();
  }
}

async function readBytes(req: IncomingMessage): Promise<Buffer> {
  const coding = req.headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (coding === '' || coding === 'identity') return readPlain(req);
  const decoder = decoders.get(coding);
  if (!decoder) throw new RequestFailure('mediaType');
  return readDecoded(req, decoder());
}

function readText(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new RequestFailure('malformedBody');
  const text = bytes.toString('utf8');
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function readMediaType(header: string): 'json' | 'form' {
  if (header.trim() === '') return 'json';
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(header) ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new RequestFailure('mediaType');
  if (typeIs.is(header, ['application/json', '+json'])) return 'json';
  if (typeIs.is(header, ['application/x-www-form-urlencoded'])) return 'form';
  throw new RequestFailure('mediaType');
}

function readForm(text: string): Record<string, unknown> {
  // JSON that lost its media type: read as a form it would be one odd name, and its data lost.
  if (/^[{[]/.test(text)) throw new RequestFailure('mediaType');
  return readBrackets(readPairs(text));
}

/**
 * The body of a request as an object, from JSON or a form in UTF-8, compressed or not; undefined
 * when there is none or it has no bytes. At most 1 MiB after decompression. Throws RequestFailure.
 * Decision: F6, F8, F13, A28, A35.
 */
export async function readBody(req: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  if (!typeIs.hasBody(req) || req.headers['content-length'] === '0') return undefined;
  const bytes = await readBytes(req);
  if (bytes.length === 0) return undefined;
  const mediaType = readMediaType(req.headers['content-type'] ?? '');
  return mediaType === 'json' ? readJsonObject(readText(bytes)) : readForm(readText(bytes));
}
