import { expect, test } from '@jest/globals';
import {
  byOptionType,
  describeOptions,
  nameWithOptions,
} from '../../../schema/domain/options-text.ts';

const option = (id: bigint, type: string, presentation: string) => ({
  optionType: { id, presentation: type },
  presentation,
});
const size = option(5n, 'Size', 'M');
const colour = option(3n, 'Colour', 'Natural');
const fit = option(4n, 'Fit', 'Slim');
const unlisted = option(1n, 'Length', 'Long');
const places = [
  { optionTypeId: 4n, position: 2 },
  { optionTypeId: 5n, position: 1 },
  { optionTypeId: 3n, position: 2 },
];

test('R9: the options of a variant stand as the product lists their types, those of one place by id', () => {
  expect(byOptionType([unlisted, fit, colour, size], places)).toEqual([
    size,
    colour,
    fit,
    unlisted,
  ]);
});

test.each([
  ['none', [], ''],
  ['one', [size], 'Size: M'],
  ['two', [size, colour], 'Size: M, Colour: Natural'],
  ['three', [size, colour, fit], 'Size: M, Colour: Natural, and Fit: Slim'],
])('R35: options of a variant with %s', (_count, options, text) => {
  expect(describeOptions(options)).toBe(text);
});

test.each([
  ['Linen Apron', 'Size: M', 'Linen Apron (Size: M)'],
  ['Linen Apron', '', 'Linen Apron'],
])('the name %s with %j', (name, optionsText, text) => {
  expect(nameWithOptions(name, optionsText)).toBe(text);
});
