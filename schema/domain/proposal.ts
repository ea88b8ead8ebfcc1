import { Decimal } from 'decimal.js';
import type { Destination, OfferedRate, ShippingMethod } from './rates.ts';
import { offerRates } from './rates.ts';

/** A line item with the shipping category of its product. */
export interface PackableLine {
  readonly id: bigint;
  readonly variantId: bigint;
  readonly quantity: number;
  readonly shippingCategoryId: bigint;
}

/** Goods of one shipping category that ship together. */
export interface Package {
  readonly shippingCategoryId: bigint;
  readonly lines: readonly PackableLine[];
  readonly pieces: number;
}

/** A package with the rates offered for it and the cost of the selected one (0 if none). */
export interface ProposedShipment extends Package {
  readonly rates: readonly OfferedRate[];
  readonly cost: Decimal;
}

/**
 * One package per shipping category of the line items, sorted by category id, then by line item id.
 * Decision: T21
 */
export function packLines(lines: readonly PackableLine[]): readonly Package[] {
  const categories = [...new Set(lines.map((line) => line.shippingCategoryId))];
  return categories.toSorted(byValue).map((shippingCategoryId) => {
    const packed = lines
      .filter((line) => line.shippingCategoryId === shippingCategoryId)
      .toSorted((a, b) => byValue(a.id, b.id));
    return {
      shippingCategoryId,
      lines: packed,
      pieces: packed.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  });
}

/**
 * The shipments proposed for the line items of an order and its ship address, each with its rates.
 * Decision: T21, T22
 */
export function proposeShipments(
  lines: readonly PackableLine[],
  destination: Destination,
  methods: readonly ShippingMethod[],
): readonly ProposedShipment[] {
  return packLines(lines).map((pack) => {
    const rates = offerRates(pack, destination, methods);
    return { ...pack, rates, cost: rates.find(({ selected }) => selected)?.cost ?? new Decimal(0) };
  });
}

/** Whether every proposed shipment has a rate; true if there is nothing to ship. Decision: T7 */
export function everyPackageHasRate(proposed: readonly ProposedShipment[]): boolean {
  return proposed.every(({ rates }) => rates.length > 0);
}

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
