import { expect, test } from '@jest/globals';
import type { InventoryUnitState } from '../../../schema/domain/inventory-unit-machine.ts';
import { buildManifest } from '../../../schema/domain/manifest.ts';

const unit = (state: InventoryUnitState, variantId = 12n, lineItemId = 61n) => ({
  variantId,
  lineItemId,
  state,
});

const rows: [string, InventoryUnitState[], Record<string, number>][] = [
  ['a proposal', ['on_hand', 'on_hand'], { on_hand: 2 }],
  ['sold units', ['sold', 'sold'], { on_hand: 2 }],
  ['a backorder', ['sold', 'backordered', 'backordered'], { on_hand: 1, backordered: 2 }],
  ['shipped units', ['shipped', 'shipped', 'shipped'], { on_hand: 0, shipped: 3 }],
  ['a return', ['shipped', 'returned'], { on_hand: 0, shipped: 1, returned: 1 }],
];

test.each(rows)('R33: the manifest of %s', (_what, states, counted) => {
  const counts = Object.entries(counted).map(([state, count]) => ({ state, count }));
  expect(buildManifest(states.map((state) => unit(state)))).toEqual([
    { variantId: 12n, quantity: states.length, states: counts },
  ]);
});

test('R9: one entry per variant, in the order of the line items', () => {
  expect(
    buildManifest([
      unit('sold', 20n, 64n),
      unit('sold', 12n, 63n),
      unit('sold', 20n, 62n),
      unit('sold', 12n, 63n),
    ]),
  ).toEqual([
    { variantId: 20n, quantity: 2, states: [{ state: 'on_hand', count: 2 }] },
    { variantId: 12n, quantity: 2, states: [{ state: 'on_hand', count: 2 }] },
  ]);
});

test('an empty shipment has an empty manifest', () => {
  expect(buildManifest([])).toEqual([]);
});
