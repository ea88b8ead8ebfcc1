/** A key of a record, and its value: `read` converts the value; null stays null. */
export interface Entry {
  readonly key: string;
  readonly read?: ((value: never) => unknown) | undefined;
}

/** Builds an object from values in the order of its keys. */
export type MakeRecord = (values: readonly unknown[]) => Record<string, unknown>;

/**
 * Creates the function that makes records of values. It is compiled from source, one object literal: objects
 * filled key by key are reallocated as they grow, which takes ten times as long and several times as much
 * memory. Keys are written as JSON strings, so that no key can be read as code.
 */
export function recordMaker(entries: readonly Entry[]): MakeRecord {
  const written = entries.map(({ key, read }, place) => {
    const value = `values[${String(place)}]`;
    return `${nameOf(key)}: ${read ? `${value} === null ? null : read${String(place)}(${value})` : value}`;
  });
  const names = entries.map((_entry, place) => `read${String(place)}`);
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- holds nothing but quoted keys
  const link = new Function(...names, `return (values) => ({ ${written.join(', ')} });`) as (
    ...reads: readonly Entry['read'][]
  ) => MakeRecord;
  return link(...entries.map(({ read }) => read));
}

/** A key in the source of an object literal. */
export function nameOf(key: string): string {
  const name = JSON.stringify(key);
  // written plainly it would set the prototype instead
  return key === '__proto__' ? `[${name}]` : name;
}
