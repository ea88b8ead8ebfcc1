import { expect } from '@jest/globals';
import fc from 'fast-check';
import type { InventoryUnitState } from '../../schema/domain/inventory-unit-machine.ts';
import { isAvailable } from '../../schema/domain/stock-guard.ts';
import {
  assignTake,
  groupForLowering,
  planGiveBack,
  planLowering,
  planNextFill,
} from '../../schema/domain/stock.ts';
import { property } from '../support/property.ts';

interface Unit {
  readonly id: bigint;
  readonly orderId: bigint;
  readonly variantId: bigint;
  readonly stockLocationId: bigint;
  readonly state: InventoryUnitState;
  readonly stockTaken: boolean;
}

/** One stock item with its ledger and units, updated as the actions do. */
interface Shelf {
  count: number;
  readonly ledger: number[];
  readonly backorderable: boolean;
  readonly units: Map<bigint, Unit>;
  orders: number;
  /** How many units one write fills. */
  readonly mostAtOnce?: number;
}

type Step =
  | { readonly act: 'order'; readonly quantity: number }
  | { readonly act: 'cancel' | 'ship' | 'return'; readonly order: number }
  | { readonly act: 'lower'; readonly order: number; readonly quantity: number }
  | { readonly act: 'set'; readonly count: number };

const anyOrder = fc.nat({ max: 5 });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('order' as const), quantity: fc.integer({ min: 1, max: 5 }) }),
  fc.record({
    act: fc.constantFrom('cancel' as const, 'ship' as const, 'return' as const),
    order: anyOrder,
  }),
  fc.record({ act: fc.constant('lower' as const), order: anyOrder, quantity: fc.nat({ max: 4 }) }),
  fc.record({ act: fc.constant('set' as const), count: fc.integer({ min: -4, max: 8 }) }),
);

function change(shelf: Shelf, difference: number): void {
  if (difference === 0) return;
  shelf.count += difference;
  shelf.ledger.push(difference);
}

/** Units are kept in the order in which they were ordered: the oldest are filled first. */
function fill(shelf: Shelf, rise: number): void {
  const waiting = [...shelf.units.values()].filter(({ state }) => state === 'backordered');
  const most = Math.max(0, Math.min(rise, shelf.mostAtOnce ?? rise));
  for (const unit of waiting.slice(0, most)) shelf.units.set(unit.id, { ...unit, state: 'sold' });
}

/** A step that fills what is left. */
function fillOn(shelf: Shelf): void {
  fill(shelf, planNextFill(unitsIn(shelf, 'backordered'), shelf.count));
}

function giveBack(shelf: Shelf, units: readonly Unit[], to: InventoryUnitState | null): void {
  const end = (unit: Unit): void => {
    if (to === null) shelf.units.delete(unit.id);
    else shelf.units.set(unit.id, { ...unit, state: to, stockTaken: false });
  };
  const plans = planGiveBack(units);
  units.forEach(end);
  for (const { debt, pieces } of plans) {
    change(shelf, debt.length);
    change(shelf, pieces.length);
    fill(shelf, pieces.length);
  }
}

function take(shelf: Shelf, quantity: number): void {
  const { count: countOnHand, backorderable } = shelf;
  if (!isAvailable({ quantity, countOnHand, backorderable, deleted: false, trackInventory: true }))
    return;
  shelf.orders += 1;
  const orderId = BigInt(shelf.orders);
  const units = Array.from({ length: quantity }, (_, place): Unit => ({
    id: orderId * 100n + BigInt(place),
    orderId,
    variantId: 1n,
    stockLocationId: 1n,
    state: 'on_hand',
    stockTaken: true,
  }));
  const { sold, backordered } = assignTake(units, shelf.count);
  change(shelf, -quantity);
  for (const unit of sold) shelf.units.set(unit.id, { ...unit, state: 'sold' });
  for (const unit of backordered) shelf.units.set(unit.id, { ...unit, state: 'backordered' });
}

