import { describe, expect, test } from '@jest/globals';
import { OperationTypeNode } from 'graphql';
import { partsOf } from '../../gateway/graphql/long-result.ts';
import { sendable } from '../../gateway/operations/answer-length.ts';
import { oneATurn } from '../../rest/index.ts';
import { startFake } from './support.ts';

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

describe('a long answer is written in parts', () => {
  const partsIn = async (result: Parameters<typeof partsOf>[0]): Promise<readonly string[]> => {
    const parts: string[] = [];
    for await (const part of oneATurn(partsOf(result))) parts.push(part);
    return parts;
  };

  test('which together are its JSON', async () => {
    const order = { id: '1', total: null, lineItems: [{ quantity: 2, tags: [] }, null], empty: {} };
    for (const data of [{ order, orders: [order, order] }, { 'a"b': [[1], ['"']] }, {}, null]) {
      expect((await partsIn({ data })).join('')).toBe(JSON.stringify({ data }));
    }
    const told = { data: { order }, extensions: { cost: { actual: 1 } } };
    expect((await partsIn(told)).join('')).toBe(JSON.stringify(told));
  });

  test('of some 64 KiB, with turns for others in between', async () => {
    let turns = 0;
    const others = setInterval(() => (turns += 1), 0);
    const parts = await partsIn({ data: shownOften(10) });
    clearInterval(others);
    expect(parts.length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(1_200_000);
    expect(turns).toBeGreaterThan(0);
  });

  test('and sent as it is made', async () => {
    const store = await startFake();
    const word = 'abc '.repeat(1_000);
    const { status, headers, json } = await store.query(`{ repeat(word: "${word}", times: 300) }`);
    expect([status, headers['transfer-encoding']]).toEqual([200, 'chunked']);
    expect(json).toMatchObject({ data: { repeat: word.repeat(300) } });
    await store.stop();
  });
});
