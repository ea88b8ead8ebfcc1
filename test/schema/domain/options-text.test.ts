import { expect, test } from '@jest/globals';
import { describeOptions, nameWithOptions } from '../../../schema/domain/options-text.ts';

const part = (typePosition: number, typeId: bigint, type: string, value: string) => ({
  typePosition,
  typeId,
  typePresentation: type,
  presentation: value,
});
const size = part(1, 5n, 'Size', 'M');
const colour = part(2, 3n, 'Colour', 'Natural');
const fit = part(2, 4n, 'Fit', 'Slim');

test.each([
  ['none', [], ''],
  ['one', [size], 'Size: M'],
  ['two', [colour, size], 'Size: M, Colour: Natural'],
  ['three', [fit, colour, size], 'Size: M, Colour: Natural, and Fit: Slim'],
])('R35: options of a variant with %s', (_count, parts, text) => {
  expect(describeOptions(parts)).toBe(text);
});

test.each([
  ['Linen Apron', 'Size: M', 'Linen Apron (Size: M)'],
  ['Linen Apron', '', 'Linen Apron'],
])('R14: the name %s with %j', (name, optionsText, text) => {
  expect(nameWithOptions(name, optionsText)).toBe(text);
});
