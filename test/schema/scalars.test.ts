import { describe, expect, test } from '@jest/globals';
import { parse, validate } from 'graphql';
import { schema } from '../../schema/index.ts';

/** What is wrong with a document, and in which line. */
const faults = (document: string) =>
  validate(schema, parse(document)).map(({ message, locations }) => [
    message,
    locations?.map(({ line }) => line),
  ]);

const rows = (first: string, second: string): string => `mutation {
  setPrices(rows: [
    { variant: { sku: "KET" }, price: ${first} }
    { variant: { sku: "MUG" }, price: ${second} }
  ]) { userErrors { message } }
}`;

const notAnAmount = 'This is not an amount, such as "79.95".';

describe('A value in a document that does not have the form of its scalar is refused with its place', () => {
  test('an amount', () => {
    expect(faults(rows('"64.00"', '"12,50"'))).toEqual([[notAnAmount, [4]]]);
    expect(faults(rows('true', '{ amount: "12.50" }'))).toEqual([
      [notAnAmount, [3]],
      [notAnAmount, [4]],
    ]);
  });

  test('a time', () => {
    const document = `{
      orders(filter: {
        completedAt: { gteq: "yesterday", lt: "2026-03-01" }
      }) { totalCount }
    }`;
    expect(faults(document)).toEqual([
      ['This is not a time, such as "2024-02-06T15:04:05Z".', [3]],
    ]);
  });
});

test('An amount in a document may be a text, a whole number or one with decimals', () => {
  expect(faults(rows('"12.50"', '12'))).toEqual([]);
  expect(faults(rows('12.5', '-0'))).toEqual([]);
});
