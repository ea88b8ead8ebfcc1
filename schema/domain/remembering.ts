import { Decimal } from 'decimal.js';

/** A number as the database layer returns it: of another class than computed ones, and equal ones are mostly one object. */
export interface Stored {
  toString(): string;
}

/** A store has few distinct prices and measures. */
const mostRecent = 10_000;

/** The same function, which keeps its results; those not asked for among the last 10,000 to 20,000 are forgotten. */
export function keepingRecent<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  let recent = new Map<Key, Made>();
  let former = new Map<Key, Made>();
  return (key) => {
    const known = recent.get(key);
    if (known !== undefined) return known;
    const made = former.get(key) ?? make(key);
    if (recent.size >= mostRecent) {
      former = recent;
      recent = new Map();
    }
    recent.set(key, made);
    return made;
  };
}

/**
 * The same function, which keeps its results by the identity of stored decimals. Whatever else it is given is new each
 * time, and so is its result.
 */
export function remembering<Made>(make: (number: Stored) => Made): (number: Stored) => Made {
  const recall = keepingRecent(make);
  return (number) =>
    number instanceof Decimal || !Decimal.isDecimal(number) ? make(number) : recall(number);
}

/** Keeps what is computed of a row as long as the row: the fields of a response may ask for it often. */
export function rowMemory<Made>(): (row: object, make: () => Made) => Made {
  const known = new WeakMap<object, { readonly made: Made }>();
  return (row, make) => {
    const found = known.get(row) ?? { made: make() };
    known.set(row, found);
    return found.made;
  };
}
