import { expect, test } from '@jest/globals';
import type { Reading } from '../../prisma/fast-path/read.ts';
import { readWhole } from '../../prisma/fast-path/read-whole.ts';

type Row = readonly [cells: readonly number[] | null, ...others: readonly unknown[]];

/** Reads a page of which each statement brings these rows; tells the statements, and what was told of the page. */
async function readPage(...answers: readonly (readonly Row[])[]) {
  const asked: unknown[] = [];
  const told: unknown[] = [];
  const reading: Reading = {
    text: 'page',
    values: [],
    read: ([id]: readonly number[]) => ({ id }),
    tell: (rows) => told.push(rows.map(([, key]) => key)),
    others: (ids) => ({ text: 'others', values: [...ids] }),
  };
  const left = [...answers];
  const records = await readWhole(reading, (sqlOf) => {
    const { text, values } = sqlOf(reading);
    asked.push([text, ...values]);
    return Promise.resolve({ reading, rows: left.shift() ?? [] });
  });
  return { ids: records.map(({ id }) => id), asked, told };
}

test('rows that a statement leaves out are read by the next ones, in their order, and told with the first', async () => {
  const page = await readPage(
    [
      [[1], 'a', '1'],
      [null, 'b', '2'],
      [null, 'c', '3'],
    ],
    [
      [[2], '2'],
      [null, '3'],
    ],
    [[[3], '3']],
  );
  expect(page).toEqual({
    ids: [1, 2, 3],
    asked: [['page'], ['others', '2', '3'], ['others', '3']],
    told: [['a', 'b', 'c']],
  });
});

test('a page of which a row is gone meanwhile is read anew, so that its total and keys are those of its rows', async () => {
  const page = await readPage(
    [
      [[1], 'a', '1'],
      [null, 'b', '2'],
      [null, 'c', '3'],
    ],
    [[[3], '3']],
    [
      [[1], 'a', '1'],
      [null, 'c', '3'],
    ],
    [[[3], '3']],
  );
  expect(page).toEqual({
    ids: [1, 3],
    asked: [['page'], ['others', '2', '3'], ['page'], ['others', '3']],
    told: [['a', 'c']],
  });
});
