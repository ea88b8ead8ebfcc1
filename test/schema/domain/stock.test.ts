import { describe, expect, test } from '@jest/globals';
import type { InventoryUnitState } from '../../../schema/domain/inventory-unit-machine.ts';
import {
  assignTake,
  boundFill,
  fillBounds,
  groupByStockItem,
  groupForLowering,
  halfOf,
  planGiveBack,
  planNextFill,
  planLowering,
} from '../../../schema/domain/stock.ts';

const ids = (units: readonly { readonly id: bigint }[]) => units.map(({ id }) => id);

test.each([
  [5, ['a', 'b', 'c'], []],
  [1, ['a'], ['b', 'c']],
  [0, [], ['a', 'b', 'c']],
  [-2, [], ['a', 'b', 'c']],
])('T30: from a count of %i %j are sold and %j backordered', (count, sold, backordered) => {
  expect(assignTake(['a', 'b', 'c'], count)).toEqual({ sold, backordered });
});

test('T53: units fall to their stock items by variant, then location, each lowest id first', () => {
  const unit = (id: bigint, variantId: bigint, stockLocationId: bigint) => ({
    id,
    variantId,
    stockLocationId,
  });
  expect(
    groupByStockItem([unit(4n, 2n, 1n), unit(3n, 10n, 1n), unit(2n, 2n, 2n), unit(1n, 2n, 1n)]).map(
      (item) => [item.variantId, item.stockLocationId, ids(item.units)],
    ),
  ).toEqual([
    [2n, 1n, [1n, 4n]],
    [2n, 2n, [2n]],
    [10n, 1n, [3n]],
  ]);
});

describe('giving back (T32)', () => {
  const unit = (id: bigint, state: InventoryUnitState, stockTaken = true, variantId = 1n) => ({
    id,
    state,
    stockTaken,
    variantId,
    stockLocationId: 1n,
  });

  test('backordered units are a debt, the others are goods', () => {
    const [item] = planGiveBack([
      unit(1n, 'sold'),
      unit(2n, 'backordered'),
      unit(3n, 'shipped'),
      unit(4n, 'backordered'),
    ]);
    expect(ids(item?.debt ?? [])).toEqual([2n, 4n]);
    expect(ids(item?.pieces ?? [])).toEqual([1n, 3n]);
  });

  test('units without taken stock give nothing back', () => {
    expect(planGiveBack([unit(1n, 'on_hand', false), unit(2n, 'sold', false)])).toEqual([]);
  });

  test('stock items come in locking order', () => {
    expect(
      planGiveBack([unit(1n, 'sold', true, 9n), unit(2n, 'sold', true, 3n)]).map(
        ({ variantId }) => variantId,
      ),
    ).toEqual([3n, 9n]);
  });
});

describe('T55: what one write fills', () => {
  const units = (...orders: readonly (readonly [orderId: bigint, rows: bigint])[]) =>
    orders.map(([orderId, rows], place) => ({ id: BigInt(place + 1), orderId, rows }));

  test('as many orders as are allowed, with all their units in the list', () => {
    const waiting = units([1n, 2n], [2n, 1n], [1n, 2n], [3n, 1n], [2n, 1n]);
    expect(ids(boundFill(waiting, { orders: 2, rows: 100 }))).toEqual([1n, 2n, 3n]);
  });

  test('as many as have no more rows together than are allowed', () => {
    const waiting = units([1n, 40n], [2n, 60n], [3n, 1n]);
    expect(ids(boundFill(waiting, { orders: 9, rows: 100 }))).toEqual([1n, 2n]);
  });

  test('the first one, however many rows it has', () => {
    const waiting = units([1n, 900n], [2n, 1n]);
    expect(ids(boundFill(waiting, { orders: 9, rows: 100 }))).toEqual([1n]);
  });

  test('everything, if it is little', () => {
    expect(ids(boundFill(units([1n, 1n], [2n, 1n]), { orders: 2, rows: 2 }))).toEqual([1n, 2n]);
    expect(boundFill(units(), { orders: 2, rows: 2 })).toEqual([]);
  });

  test('half of it each time it cannot be read, down to one order', () => {
    expect(halfOf(fillBounds)).toEqual({ orders: 125, rows: 2_500 });
    expect(halfOf({ orders: 5, rows: 1 })).toEqual({ orders: 3, rows: 1 });
    expect(halfOf({ orders: 1, rows: 1 })).toEqual({ orders: 1, rows: 1 });
  });
});

test.each([
  [10, 0, 10],
  [10, 3, 10],
  [10, -4, 6],
  [10, -10, 0],
  [2, -10, 0],
])('T55: of %i that wait at a count of %i goods have arrived for %i', (waiting, count, due) => {
  expect(planNextFill(waiting, count)).toBe(due);
});

describe('lowering a line (T45)', () => {
  const unit = (id: bigint, state: InventoryUnitState) => ({ id, state });
  const units = [
    unit(1n, 'shipped'),
    unit(2n, 'sold'),
    unit(3n, 'backordered'),
    unit(4n, 'sold'),
    unit(5n, 'on_hand'),
    unit(6n, 'backordered'),
    unit(7n, 'returned'),
  ];

  test.each([
    [7, []],
    [6, [5n]],
    [5, [5n, 6n]],
    [4, [5n, 6n, 3n]],
    [3, [5n, 6n, 3n, 4n]],
    [2, [5n, 6n, 3n, 4n, 2n]],
  ])('to %i removes %j', (quantity, removed) => {
    const plan = planLowering(groupForLowering(units), quantity);
    expect(plan.ok && ids(plan.value)).toEqual(removed);
  });

  test('below what has left it is refused', () => {
    expect(planLowering(groupForLowering(units), 1)).toEqual({
      ok: false,
      message: 'cannot be less than the number of shipped units',
    });
  });

  test('500 changes of a line of 20,000 units look at each unit as often as one change', () => {
    let looks = 0;
    const many = Array.from({ length: 20_000 }, (_, place) => ({
      id: BigInt(place),
      get state() {
        looks += 1;
        return 'sold' as const;
      },
    }));
    const grouped = groupForLowering(many);
    const once = looks;
    for (let quantity = 20_000; quantity > 19_500; quantity -= 1) planLowering(grouped, quantity);
    expect(once).toBeLessThan(4 * many.length);
    expect(looks).toBe(once);
  });
});
