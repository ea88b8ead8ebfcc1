import { IncomingMessage } from 'node:http';

/** In how many pieces a body may come: to parse each takes as long as hundreds of bytes, and clients send kilobytes. */
const mostPieces = 20_000;

/** Bytes in one buffer, which grows with them: a piece of one byte that is kept takes hundreds. */
class GatheredBytes {
  private room = Buffer.alloc(0);
  length = 0;

  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (length > this.room.length) {
      const wider = Buffer.allocUnsafe(Math.max(length, 2 * this.room.length));
      this.room.copy(wider, 0, 0, this.length);
      this.room = wider;
    }
    piece.copy(this.room, this.length);
    this.length = length;
  }

  get bytes(): Buffer {
    return this.room.subarray(0, this.length);
  }
}

/**
 * A request that keeps what arrives of its body in one turn of the event loop as one piece, also while nobody reads it:
 * clients choose the pieces, and Node would keep each by itself. For `createServer`.
 */
export class GatheringMessage extends IncomingMessage {
  /** When its headers had arrived, in milliseconds of `performance.now()`. */
  readonly arrivedAt = performance.now();
  /** In how many pieces the client has sent the body so far. */
  pieces = 0;
  private gathered: GatheredBytes | undefined;
  private isFull = false;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece === null) {
      this.handOn();
      return super.push(null, encoding);
    }
    this.pieces += 1;
    if (!this.gathered) {
      this.gathered = new GatheredBytes();
      // behind all that was read from the connection together with this
      setImmediate(() => {
        this.handOn();
      });
    }
    this.gathered.add(piece);
    return !this.isFull && this.gathered.length < this.readableHighWaterMark;
  }

  private handOn(): void {
    const { gathered } = this;
    this.gathered = undefined;
    if (gathered) this.isFull = !super.push(gathered.bytes);
  }

  override _read(size: number): void {
    this.isFull = false;
    super._read(size);
  }
}

export const isInTooManyPieces = (request: IncomingMessage): boolean =>
  request instanceof GatheringMessage && request.pieces > mostPieces;

/** How the reading of a body ended: `early` if the client left, `tooLarge` beyond its bounds. */
export interface SentBytes {
  readonly end: 'whole' | 'early' | 'tooLarge';
  readonly bytes: Buffer;
}

/** Reads the bytes of a body as sent, at most so many. What comes beyond is left in the stream, paused. */
export function readSentBytes(request: IncomingMessage, most: number): Promise<SentBytes> {
  return new Promise((resolve) => {
    const gathered = new GatheredBytes();
    const stop = (end: SentBytes['end']): void => {
      for (const name of ['error', 'close']) request.off(name, leave);
      request.off('end', finish).off('data', add);
      resolve({ end, bytes: gathered.bytes });
    };
    const finish = (): void => {
      stop('whole');
    };
    const leave = (): void => {
      stop('early');
    };
    const add = (piece: Buffer): void => {
      if (gathered.length + piece.length > most || isInTooManyPieces(request)) {
        request.pause();
        stop('tooLarge');
      } else gathered.add(piece);
    };
    if (request.readableEnded || request.destroyed) {
      stop(request.readableEnded ? 'whole' : 'early');
      return;
    }
    for (const name of ['error', 'close']) request.on(name, leave);
    request.on('end', finish).on('data', add);
  });
}
