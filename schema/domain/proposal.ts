import { Decimal } from 'decimal.js';
import { groupsOf } from './groups.ts';
import { priceBounds } from './money.ts';
import { type FreeUnits, freeUnits, type Shelf, takePortions } from './stock-guard.ts';
import { byValue } from './stock.ts';

/** A destination, as zones match it; `stateId` is null if the address has no known state. */
export interface Destination {
  readonly countryId: bigint;
  readonly stateId: bigint | null;
}

/** A member of a zone: a country or a state; the other is null. */
interface ZoneMember {
  readonly countryId: bigint | null;
  readonly stateId: bigint | null;
}

/** A way to ship goods of one category to one zone. */
export interface ShippingMethod {
  readonly id: bigint;
  readonly active: boolean;
  readonly shippingCategoryId: bigint;
  readonly baseCost: Decimal;
  readonly itemCost: Decimal;
  readonly zoneMembers: readonly ZoneMember[];
}

/** A rate that is offered; at most one per shipment is selected. */
export interface OfferedRate {
  readonly shippingMethodId: bigint;
  readonly cost: Decimal;
  readonly selected: boolean;
}

/** Whether a zone covers a destination; a zone without members covers every one. Decision: T22, T23 */
export function zoneHolds(members: readonly ZoneMember[], destination: Destination): boolean {
  return (
    members.length === 0 ||
    members.some(
      ({ countryId, stateId }) =>
        countryId === destination.countryId ||
        (stateId !== null && stateId === destination.stateId),
    )
  );
}

/** What a method costs for so many units in one shipment. */
export function shippingCost(
  { baseCost, itemCost }: Pick<ShippingMethod, 'baseCost' | 'itemCost'>,
  pieces: number,
): Decimal {
  return baseCost.plus(itemCost.times(pieces));
}

/**
 * The rates of a package, cheapest first (lower method id on a tie), with the first one selected: one for each
 * active method of its category whose zone covers the destination and whose cost is within bounds.
 */
export function offerRates(
  pack: { readonly shippingCategoryId: bigint; readonly pieces: number },
  destination: Destination,
  methods: readonly ShippingMethod[],
): readonly OfferedRate[] {
  return methods
    .filter(
      (method) =>
        method.active &&
        method.shippingCategoryId === pack.shippingCategoryId &&
        zoneHolds(method.zoneMembers, destination),
    )
    .map((method) => ({ shippingMethodId: method.id, cost: shippingCost(method, pack.pieces) }))
    .filter(({ cost }) => cost.lessThanOrEqualTo(priceBounds.max))
    .toSorted(
      (a, b) => a.cost.comparedTo(b.cost) || (a.shippingMethodId < b.shippingMethodId ? -1 : 1),
    )
    .map((rate, place) => ({ ...rate, selected: place === 0 }));
}

/** A line item, or the part of it that one location gives, with the shipping category of its product. */
interface PackableLine {
  readonly id: bigint;
  readonly variantId: bigint;
  readonly quantity: number;
  readonly shippingCategoryId: bigint;
  readonly stockLocationId: bigint;
}

/** Goods of one shipping category that ship together from one location. */
export interface Package {
  readonly stockLocationId: bigint;
  readonly shippingCategoryId: bigint;
  readonly lines: readonly PackableLine[];
  readonly pieces: number;
}

/** A package with the rates offered for it and the cost of the selected one (0 if none). */
export interface ProposedShipment extends Package {
  readonly rates: readonly OfferedRate[];
  readonly cost: Decimal;
}

/** A line item with what the locations can give of its variant; nothing if its stock is not counted. */
interface PlaceableLine extends Omit<PackableLine, 'stockLocationId'> {
  readonly shelves: readonly Shelf[];
}

/** The parts of line items that each location gives. Line items of one variant share what there is. */
export function placeLines(
  lines: readonly PlaceableLine[],
  defaultLocationId: bigint,
): readonly PackableLine[] {
  const free = new Map<bigint, FreeUnits[]>();
  return lines
    .toSorted((a, b) => byValue(a.id, b.id))
    .flatMap(({ shelves, ...line }) => {
      const ofVariant = free.get(line.variantId) ?? freeUnits(shelves);
      free.set(line.variantId, ofVariant);
      return takePortions(ofVariant, line.quantity, defaultLocationId).map((portion) => ({
        ...line,
        ...portion,
      }));
    });
}

/**
 * One package per location and shipping category, the default location first, then sorted by the ids of location,
 * category and line item.
 */
export function packLines(
  lines: readonly PackableLine[],
  defaultLocationId: bigint,
): readonly Package[] {
  const isElsewhere = (line: PackableLine): number =>
    Number(line.stockLocationId !== defaultLocationId);
  const sorted = lines.toSorted(
    (a, b) =>
      isElsewhere(a) - isElsewhere(b) ||
      byValue(a.stockLocationId, b.stockLocationId) ||
      byValue(a.shippingCategoryId, b.shippingCategoryId) ||
      byValue(a.id, b.id),
  );
  const packages = groupsOf(
    sorted,
    ({ stockLocationId, shippingCategoryId }) => `${stockLocationId} ${shippingCategoryId}`,
  );
  return [...packages.values()].map((packed) => {
    const [{ stockLocationId, shippingCategoryId }] = packed;
    const pieces = packed.reduce((sum, { quantity }) => sum + quantity, 0);
    return { stockLocationId, shippingCategoryId, lines: packed, pieces };
  });
}

/**
 * The shipments proposed for the line items of an order and its ship address, each with its rates. Decision: T21, T22
 */
export function proposeShipments(
  lines: readonly PlaceableLine[],
  defaultLocationId: bigint,
  destination: Destination,
  methods: readonly ShippingMethod[],
): readonly ProposedShipment[] {
  return packLines(placeLines(lines, defaultLocationId), defaultLocationId).map((pack) => {
    const rates = offerRates(pack, destination, methods);
    return { ...pack, rates, cost: rates.find(({ selected }) => selected)?.cost ?? new Decimal(0) };
  });
}

/** Whether every proposed shipment has a rate; true if there is nothing to ship. */
export function everyPackageHasRate(proposed: readonly ProposedShipment[]): boolean {
  return proposed.every(({ rates }) => rates.length > 0);
}
