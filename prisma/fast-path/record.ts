/** Builds an object from values in the order of its keys. */
export type MakeRecord = (values: readonly unknown[]) => Record<string, unknown>;

/**
 * Creates the function that gives records their keys. It is compiled from source, one object literal: objects
 * filled key by key are reallocated as they grow, which takes ten times as long and several times as much
 * memory. Keys are written as JSON strings, so that no key can be read as code.
 * Decision: Q60
 */
export function recordMaker(keys: readonly string[]): MakeRecord {
  const entries = keys.map((key, place) => {
    const name = JSON.stringify(key);
    // written plainly it would set the prototype instead
    return `${key === '__proto__' ? `[${name}]` : name}: values[${String(place)}]`;
  });
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- holds nothing but quoted keys
  return new Function('values', `return { ${entries.join(', ')} };`) as MakeRecord;
}
