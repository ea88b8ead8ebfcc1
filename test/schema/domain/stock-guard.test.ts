import { expect, test } from '@jest/globals';
import type { WantedVariant } from '../../../schema/domain/stock-guard.ts';
import {
  findShortVariants,
  isAvailable,
  quantityNotAvailable,
} from '../../../schema/domain/stock-guard.ts';

function wanted(change: Partial<WantedVariant> = {}): WantedVariant {
  return {
    variantId: 1n,
    name: 'Mug',
    optionsText: '',
    quantity: 3,
    deleted: false,
    trackInventory: true,
    backorderable: false,
    countOnHand: 3,
    ...change,
  };
}

test.each([
  ['in stock', {}, true],
  ['short', { countOnHand: 2 }, false],
  ['short but backorderable', { countOnHand: -5, backorderable: true }, true],
  ['short but untracked', { countOnHand: 0, trackInventory: false }, true],
  ['deleted', { deleted: true, backorderable: true }, false],
])('T13: a variant that is %s is available: %s', (_what, change, available) => {
  expect(isAvailable(wanted(change))).toBe(available);
});

test('T13: lines of one variant are summed', () => {
  expect(
    findShortVariants([wanted({ quantity: 2 }), wanted({ quantity: 2 })]).map(
      ({ variantId, quantity }) => [variantId, quantity],
    ),
  ).toEqual([[1n, 4]]);
});

test('T13: variants that are there are not named', () => {
  expect(
    findShortVariants([wanted({ variantId: 1n }), wanted({ variantId: 2n, countOnHand: 0 })]).map(
      ({ variantId }) => variantId,
    ),
  ).toEqual([2n]);
});

test.each([
  ['Linen Apron', 'Size: M', 'Selected quantity of "Linen Apron (Size: M)" is not available.'],
  ['Mug', '', 'Selected quantity of "Mug" is not available.'],
])('T13: the message names %s with %j', (name, optionsText, message) => {
  expect(quantityNotAvailable({ name, optionsText })).toBe(message);
});
