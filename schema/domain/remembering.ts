import type { Decimal } from 'decimal.js';

/** A store has few distinct amounts and measures, and the records that are read share them. */
const mostRemembered = 10_000;

/** The same function of a decimal, which remembers what it made of those that it met. */
export function remembering<Made>(make: (decimal: Decimal) => Made): (decimal: Decimal) => Made {
  const known = new Map<Decimal, Made>();
  return (decimal) => {
    const found = known.get(decimal);
    if (found !== undefined) return found;
    const made = make(decimal);
    if (known.size >= mostRemembered) known.clear();
    known.set(decimal, made);
    return made;
  };
}
