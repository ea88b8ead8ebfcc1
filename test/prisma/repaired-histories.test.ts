import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { openTestDatabase } from '../support/database.ts';

/**
 * Order 1 as the migration `order_histories` left it, its own steps behind those of its payment; its last two were
 * written by machines whose clocks differ. Order 2 lacked nothing, though its clocks differ too.
 */
const written = `
  INSERT INTO orders (id, number) VALUES (1, 'R1'), (2, 'R2');
  INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state, created_at)
  SELECT order_id, type, id, event, previous_state, next_state, '2026-02-01T10:00:00Z'::timestamptz + seconds * interval '1 second'
  FROM (VALUES
    (1, 1, 'Payment', 5, 'process', 'checkout', 'processing', 3),
    (2, 2, 'Order', 2, 'next', 'cart', 'address', 9),
    (3, 2, 'Payment', 6, 'process', 'checkout', 'processing', 8),
    (4, 1, 'Payment', 5, 'complete', 'processing', 'completed', 6),
    (5, 1, 'Order', 1, 'next', 'cart', 'address', 1),
    (6, 1, 'Order', 1, 'unrecorded', 'address', 'cart', 2),
    (7, 1, 'Order', 1, 'next', 'cart', 'address', 2),
    (8, 1, 'Order', 1, 'next', 'address', 'delivery', 5),
    (9, 1, 'Order', 1, 'next', 'delivery', 'payment', 4)
  ) AS step (place, order_id, type, id, event, previous_state, next_state, seconds)
  ORDER BY place;
`;

let database: Database;
let migration: string;
beforeAll(async () => {
  database = await openTestDatabase();
  migration = await readFile(
    'prisma/migrations/20261127091500_repaired_histories/migration.sql',
    'utf8',
  );
  await database.script(written);
});
afterAll(() => database.close());

const stepsOf = (order: number) =>
  database.query('SELECT * FROM state_changes WHERE order_id = $1 ORDER BY id', [order]);

test('A repaired history is read in the order of its times, and the steps of each record keep theirs (L29).', async () => {
  const before = await stepsOf(2);
  await database.script(migration);
  const steps = await stepsOf(1);
  expect(
    steps.map((step) => [
      (step['created_at'] as Date).getUTCSeconds(),
      step['stateful_type'],
      step['event'],
      step['next_state'],
    ]),
  ).toEqual([
    [1, 'Order', 'next', 'address'],
    [2, 'Order', 'unrecorded', 'cart'],
    [2, 'Order', 'next', 'address'],
    [3, 'Payment', 'process', 'processing'],
    [5, 'Order', 'next', 'delivery'],
    [4, 'Order', 'next', 'payment'],
    [6, 'Payment', 'complete', 'completed'],
  ]);
  expect(await stepsOf(2)).toEqual(before);
  await database.script(migration);
  expect(await stepsOf(1)).toEqual(steps);
});
