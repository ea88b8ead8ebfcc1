import { maximumCount, minimumCount } from '../domain/measures.ts';

/** What the count of a variant is computed from: its stock item in the default location. */
export const shownStock = { select: { countOnHand: true, countElsewhere: true } } as const;

interface Counts {
  readonly countOnHand: number;
  readonly countElsewhere: number;
}

/** Units on hand of a variant at all active locations; 0 before it has a stock item. */
export const unitsOnHand = (stockItem: Counts | null | undefined): number =>
  stockItem ? stockItem.countOnHand + stockItem.countElsewhere : 0;

/** Units on hand, of one or several variants, in the bounds of a count. */
export const boundCount = (units: bigint | number): number =>
  Math.max(minimumCount, Math.min(maximumCount, Number(units)));

/**
 * The count that a variant shows. Writes keep it in the bounds (T34); what was stored before they did, or by other means,
 * must not keep a list from being read.
 */
export const shownCount = (stockItem: Counts | null | undefined): number =>
  boundCount(unitsOnHand(stockItem));
