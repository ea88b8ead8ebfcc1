/** What a program sends to its database. */
export class SentStatements {
  readonly texts: string[] = [];
  /** How often the program has waited for the database: statements sent at once count as one. */
  waits = 0;
  private isSending = false;

  readonly note = (sql: string): void => {
    this.texts.push(sql);
    if (this.isSending) return;
    this.isSending = true;
    this.waits += 1;
    process.nextTick(() => {
      this.isSending = false;
    });
  };

  /** Begins anew. */
  forget(): void {
    this.texts.length = 0;
    this.waits = 0;
  }
}
