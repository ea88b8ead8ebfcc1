/**
 * How many characters of records the reads of one request, or one statement of a write, may return: fifty times
 * as many as a page of ordinary orders. Lists inside records are returned in full and multiply; a page of the
 * fullest ones would exhaust memory.
 * Decision: P74.
 */
const mostCharacters = 16 * 1_048_576;

/**
 * How many bytes of an answer are received at most, whatever is read of them. The embedded database has to be opened
 * again where it answered with more, which makes all wait.
 */
export const mostBytes = { server: 4 * mostCharacters, embedded: 16 * mostCharacters } as const;

/**
 * A statement returned more than may still be read; nothing of it is used. It has already run, so writes are in
 * a transaction, which is rolled back.
 */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
  /** It was received as a whole: the connection goes on. */
  readonly isReceived: boolean;

  constructor(isReceived = false) {
    super();
    this.isReceived = isReceived;
  }
}

/** Counts the records of statements as they arrive, up to the limit. */
export class AnswerSize {
  private left = mostCharacters;

  /** Parses the records of one statement; beyond the limit the rest is dropped unparsed. */
  ofStatement(): { readonly read: (text: string) => unknown; readonly check: () => void } {
    let taken = 0;
    let isDropped = false;
    return {
      /** The parsed JSON; null beyond the limit. */
      read: (text) => {
        isDropped ||= text.length > this.left;
        if (isDropped) return null;
        taken += text.length;
        this.left -= text.length;
        return JSON.parse(text) as unknown;
      },
      /** Throws AnswerTooLarge if something was dropped; then nothing of the statement is held. */
      check: () => {
        if (!isDropped) return;
        this.left += taken;
        throw new AnswerTooLarge(true);
      },
    };
  }
}
