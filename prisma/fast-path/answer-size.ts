/**
 * How many characters of records the reads of one request, or one statement of a write, may return: fifty times as many
 * as a page of ordinary orders. Lists inside records are returned in full and multiply; a page of the fullest ones
 * would exhaust memory. Decision: P74.
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
  /** The connection goes on, and the limit leaves room for a smaller answer. */
  readonly mayRepeat: boolean;

  constructor(mayRepeat = false) {
    super();
    this.mayRepeat = mayRepeat;
  }
}

/** Counts the records of statements as they arrive, up to the limit. */
export class AnswerSize {
  private left = mostCharacters;
  private mayForget = true;

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
      /**
       * Throws AnswerTooLarge if something was dropped: nothing of the statement is held. The first time it does not
       * count, so that it may be sent again in another way; to parse as much each time would take long.
       */
      check: () => {
        if (!isDropped) return;
        const mayRepeat = this.mayForget;
        if (mayRepeat) this.left += taken;
        this.mayForget = false;
        throw new AnswerTooLarge(mayRepeat);
      },
    };
  }
}
