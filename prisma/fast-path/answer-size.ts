/**
 * Characters of records that the reads of one request, or one statement of a write, may bring: fifty times what a page of ordinary orders has.
 * Lists inside records are returned in full and multiply, and a page of the fullest ones would end the process.
 * Decision: P74.
 */
const mostCharacters = 16 * 1_048_576;

/**
 * A statement brought more than may still be read; nothing of it is used. It was carried out by then, so what
 * writes stands in a transaction, which ends with this.
 * Decision: P74.
 */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/** Reads the records of statements as they arrive, up to the bound: what comes after it is dropped unread. */
export class AnswerSize {
  private left = mostCharacters;

  /** The value of a JSON text; null beyond the bound. */
  readonly read = (text: string): unknown => {
    this.left -= text.length;
    return this.left < 0 ? null : (JSON.parse(text) as unknown);
  };

  /** Throws AnswerTooLarge where something was dropped. */
  check(): void {
    if (this.left < 0) throw new AnswerTooLarge();
  }
}
