/**
 * Bounds of the lists inside one record. They are returned in full, and they multiply: every shipment contains
 * variants, every variant its options and images.
 * Decision: P75.
 */
export const mostEntries = {
  /** Of an order. */
  lineItems: 500,
  shipments: 50,
  payments: 500,
  adjustments: 500,
  /** Of a product: its variants that are not deleted, without the master. */
  variants: 500,
  optionTypes: 10,
  /** Of a variant. */
  images: 20,
} as const;

/** A list inside a record that writes can make longer. */
export type GrowingList = keyof typeof mostEntries;

/** How many entries of one list a write may contain. Decision: A39. */
export const mostInOneWrite = 500;

/** How many payments a write may record: the whole order is read and recalculated for each. Decision: N60. */
export const mostPaymentsInOneWrite = 50;

/**
 * How many line items of an order a write may change or add, during the checkout and after it, when each
 * creates units and takes stock. A new order is created with all its line items at once.
 * Decision: N60.
 */
export const mostChangedLines = { checkout: 200, open: 50 } as const;
