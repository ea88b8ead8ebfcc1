/** The most that an input twice as large may cost, as a multiple. */
export const promisedGrowth = 2.5;

/** What one input cost at one size; tries repeat it. */
export interface Measured {
  /** The size, in whatever the kind of input counts. */
  readonly size: number;
  /** CPU milliseconds of one request in each try. */
  readonly tries: readonly number[];
}

/**
 * How the cost grows where the size doubles: the greatest ratio of two sizes that follow each other, by the
 * least of the tries, which other programs on the machine disturb the least.
 */
export function growthOf(measured: readonly Measured[]): number {
  const least = measured.map(({ tries }) => Math.min(...tries));
  const ratios = least.slice(1).map((cost, place) => cost / (least[place] ?? Number.NaN));
  return Math.max(...ratios);
}

/** Whether the cost grows no faster than promised; not where nothing was measured. */
export const isLinear = (growth: number): boolean => growth <= promisedGrowth;
