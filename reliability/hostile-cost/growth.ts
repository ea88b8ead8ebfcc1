/** How much more an input of twice the size may cost, as a factor. */
export const promisedGrowth = 2.5;

/** The cost of one input at one size, measured several times. */
export interface Measured {
  /** The size, in the unit of this kind of input. */
  readonly size: number;
  /** CPU milliseconds of one request in each try. */
  readonly tries: readonly number[];
}

/**
 * How the cost grows when the size doubles: the greatest ratio of two consecutive sizes, using the minimum of
 * the tries, which other programs on the machine disturb the least.
 */
export function growthOf(measured: readonly Measured[]): number {
  const least = measured.map(({ tries }) => Math.min(...tries));
  const ratios = least.slice(1).map((cost, place) => cost / (least[place] ?? Number.NaN));
  return Math.max(...ratios);
}

/** Whether the cost grows no faster than promised; false if nothing was measured. */
export const isLinear = (growth: number): boolean => growth <= promisedGrowth;
