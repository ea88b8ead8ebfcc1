import { groupsOf } from './groups.ts';
import type { InventoryUnitState } from './inventory-unit-machine.ts';

/** A unit, as far as the manifest counts it. */
interface ManifestUnit {
  readonly variantId: bigint;
  readonly lineItemId: bigint;
  readonly state: InventoryUnitState;
}

/** Number of units in each state; `on_hand` is always present, the others only above 0. */
interface ManifestStates {
  readonly on_hand: number;
  readonly backordered?: number;
  readonly shipped?: number;
  readonly returned?: number;
}

/** One variant of a shipment. Contract: Resources / ManifestEntry */
export interface ManifestEntry {
  readonly variantId: bigint;
  readonly quantity: number;
  readonly states: ManifestStates;
}

const statesBesideOnHand = ['backordered', 'shipped', 'returned'] as const;

/**
 * The contents of a shipment, one entry per variant in the order of the line items. A sold unit is listed as on
 * hand. Contract: Resources / ManifestEntry.
 * Decision: R9, R33
 */
export function buildManifest(units: readonly ManifestUnit[]): readonly ManifestEntry[] {
  const ordered = units.toSorted((a, b) => Number(a.lineItemId - b.lineItemId));
  return [...groupsOf(ordered, ({ variantId }) => variantId)].map(([variantId, held]) => ({
    variantId,
    quantity: held.length,
    states: countStates(held),
  }));
}

function countStates(units: readonly ManifestUnit[]): ManifestStates {
  const count = (wanted: readonly InventoryUnitState[]): number =>
    units.filter(({ state }) => wanted.includes(state)).length;
  const others = statesBesideOnHand
    .map((state) => [state, count([state])] as const)
    .filter(([, number]) => number > 0);
  return { on_hand: count(['on_hand', 'sold']), ...Object.fromEntries(others) };
}
