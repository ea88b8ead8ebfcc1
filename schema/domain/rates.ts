import type { Decimal } from 'decimal.js';
import { priceBounds } from './money.ts';

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
