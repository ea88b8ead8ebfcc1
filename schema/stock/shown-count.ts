import { maximumCount } from '../domain/measures.ts';

/** What the count of a variant is computed from: its stock item in the default location. */
export const shownStock = { select: { countOnHand: true, countElsewhere: true } } as const;

interface Counts {
  readonly countOnHand: number;
  readonly countElsewhere: number;
}

/** Units on hand of a variant at all active locations; 0 before it has a stock item. Decision: R34. */
export const shownCount = (stockItem: Counts | null | undefined): number =>
  stockItem ? stockItem.countOnHand + stockItem.countElsewhere : 0;

/** Units on hand of several variants together, in the bounds of a count. Decision: R23. */
export const boundCount = (units: bigint): number =>
  Math.max(-maximumCount - 1, Math.min(maximumCount, Number(units)));
