import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { RequestFailure } from './request-failure.ts';
import { readSentBytes } from './sent-bytes.ts';

/** Maximum size of a body in bytes, as sent and after decompression. Decision: A35. */
export const maximumBytes = 1_048_576;

/**
 * A larger body is read in a turn of the event loop of its own; so is a smaller one that came after its request had begun,
 * because the bodies of many requests may come at once.
 */
const largeBytes = 65_536;
const largeBytesLater = 4_096;

export interface BodySource {
  readonly req: IncomingMessage;
  /**
   * `askForBody` is there while the client waits to be asked for the body; `ownTurn` resolves when there is time for a
   * large one; `bodySize` is what reading took, of a body that is refused as well.
   */
  readonly state: {
    readonly askForBody?: () => void;
    readonly ownTurn?: () => Promise<void>;
    bodySize?: number;
  };
}

interface Decoder {
  readonly decode: (
    bytes: Buffer,
    options: { readonly maxOutputLength: number },
  ) => Promise<Buffer>;
  /** How many bytes one byte can become. */
  readonly times: number;
}

const deflated: Decoder = { decode: promisify(unzip), times: 1_032 };
const decoders: ReadonlyMap<string, Decoder> = new Map([
  ['gzip', deflated],
  ['deflate', deflated],
  ['br', { decode: promisify(brotliDecompress), times: Infinity }],
]);

/** What reading so many bytes takes, in the unit of costs. */
const sizeOf = (bytes: number): number => Math.ceil(bytes / 100);

/** Whether a body is declared to be longer than so many bytes. */
export const isLonger = ({ headers }: IncomingMessage, most: number): boolean =>
  Number(headers['content-length']) > most;

async function readSent({ req, state }: BodySource, limit: number): Promise<Buffer> {
  if (isLonger(req, limit)) throw new RequestFailure('tooLarge');
  state.askForBody?.();
  const { end, bytes } = await readSentBytes(req, limit);
  if (end === 'whole') return bytes;
  state.bodySize = sizeOf(end === 'tooLarge' ? limit : bytes.length);
  throw new RequestFailure(end === 'tooLarge' ? 'tooLarge' : 'malformedBody');
}

/** Decoders only fail because of the bytes. */
async function decodeBytes({ decode }: Decoder, bytes: Buffer, most: number): Promise<Buffer> {
  try {
    return await decode(bytes, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new RequestFailure(isTooLarge ? 'tooLarge' : 'malformedBody');
  }
}

/**
 * The bytes of a body, inflated; at most so many before and after. What reading them takes is known as soon as they are
 * read, whatever becomes of them. Throws RequestFailure.
 */
export async function readBytes(source: BodySource, most: number): Promise<Buffer> {
  const { req, state } = source;
  const coding = req.headers['content-encoding']?.trim().toLowerCase() ?? '';
  const isPlain = coding === '' || coding === 'identity';
  const decoder = decoders.get(coding);
  if (!isPlain && !decoder) throw new RequestFailure('contentCoding');
  const mostNow = req.complete ? largeBytes : largeBytesLater;
  const bytes = await readSent(source, most);
  // where decoding fails, nobody knows how much it took
  state.bodySize = sizeOf(Math.min(most, bytes.length * (decoder?.times ?? 1)));
  const plain = decoder && bytes.length > 0 ? await decodeBytes(decoder, bytes, most) : bytes;
  state.bodySize = sizeOf(Math.max(bytes.length, plain.length));
  if (plain.length > mostNow) await state.ownTurn?.();
  return plain;
}
