import { groupsOf } from './groups.ts';
import type { InventoryUnitState } from './inventory-unit-machine.ts';

/** A unit, as far as the manifest counts it. */
interface ManifestUnit {
  readonly variantId: bigint;
  readonly lineItemId: bigint;
  readonly state: InventoryUnitState;
}

/** One variant of a shipment. Contract: Resources / ManifestEntry */
export interface ManifestEntry {
  readonly variantId: bigint;
  readonly quantity: number;
  /** Units by state: `on_hand` is always present, the others only above 0. */
  readonly states: readonly { readonly state: InventoryUnitState; readonly count: number }[];
}

const shownStates = ['on_hand', 'backordered', 'shipped', 'returned'] as const;

/**
 * The contents of a shipment, one entry per variant in the order of the line items. A sold unit is listed as on hand.
 * Contract: Resources / ManifestEntry. Decision: R9, R33
 */
export function buildManifest(units: readonly ManifestUnit[]): readonly ManifestEntry[] {
  const ordered = units.toSorted((a, b) => Number(a.lineItemId - b.lineItemId));
  return [...groupsOf(ordered, ({ variantId }) => variantId)].map(([variantId, held]) => {
    const shown = held.map(({ state }) => (state === 'sold' ? 'on_hand' : state));
    const states = shownStates
      .map((state) => ({ state, count: shown.filter((one) => one === state).length }))
      .filter(({ state, count }) => state === 'on_hand' || count > 0);
    return { variantId, quantity: held.length, states };
  });
}
