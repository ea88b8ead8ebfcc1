import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import type { ShippingMethod } from '../../../schema/domain/proposal.ts';
import {
  everyPackageHasRate,
  offerRates,
  packLines,
  placeLines,
  proposeShipments,
  shippingCost,
  zoneHolds,
} from '../../../schema/domain/proposal.ts';

const portland = { countryId: 232n, stateId: 20n };

function method(change: Partial<ShippingMethod> = {}): ShippingMethod {
  return {
    id: 1n,
    active: true,
    shippingCategoryId: 1n,
    baseCost: new Decimal(5),
    itemCost: new Decimal(0),
    zoneMembers: [],
    ...change,
  };
}

const main = 9n;

const line = (id: bigint, shippingCategoryId: bigint, quantity: number) => ({
  id,
  variantId: id * 10n,
  quantity,
  shippingCategoryId,
  stockLocationId: main,
  shelves: [],
});

const shelf = (stockLocationId: bigint, countOnHand: number, active = true) => ({
  stockLocationId,
  isDefault: stockLocationId === main,
  active,
  countOnHand,
});

describe('packages (T21)', () => {
  test('each shipping category is a package, lowest first, lines by id', () => {
    const bulky = line(1n, 7n, 3);
    const mug = line(3n, 2n, 1);
    const apron = line(2n, 2n, 4);
    expect(packLines([bulky, mug, apron], main)).toEqual([
      { stockLocationId: 9n, shippingCategoryId: 2n, lines: [apron, mug], pieces: 5 },
      { stockLocationId: 9n, shippingCategoryId: 7n, lines: [bulky], pieces: 3 },
    ]);
  });

  test('each location is a package of its own, the default first, then by id', () => {
    const far = { ...line(1n, 2n, 3), stockLocationId: 4n };
    const near = { ...line(2n, 2n, 1), stockLocationId: 2n };
    const here = line(3n, 7n, 5);
    expect(packLines([far, near, here], main)).toEqual([
      { stockLocationId: 9n, shippingCategoryId: 7n, lines: [here], pieces: 5 },
      { stockLocationId: 2n, shippingCategoryId: 2n, lines: [near], pieces: 1 },
      { stockLocationId: 4n, shippingCategoryId: 2n, lines: [far], pieces: 3 },
    ]);
  });

  test('no lines make no package', () => {
    expect(packLines([], main)).toEqual([]);
  });
});

describe('from where the pieces of a line come (T21)', () => {
  const placed = (quantity: number, ...shelves: ReturnType<typeof shelf>[]) =>
    placeLines([{ ...line(1n, 2n, quantity), shelves }], main).map((part) => [
      part.stockLocationId,
      part.quantity,
    ]);

  test('the default location gives what it has, the others what is left to give, by id', () => {
    expect(placed(6, shelf(5n, 4), shelf(9n, 2), shelf(3n, 3))).toEqual([
      [9n, 2],
      [3n, 3],
      [5n, 1],
    ]);
  });

  test('one location alone gives all if it can', () => {
    expect(placed(2, shelf(9n, 2), shelf(3n, 3))).toEqual([[9n, 2]]);
    expect(placed(2, shelf(9n, 0), shelf(3n, 3))).toEqual([[3n, 2]]);
  });

  test('what nobody has waits in the default location', () => {
    expect(placed(5, shelf(9n, -1), shelf(3n, 3))).toEqual([
      [3n, 3],
      [9n, 2],
    ]);
    expect(placed(4, shelf(9n, 1))).toEqual([[9n, 4]]);
    expect(placed(4)).toEqual([[9n, 4]]);
  });

  test('an inactive location gives nothing', () => {
    expect(placed(3, shelf(9n, 1), shelf(3n, 3, false), shelf(4n, 2))).toEqual([
      [9n, 1],
      [4n, 2],
    ]);
  });

  test('two lines of one variant share what there is', () => {
    const shelves = [shelf(9n, 2), shelf(3n, 3)];
    const lines = [1n, 2n].map((id) => ({ ...line(id, 2n, 2), variantId: 70n, shelves }));
    expect(
      placeLines(lines, main).map((part) => [part.id, part.stockLocationId, part.quantity]),
    ).toEqual([
      [1n, 9n, 2],
      [2n, 3n, 2],
    ]);
  });
});

