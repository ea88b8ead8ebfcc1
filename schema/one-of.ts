/**
 * The events that a text argument can name, for the REST reference. It stays a text where an unknown name is
 * answered by the record: the refusal lists the events that are possible now, which an enum would refuse before.
 * Decision: O24, A31.
 */
export const oneOf = (words: readonly string[]) => ({ extensions: { oneOf: words } });
