/**
 * What a text field or argument can be, for those who describe the schema elsewhere: the REST reference
 * lists the words. The texts stay texts, since states and events are the contract's words.
 * Decision: O24
 */
export const oneOf = (words: readonly string[]) => ({ extensions: { oneOf: words } });
