/** Makes an object of values that stand in the order of its keys. */
export type MakeRecord = (values: readonly unknown[]) => Record<string, unknown>;

/**
 * Makes the function that gives records their keys. It is written as source, one object literal, because
 * an object that is filled key by key grows again and again: it takes ten times as long, and leaves several
 * times its size behind as garbage.
 * Keys are written as JSON texts, so that whatever a key is, it stays a key.
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
