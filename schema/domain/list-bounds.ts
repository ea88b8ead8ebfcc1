/**
 * Bounds of the lists inside one record. They are returned in full, and they multiply: every shipment contains
 * variants, every variant its options and images. Decision: P75.
 */
export const mostEntries = {
  /** Of an order. */
  lineItems: 500,
  shipments: 50,
  payments: 500,
  /** Made by hand; those of the store follow from its lines and shipments. */
  adjustments: 500,
  /** Of a product: its variants that are not deleted, without the master. */
  variants: 500,
  optionTypes: 10,
  /** Of a variant. */
  images: 20,
  /** Of an order, product, variant or user: its names in other systems. */
  externalRefs: 50,
} as const;

/** A list inside a record that writes can make longer. */
export type GrowingList = keyof typeof mostEntries;

/** How many stock locations a store has: the stock of a variant is listed by them. */
export const mostLocations = 50;

/** How many shipping categories a store has: each has methods of its own, and nothing deletes them. */
export const mostShippingCategories = 50;

/** How many entries of one list a write may contain. */
export const mostInOneWrite = 500;

/** How many payments an order may have for a customer to add one: the shop records the others. Decision: N60. */
export const mostPaymentsOfCustomers = 50;

/** How many payments a write may record: each looks up its method, and defaults to what is left. */
export const mostPaymentsInOneWrite = 50;
