/** How one value of a record is read. */
type Read<Parts, Form> = (parts: Parts, form: Form) => unknown;

/**
 * Creates the function that reads a record's values and gives them their keys. It is compiled from source, one
 * object literal, because an object filled key by key becomes a dictionary at its thirteenth key: slow to fill,
 * and slower to write as JSON. Keys are written as JSON strings, so that no key can be read as code.
 * Decision: Q60, Q82.
 */
export function recordReader<Parts, Form>(
  reads: readonly (readonly [key: string, Read<Parts, Form>])[],
): (parts: Parts, form: Form) => Record<string, unknown> {
  const names = reads.map((_read, place) => `read${String(place)}`);
  const entries = reads.map(
    ([key], place) => `${JSON.stringify(key)}: ${names[place] ?? ''}(parts, form)`,
  );
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- holds nothing but quoted keys
  const link = new Function(...names, `return (parts, form) => ({ ${entries.join(', ')} });`) as (
    ...given: readonly Read<Parts, Form>[]
  ) => (parts: Parts, form: Form) => Record<string, unknown>;
  return link(...reads.map(([, read]) => read));
}
