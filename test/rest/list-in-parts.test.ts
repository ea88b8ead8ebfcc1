import { text } from 'node:stream/consumers';
import { describe, expect, test } from '@jest/globals';
import { createFailure } from '../../rest/failures.ts';
import { PartFailed, streamList } from '../../rest/answer/list-in-parts.ts';
import { LongBody, bodyOf, listOf, textsOf } from '../../rest/answer/long-list.ts';

const ids = Array.from({ length: 20 }, (_, place) => place + 1);
const pageOf = (found: readonly number[]) => ({
  orders: { nodes: found.map((id) => ({ id })).reverse(), totalCount: ids.length },
});
const show = (data: unknown): unknown => {
  const { nodes } = (data as ReturnType<typeof pageOf>).orders;
  return { orders: nodes, count: nodes.length };
};
const around = '{"orders":[],"count":20}';

describe('safety 18b: a list whose records are too large to be read at once', () => {
  test('is returned in parts, in order, without records deleted meanwhile', async () => {
    const read = (part: readonly unknown[]) =>
      Promise.resolve({ data: pageOf((part as number[]).filter((id) => id !== 9)) });
    const body = await text(await streamList({ ids, around, partSize: 8, read, show }));
    expect(JSON.parse(body)).toEqual({
      orders: ids.filter((id) => id !== 9).map((id) => ({ id })),
      count: 20,
    });
  });

  test('is read one record at a time from the first part on that is too large', async () => {
    const sizes: number[] = [];
    const read = (part: readonly unknown[]) => {
      sizes.push(part.length);
      const isTooLarge = part.length > 1 && part.includes(10);
      return Promise.resolve(
        isTooLarge
          ? { failure: createFailure('answerTooLarge') }
          : { data: pageOf(part as number[]) },
      );
    };
    const body = await text(await streamList({ ids, around, partSize: 8, read, show }));
    expect(JSON.parse(body)).toEqual({ orders: ids.map((id) => ({ id })), count: 20 });
    expect(sizes).toEqual([8, 8, ...Array<number>(12).fill(1)]);
  });

  test('N24: is read by tenths of its parts as long as they are too large', async () => {
    const sizes: number[] = [];
    const read = (part: readonly unknown[]) => {
      sizes.push(part.length);
      const isTooLarge = part.length > 1 && part.includes(13);
      return Promise.resolve(
        isTooLarge
          ? { failure: createFailure('answerTooLarge') }
          : { data: pageOf(part as number[]) },
      );
    };
    const body = await text(await streamList({ ids, around, partSize: 100, read, show }));
    expect(JSON.parse(body)).toEqual({ orders: ids.map((id) => ({ id })), count: 20 });
    expect(sizes).toEqual([20, 10, 10, ...Array<number>(10).fill(1)]);
  });

  test('is refused when its first record alone is too large', async () => {
    const read = () => Promise.resolve({ failure: createFailure('answerTooLarge') });
    await expect(streamList({ ids, around, partSize: 8, read, show })).rejects.toThrow(PartFailed);
  });

  test('ends within its body when a later part fails', async () => {
    const read = (part: readonly unknown[]) =>
      Promise.resolve(
        part.includes(20)
          ? { failure: createFailure('unavailable') }
          : { data: pageOf(part as number[]) },
      );
    await expect(text(await streamList({ ids, around, partSize: 8, read, show }))).rejects.toThrow(
      PartFailed,
    );
  });

  test('reads nothing ahead of what is taken', async () => {
    let reads = 0;
    const read = (part: readonly unknown[]) => {
      reads += 1;
      return Promise.resolve({ data: pageOf(part as number[]) });
    };
    const body = await streamList({ ids, around, partSize: 8, read, show });
    expect(reads).toBe(1);
    body.destroy();
    expect(reads).toBe(1);
  });
});

describe('safety 18b: a list of thousands inside a record', () => {
  const units = Array.from({ length: 2_345 }, (_, id) => ({ id }));
  const record = {
    before: [],
    units: listOf(units, ({ id }) => ({ id, name: `"${id}"` })),
    after: 1,
  };

  test('is written in parts that together are the JSON of the record', () => {
    const body = bodyOf({ shipment: record });
    expect(body).toBeInstanceOf(LongBody);
    const texts = [...(body as LongBody).texts()];
    expect(texts.length).toBeGreaterThan(20);
    expect(JSON.parse(texts.join(''))).toEqual({
      shipment: { before: [], units: units.map(({ id }) => ({ id, name: `"${id}"` })), after: 1 },
    });
  });

  test('may stand in a list of records', () => {
    const text = [...textsOf(bodyOf([record, record], 1))].join('');
    expect(JSON.parse(`[${text}]`)).toHaveLength(2);
  });

  test('is an ordinary list while it is short', () => {
    expect(bodyOf({ units: listOf(units.slice(0, 2), ({ id }) => id) })).toBe('{"units":[0,1]}');
  });
});
