/**
 * How long the lists inside one record may get. They are returned in full, and several of them multiply: every
 * shipment contains variants, every variant its options and images. Decision: P75.
 */
export const mostEntries = {
  /** Of an order. */
  lineItems: 500,
  shipments: 50,
  payments: 500,
  adjustments: 500,
  /** Of a product: its live variants without the master. */
  variants: 500,
  optionTypes: 10,
  /** Of a variant. */
  images: 20,
} as const;

/** A list inside a record that writes can make longer. */
export type GrowingList = keyof typeof mostEntries;

/** How many entries of one list a write may send. Decision: A39. */
export const mostInOneWrite = 500;

/** How many payments a write may record: for each the whole order is read and settled again. Decision: N60. */
export const mostPaymentsInOneWrite = 50;

/**
 * How many lines of an order a write may change or add: in the checkout, and past it, where each makes units
 * and takes stock. A new order is made with all its lines at once. Decision: N60.
 */
export const mostChangedLines = { checkout: 200, open: 50 } as const;
