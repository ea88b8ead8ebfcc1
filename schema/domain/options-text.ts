/** An option value of a variant, with the position of its type among the product's option types. */
export interface OptionPart {
  readonly typePosition: number;
  readonly typeId: bigint;
  readonly typePresentation: string;
  readonly presentation: string;
}

/**
 * The summary of a variant's options: `Size: M, Colour: Natural, and Fit: Slim`; empty if there are none.
 * Sorted by the position of the option type in the product, then by the type's id.
 * Decision: R9, R35
 */
export function describeOptions(parts: readonly OptionPart[]): string {
  const texts = parts
    .toSorted((a, b) => a.typePosition - b.typePosition || Number(a.typeId - b.typeId))
    .map((part) => `${part.typePresentation}: ${part.presentation}`);
  const last = texts.at(-1);
  if (last === undefined || texts.length < 3) return texts.join(', ');
  return `${texts.slice(0, -1).join(', ')}, and ${last}`;
}

/**
 * A product's name followed by the options in parentheses, if any: `Linen Apron (Size: M)`.
 * Decision: R14, T13
 */
export function nameWithOptions(name: string, optionsText: string): string {
  return optionsText === '' ? name : `${name} (${optionsText})`;
}
