import { describe, expect, test } from '@jest/globals';
import { OperationTypeNode } from 'graphql';
import { sendable } from '../../gateway/operations/answer-length.ts';

const megabyte = 'x'.repeat(1_048_576);
const shownOften = (times: number) => ({
  order: { lineItems: Array.from({ length: times }, () => ({ instructions: megabyte })) },
});

describe('P74: what is shown is bounded by its characters', () => {
  test('an answer of 15 MiB is sent, and its records are counted', () => {
    const result = { data: shownOften(15) };
    expect(sendable(result, OperationTypeNode.QUERY)).toEqual({
      records: 16,
      characters: 15 * 1_048_576 + 'orderlineItems'.length + 15 * 'instructions'.length,
      shown: result,
    });
  });

  test('a query that would show a text 17 times a megabyte shows nothing', () => {
    const { shown } = sendable({ data: shownOften(17) }, OperationTypeNode.QUERY);
    expect([shown.data, shown.errors?.length]).toEqual([null, 1]);
  });

  test('a mutation that would was done, and shows no record', () => {
    const { shown, characters } = sendable({ data: shownOften(17) }, OperationTypeNode.MUTATION);
    expect([shown.data, shown.errors?.length]).toEqual([{ order: null }, 1]);
    expect(characters).toBe(0);
  });

  test('long names count as long texts do', () => {
    const lines = Array.from({ length: 170 }, () => ({ ['a'.repeat(100_000)]: 1 }));
    expect(sendable({ data: { lines } }, OperationTypeNode.QUERY).shown.data).toBeNull();
  });
});
