/** The options of a variant: option type to option value. */
export type OptionSet = ReadonlyMap<bigint, bigint>;

/** Why a variant may not have its options: types that it lacks, or another variant that has the same. */
type SetObjection = { readonly lacks: readonly bigint[] } | 'taken';

const keyOf = (options: OptionSet): string =>
  [...options]
    .map(([type, value]) => `${String(type)}:${String(value)}`)
    .sort()
    .join();

export const isSameSet = (one: OptionSet, other: OptionSet): boolean => keyOf(one) === keyOf(other);

/**
 * What is wrong with the options of each written variant of a product, null if nothing is: it needs a value of each
 * option type, and no other variant may have the same values. Without types everything goes. Decision: C10.
 */
export function judgeSets(
  types: readonly bigint[],
  written: readonly OptionSet[],
  others: readonly OptionSet[],
): (SetObjection | null)[] {
  if (types.length === 0) return written.map(() => null);
  const taken = new Set(others.map(keyOf));
  return written.map((options) => {
    const lacks = types.filter((type) => !options.has(type));
    if (lacks.length > 0) return { lacks };
    const key = keyOf(options);
    if (taken.has(key)) return 'taken';
    taken.add(key);
    return null;
  });
}
