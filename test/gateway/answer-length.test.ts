import { describe, expect, test } from '@jest/globals';
import { sendable } from '../../gateway/operations/answer-length.ts';

const megabyte = 'x'.repeat(1_048_576);
const shownOften = (times: number) => ({
  order: { lineItems: Array.from({ length: times }, () => ({ instructions: megabyte })) },
});

describe('P74: what is shown is bounded by its characters', () => {
  test('an answer of 60 MiB is sent, and its records are counted', () => {
    const result = { data: shownOften(60) };
    expect(sendable(result, true)).toEqual({ records: 61, shown: result });
  });

  test('a query that would show a text 65 times a megabyte shows nothing', () => {
    const { shown } = sendable({ data: shownOften(65) }, true);
    expect([shown.data, shown.errors?.length]).toEqual([null, 1]);
  });

  test('a mutation that would was done, and shows no record', () => {
    const { shown } = sendable({ data: shownOften(65) }, false);
    expect([shown.data, shown.errors?.length]).toEqual([{ order: null }, 1]);
  });

  test('long names count as long texts do', () => {
    const lines = Array.from({ length: 700 }, () => ({ ['a'.repeat(100_000)]: 1 }));
    expect(sendable({ data: { lines } }, true).shown.data).toBeNull();
  });
});