describe('zones (T22)', () => {
  const country = { countryId: 232n, stateId: null };
  const state = { countryId: null, stateId: 20n };

  test.each([
    ['without members', [], true],
    ['naming the country', [country], true],
    ['naming the state', [state], true],
    ['naming another country', [{ countryId: 1n, stateId: null }], false],
    ['naming another state', [{ countryId: null, stateId: 21n }], false],
    ['naming another country and the state', [{ countryId: 1n, stateId: null }, state], true],
  ])('a zone %s holds the destination: %s', (_what, members, holds) => {
    expect(zoneHolds(members, portland)).toBe(holds);
  });

  test('a zone of states does not hold an address without a known state', () => {
    expect(zoneHolds([state], { countryId: 232n, stateId: null })).toBe(false);
  });
});

test('C29: a rate costs the base and an amount per unit', () => {
  expect(
    shippingCost({ baseCost: new Decimal('4.5'), itemCost: new Decimal('0.75') }, 3).toFixed(2),
  ).toBe('6.75');
});

describe('rates of a package (T21, T22)', () => {
  const pack = { shippingCategoryId: 1n, pieces: 2 };
  const offered = (methods: readonly ShippingMethod[]) =>
    offerRates(pack, portland, methods).map((rate) => [
      rate.shippingMethodId,
      rate.cost.toFixed(2),
      rate.selected,
    ]);

  test('the cheapest comes first and is selected', () => {
    expect(
      offered([
        method({ id: 1n, baseCost: new Decimal(15) }),
        method({ id: 2n, baseCost: new Decimal(3), itemCost: new Decimal(1) }),
      ]),
    ).toEqual([
      [2n, '5.00', true],
      [1n, '15.00', false],
    ]);
  });

  test('on a tie the lower method id is selected', () => {
    expect(offered([method({ id: 9n }), method({ id: 4n })])).toEqual([
      [4n, '5.00', true],
      [9n, '5.00', false],
    ]);
  });

  test('methods that are off, of another category or another zone offer nothing', () => {
    expect(
      offered([
        method({ active: false }),
        method({ shippingCategoryId: 2n }),
        method({ zoneMembers: [{ countryId: 1n, stateId: null }] }),
      ]),
    ).toEqual([]);
  });

  test('C29: a cost beyond the bound is not offered', () => {
    expect(
      offered([
        method({ id: 1n, itemCost: new Decimal('50000000') }),
        method({ id: 2n, baseCost: new Decimal('99999999.99') }),
      ]),
    ).toEqual([[2n, '99999999.99', true]]);
  });
});

describe('a proposal', () => {
  test('each package carries its rates and the cost of the selected one', () => {
    const lines = [line(1n, 1n, 2), line(2n, 2n, 1)];
    const [small, bulky] = proposeShipments(lines, main, portland, [method()]);
    expect(small?.cost.toFixed(2)).toBe('5.00');
    expect(bulky?.rates).toEqual([]);
    expect(bulky?.cost.toFixed(2)).toBe('0.00');
  });

  test('T7: a package without rate is noticed', () => {
    const lines = [line(1n, 1n, 2), line(2n, 2n, 1)];
    expect(everyPackageHasRate(proposeShipments(lines, main, portland, [method()]))).toBe(false);
    expect(
      everyPackageHasRate(
        proposeShipments(lines, main, portland, [
          method(),
          method({ id: 2n, shippingCategoryId: 2n }),
        ]),
      ),
    ).toBe(true);
  });
});