function carryOut(shelf: Shelf, step: Step): void {
  if (step.act === 'order') {
    take(shelf, step.quantity);
    return;
  }
  if (step.act === 'set') {
    if (step.count < 0 && !shelf.backorderable) return;
    const difference = step.count - shelf.count;
    change(shelf, difference);
    fill(shelf, difference);
    return;
  }
  const own = [...shelf.units.values()].filter(({ orderId }) => orderId === BigInt(step.order));
  const shipped = own.filter(({ state }) => state === 'shipped');
  if (step.act === 'ship') {
    for (const unit of own.filter(({ state }) => state === 'sold')) {
      shelf.units.set(unit.id, { ...unit, state: 'shipped' });
    }
  } else if (step.act === 'return') giveBack(shelf, shipped, 'returned');
  else if (step.act === 'lower') {
    const plan = planLowering(groupForLowering(own), step.quantity);
    if (plan.ok) giveBack(shelf, plan.value, null);
  } else if (own.every(({ state }) => state !== 'shipped' && state !== 'returned')) {
    giveBack(shelf, own, 'on_hand');
  }
}

const unitsIn = (shelf: Shelf, state: InventoryUnitState): number =>
  [...shelf.units.values()].filter((unit) => unit.state === state).length;

const anyStart = fc.nat({ max: 6 });

property(
  'stock is conserved by any sequence of orders, cancellations, returns, lowered lines and counts',
  anyStart,
  fc.boolean(),
  fc.array(anyStep, { maxLength: 25 }),
  (start, backorderable, steps) => {
    const shelf: Shelf = { count: start, ledger: [], backorderable, units: new Map(), orders: 0 };
    let counted = start;
    for (const step of steps) {
      const before = shelf.count;
      carryOut(shelf, step);
      if (step.act === 'set') counted += shelf.count - before;
      const taken = [...shelf.units.values()].filter(({ stockTaken }) => stockTaken).length;
      // T50: 1, 2, 3, 4 and 7
      expect(shelf.count >= 0 || backorderable).toBe(true);
      expect(shelf.ledger.reduce((sum, movement) => sum + movement, start)).toBe(shelf.count);
      expect(unitsIn(shelf, 'backordered')).toBeLessThanOrEqual(Math.max(0, -shelf.count));
      expect(counted - taken).toBe(shelf.count);
      expect(
        [...shelf.units.values()].every(
          ({ state, stockTaken }) =>
            stockTaken === ['sold', 'backordered', 'shipped'].includes(state),
        ),
      ).toBe(true);
    }
  },
);

property(
  'without counting by hand, a negative count is exactly what is owed',
  anyStart,
  fc.array(
    anyStep.filter(({ act }) => act !== 'set'),
    { maxLength: 25 },
  ),
  (start, steps) => {
    const shelf: Shelf = {
      count: start,
      ledger: [],
      backorderable: true,
      units: new Map(),
      orders: 0,
    };
    for (const step of steps) {
      carryOut(shelf, step);
      expect(unitsIn(shelf, 'backordered')).toBe(Math.max(0, -shelf.count));
    }
  },
);

property(
  'T55: filled in steps, goods are never sold twice, and in the end wait for nobody',
  anyStart,
  fc.integer({ min: 1, max: 3 }),
  fc.array(
    fc.oneof(
      anyStep.filter(({ act }) => act !== 'set'),
      fc.record({ act: fc.constant('arrive' as const), quantity: fc.integer({ min: 1, max: 9 }) }),
      fc.record({ act: fc.constant('fill' as const) }),
    ),
    { maxLength: 40 },
  ),
  (start, mostAtOnce, steps) => {
    const shelf: Shelf = {
      count: start,
      ledger: [],
      backorderable: true,
      units: new Map(),
      orders: 0,
      mostAtOnce,
    };
    const wait = (): number => unitsIn(shelf, 'backordered');
    for (const step of steps) {
      if (step.act === 'fill') fillOn(shelf);
      else if (step.act === 'arrive') {
        change(shelf, step.quantity);
        fill(shelf, step.quantity);
      } else carryOut(shelf, step);
      // what is promised is there: count and waiting units together are what lies on the shelf unpromised
      expect(shelf.count + wait()).toBeGreaterThanOrEqual(0);
    }
    for (let due = wait(); due > 0; due -= 1) fillOn(shelf);
    expect(wait()).toBe(Math.max(0, -shelf.count));
  },
);

property(
  'nothing is given back twice',
  anyStart,
  fc.array(anyStep, { maxLength: 15 }),
  anyOrder,
  (start, steps, order) => {
    const shelf: Shelf = {
      count: start,
      ledger: [],
      backorderable: true,
      units: new Map(),
      orders: 0,
    };
    for (const step of steps) carryOut(shelf, step);
    carryOut(shelf, { act: 'cancel', order });
    const after = shelf.count;
    carryOut(shelf, { act: 'cancel', order });
    expect(shelf.count).toBe(after);
  },
);
