import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { openTestDatabase } from '../support/database.ts';

/**
 * Orders from the time when steps back were not recorded: 1 was emptied twice, 2 has no history, 3 lacks
 * nothing, 4 took two steps back in its checkout and reached payment.
 */
const written = `
  INSERT INTO users (id, email) OVERRIDING SYSTEM VALUE VALUES (7, 'ada@harbour.test');
  INSERT INTO orders (id, number, state, completed_at, payment_state, updated_at) OVERRIDING SYSTEM VALUE VALUES
    (1, 'R1', 'cart', NULL, NULL, '2026-02-01T10:00:09Z'),
    (2, 'R2', 'complete', now(), 'paid', '2026-02-01T10:00:08Z'),
    (3, 'R3', 'address', NULL, NULL, now()), (4, 'R4', 'payment', NULL, NULL, now());
  WITH taken AS (
    INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state, user_id, created_at)
    SELECT id, 'Order', id, event, previous_state, next_state, 7, at::timestamptz FROM (VALUES
      (1, 'next', 'cart', 'address', '2026-02-01T10:00:01Z'),
      (3, 'next', 'cart', 'address', '2026-02-01T10:00:01Z'),
      (4, 'next', 'cart', 'address', '2026-02-01T10:00:01Z'),
      (1, 'complete', 'cart', 'complete', '2026-02-01T10:00:02Z'),
      (4, 'next', 'address', 'delivery', '2026-02-01T10:00:03Z'),
      (4, 'next', 'address', 'delivery', '2026-02-01T10:00:04Z'),
      (4, 'next', 'delivery', 'payment', '2026-02-01T10:00:05Z'),
      (4, 'next', 'address', 'delivery', '2026-02-01T10:00:06Z'),
      (4, 'next', 'delivery', 'payment', '2026-02-01T10:00:07Z')
    ) AS step (id, event, previous_state, next_state, at)
    RETURNING stateful_id, event, created_at
  )
  INSERT INTO outbox_events (event_type, resource_type, resource_id, payload, created_at)
    SELECT 'Order.' || event, 'Order', stateful_id, '{}', created_at FROM taken;
`;

let database: Database;
let migration: string;

beforeAll(async () => {
  database = await openTestDatabase();
  migration = await readFile(
    'prisma/migrations/20261122034500_order_histories/migration.sql',
    'utf8',
  );
  await database.script(written);
});
afterAll(() => database.close());

/** The steps of an order in order: seconds, user, event, from and to. */
async function historyOf(id: number): Promise<string[]> {
  const rows = await database.query(
    `SELECT concat_ws(' ', extract(second FROM created_at)::integer, user_id, event, previous_state, next_state) AS step
     FROM state_changes WHERE stateful_type = 'Order' AND stateful_id = $1 ORDER BY id`,
    [String(id)],
  );
  return rows.map(({ step }) => String(step));
}

const broken = async () => (await findViolations(database)).map(({ name, row }) => [name, row]);

describe('The migration of order histories (L29)', () => {
  test('fills in what they lack, and leaves those alone that lack nothing', async () => {
    expect(await broken()).toHaveLength(5);
    const sound = await database.query('SELECT * FROM state_changes WHERE stateful_id = 3');
    await database.script(migration);
    expect(await broken()).toEqual([]);
    expect(await historyOf(1)).toEqual([
      '1 7 next cart address',
      '2 unrecorded address cart',
      '2 7 complete cart complete',
      '9 unrecorded complete cart',
    ]);
    expect(await historyOf(2)).toEqual(['8 unrecorded cart complete']);
    expect(await historyOf(4)).toEqual([
      '1 7 next cart address',
      '3 7 next address delivery',
      '4 unrecorded delivery address',
      '4 7 next address delivery',
      '5 7 next delivery payment',
      '6 unrecorded payment address',
      '6 7 next address delivery',
      '7 7 next delivery payment',
    ]);
    expect(await database.query('SELECT * FROM state_changes WHERE stateful_id = 3')).toEqual(
      sound,
    );
  });

  test('notifies nobody: what it adds to the outbox is marked as published', async () => {
    const rows = await database.query(
      `SELECT event_type, published_at IS NOT NULL AS published, count(*)::integer AS events
       FROM outbox_events GROUP BY 1, 2 ORDER BY 1`,
    );
    expect(rows).toEqual([
      { event_type: 'Order.complete', published: false, events: 1 },
      { event_type: 'Order.next', published: false, events: 8 },
      { event_type: 'Order.unrecorded', published: true, events: 5 },
    ]);
  });
});
