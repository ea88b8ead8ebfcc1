import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { choresOf } from '../../../gateway/process/housekeeping.ts';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('C35: outbox rows of more than 30 days are deleted by a chore, and the history stays', async () => {
  const { id, number } = await deskOf(database.client, adminViewer).create({
    specialInstructions: 'Ring twice',
  });
  await deskOf(database.client, adminViewer).empty(number);
  const add = (days: number, count: number) =>
    database.client.$executeRawUnsafe(`
      WITH told AS (
        INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state, created_at)
        SELECT ${id}, 'Order', ${id}, 'empty', 'cart', 'cart', now() - interval '${String(days)} days' - n * interval '1 second'
        FROM generate_series(1, ${String(count)}) n RETURNING event, created_at)
      INSERT INTO outbox_events (event_type, resource_type, resource_id, payload, created_at)
      SELECT 'Order.' || event, 'Order', ${id}, '{"orderId": "${id}"}', created_at FROM told`);
  await add(30, 501);
  await add(29, 1);
  const chores = choresOf(database.client, { auditDays: 1, cartDays: 0 }, settings);
  const chore = chores.find(({ name }) => name === 'forget old rows of the outbox');
  expect([await chore?.doPart(), await chore?.doPart()]).toEqual([true, false]);
  expect(await database.client.outboxEvent.count()).toBe(2);
  expect(await database.client.stateChange.count()).toBe(503);
  expect(await findViolations(database)).toEqual([]);
});
