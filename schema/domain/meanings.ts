/** The words that something can be, each with what it means to clients. */
export type Meanings<Word extends string = string> = Readonly<Record<Word, string>>;

/** The words of a table, in its order. */
export const wordsOf = <Word extends string>(meanings: Meanings<Word>): readonly Word[] =>
  Object.keys(meanings) as Word[];
