import type { IncomingMessage } from 'node:http';

/** In how many pieces a body may come: each costs as much as hundreds of bytes, and clients send kilobytes. */
const mostPieces = 20_000;

/** How the reading of a body ended: `early` if the client left, `tooLarge` beyond its bounds. */
export interface SentBytes {
  readonly end: 'whole' | 'early' | 'tooLarge';
  readonly bytes: Buffer;
}

/** Bytes in one buffer, which grows with them: kept one by one, pieces of a byte would take hundreds of bytes each. */
class Gathered {
  private room = Buffer.alloc(0);
  length = 0;
  pieces = 0;

  add(piece: Buffer): void {
    this.pieces += 1;
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
 * Reads the bytes of a body as they were sent, at most so many. What comes beyond the bounds is left in the stream, paused.
 * Decision: A35.
 */
export function readSentBytes(request: IncomingMessage, most: number): Promise<SentBytes> {
  return new Promise((resolve) => {
    const gathered = new Gathered();
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
      if (gathered.length + piece.length > most || gathered.pieces >= mostPieces) {
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
