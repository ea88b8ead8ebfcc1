interface TypePlace {
  readonly optionTypeId: bigint;
  readonly position: number;
}

/** Options of a variant by the position of their type among those of the product, then by the type's id. */
export function byOptionType<Option extends { readonly optionType: { readonly id: bigint } }>(
  options: readonly Option[],
  places: readonly TypePlace[],
): readonly Option[] {
  if (options.length < 2) return options;
  const positions = new Map(places.map(({ optionTypeId, position }) => [optionTypeId, position]));
  const positionOf = (id: bigint): number => positions.get(id) ?? Number.MAX_SAFE_INTEGER;
  return options.toSorted(
    ({ optionType: { id: one } }, { optionType: { id: other } }) =>
      positionOf(one) - positionOf(other) || (one < other ? -1 : 1),
  );
}

/**
 * The summary of a variant's options, in their order: `Size: M, Colour: Natural, and Fit: Slim`; empty if there are
 * none. Decision: R35
 */
export function describeOptions(
  options: readonly {
    readonly optionType: { readonly presentation: string };
    readonly presentation: string;
  }[],
): string {
  const texts = options.map(
    ({ optionType, presentation }) => `${optionType.presentation}: ${presentation}`,
  );
  const last = texts.at(-1);
  if (last === undefined || texts.length < 3) return texts.join(', ');
  return `${texts.slice(0, -1).join(', ')}, and ${last}`;
}

/** A product's name followed by the options in parentheses, if any: `Linen Apron (Size: M)`. */
export function nameWithOptions(name: string, optionsText: string): string {
  return optionsText === '' ? name : `${name} (${optionsText})`;
}
