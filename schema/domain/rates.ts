import type { Decimal } from 'decimal.js';
import { priceBounds } from './money.ts';

/** Where goods go, as zones see it; `stateId` is null where the address has no known state. */
export interface Destination {
  readonly countryId: bigint;
  readonly stateId: bigint | null;
}

/** A member of a zone: a country or a state, the other being null. */
export interface ZoneMember {
  readonly countryId: bigint | null;
  readonly stateId: bigint | null;
}

/** A way of shipping goods of one category into one zone. */
export interface ShippingMethod {
  readonly id: bigint;
  readonly active: boolean;
  readonly shippingCategoryId: bigint;
  readonly baseCost: Decimal;
  readonly itemCost: Decimal;
  readonly zoneMembers: readonly ZoneMember[];
}

/** A rate as it is offered; at most one of a shipment is selected. */
export interface OfferedRate {
  readonly shippingMethodId: bigint;
  readonly cost: Decimal;
  readonly selected: boolean;
}

/**
 * Whether a zone holds a destination; a zone without members holds every one.
 * Decision: T22, T23
 */
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

/** What a method charges for so many units in one shipment. Decision: C29 */
export function shippingCost(
  { baseCost, itemCost }: Pick<ShippingMethod, 'baseCost' | 'itemCost'>,
  pieces: number,
): Decimal {
  return baseCost.plus(itemCost.times(pieces));
}

/**
 * The rates of a package, cheapest first (lower method id on a tie), the first one selected: one
 * for each active method of its category whose zone holds the destination and whose cost is within
 * bounds.
 * Decision: T21, T22, C29
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
