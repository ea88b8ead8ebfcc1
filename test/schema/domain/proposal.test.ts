import { describe, expect, test } from '@jest/globals';
import { Decimal } from 'decimal.js';
import {
  everyPackageHasRate,
  packLines,
  proposeShipments,
} from '../../../schema/domain/proposal.ts';
import type { ShippingMethod } from '../../../schema/domain/rates.ts';
import { offerRates, shippingCost, zoneHolds } from '../../../schema/domain/rates.ts';

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

const line = (id: bigint, shippingCategoryId: bigint, quantity: number) => ({
  id,
  variantId: id * 10n,
  quantity,
  shippingCategoryId,
});

describe('packages (T21)', () => {
  test('each shipping category is a package, lowest first, lines by id', () => {
    const bulky = line(1n, 7n, 3);
    const mug = line(3n, 2n, 1);
    const apron = line(2n, 2n, 4);
    expect(packLines([bulky, mug, apron])).toEqual([
      { shippingCategoryId: 2n, lines: [apron, mug], pieces: 5 },
      { shippingCategoryId: 7n, lines: [bulky], pieces: 3 },
    ]);
  });

  test('no lines make no package', () => {
    expect(packLines([])).toEqual([]);
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
    const [small, bulky] = proposeShipments([line(1n, 1n, 2), line(2n, 2n, 1)], portland, [
      method(),
    ]);
    expect(small?.cost.toFixed(2)).toBe('5.00');
    expect(bulky?.rates).toEqual([]);
    expect(bulky?.cost.toFixed(2)).toBe('0.00');
  });

  test('T7: a package without rate is noticed', () => {
    const lines = [line(1n, 1n, 2), line(2n, 2n, 1)];
    expect(everyPackageHasRate(proposeShipments(lines, portland, [method()]))).toBe(false);
    expect(
      everyPackageHasRate(
        proposeShipments(lines, portland, [method(), method({ id: 2n, shippingCategoryId: 2n })]),
      ),
    ).toBe(true);
  });
});
