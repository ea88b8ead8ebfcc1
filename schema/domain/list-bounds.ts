/**
 * How long the lists inside one record may get. They are told whole, and several of them multiply: every
 * shipment tells variants of lines, every variant its options and pictures. Decision: P75.
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
