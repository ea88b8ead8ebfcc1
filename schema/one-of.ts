/**
 * The values that a text field or argument can have, for the REST reference. The fields stay texts in GraphQL,
 * because states and events are the contract's words.
 * Decision: O24
 */
export const oneOf = (words: readonly string[]) => ({ extensions: { oneOf: words } });
