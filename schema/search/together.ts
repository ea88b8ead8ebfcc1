import type { Context } from '../context.ts';

/** What fields of one response ask for, until it is read. */
interface Batch<Key, Asked, Value> {
  readonly asked: Map<Key, Asked>;
  readonly read: Promise<ReadonlyMap<Key, Value>>;
}

type Batches = Map<unknown, Batch<unknown, unknown, unknown>>;

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
export const readTogether = <Key, Value>(
  context: Context,
  of: unknown,
  key: Key,
  read: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): Promise<Value | undefined> =>
  readAsked(context, of, [key, undefined], (asked) => read([...asked.keys()]));

/** As `readTogether`, with what is asked for under the key: who asks under the same one asks for the same. */
export async function readAsked<Key, Asked, Value>(
  context: Context,
  of: unknown,
  [key, wanted]: readonly [Key, Asked],
  read: (asked: ReadonlyMap<Key, Asked>) => Promise<ReadonlyMap<Key, Value>>,
): Promise<Value | undefined> {
  const batches = waiting.get(context) ?? (new Map() as Batches);
  waiting.set(context, batches);
  const begin = (): Batch<Key, Asked, Value> => {
    const asked = new Map<Key, Asked>();
    const all = atLast().then(() => {
      batches.delete(of);
      return read(asked);
    });
    return { asked, read: all };
  };
  const batch = (batches.get(of) as Batch<Key, Asked, Value> | undefined) ?? begin();
  batches.set(of, batch);
  batch.asked.set(key, wanted);
  return (await batch.read).get(key);
}
