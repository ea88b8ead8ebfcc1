/** What the count of a variant is computed from: its stock item in the default location. */
export const shownStock = { select: { countOnHand: true, countElsewhere: true } } as const;

/** Units on hand of a variant at all active locations; 0 before it has a stock item. Decision: R34. */
export const shownCount = (
  stockItem: { readonly countOnHand: number; readonly countElsewhere: number } | null | undefined,
): number => (stockItem ? stockItem.countOnHand + stockItem.countElsewhere : 0);
