import type { Context } from '../context.ts';

/** What fields of one response ask for, until it is read. */
interface Batch<Key, Value> {
  readonly keys: Set<Key>;
  readonly read: Promise<ReadonlyMap<Key, Value>>;
}

type Batches = Map<unknown, Batch<unknown, unknown>>;

const waiting = new WeakMap<Context, Batches>();

/** After everything that can go on now: then all fields of one level have asked. */
const atLast = (): Promise<void> =>
  new Promise((resolve) => {
    void Promise.resolve().then(() => {
      process.nextTick(resolve);
    });
  });

/**
 * Reads what several fields of one response ask for by one call of `read`, so that it costs the same statements
 * for any number of records. `of` says what is read: fields that give the same are read together. Undefined if
 * `read` does not return the key.
 * Throws what `read` throws.
 */
export async function readTogether<Key, Value>(
  context: Context,
  of: unknown,
  key: Key,
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Promise<Value | undefined> {
  const batches = waiting.get(context) ?? (new Map() as Batches);
  waiting.set(context, batches);
  const begin = (): Batch<Key, Value> => {
    const keys = new Set<Key>();
    const all = atLast().then(() => {
      batches.delete(of);
      return read([...keys]);
    });
    return { keys, read: all };
  };
  const batch = (batches.get(of) as Batch<Key, Value> | undefined) ?? begin();
  batches.set(of, batch);
  batch.keys.add(key);
  return (await batch.read).get(key);
}
