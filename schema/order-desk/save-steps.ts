import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Db } from '../context.ts';
import { forgetRows } from '../old-rows.ts';
import type { Write } from '../write.ts';
import type { Change } from './difference.ts';

/**
 * Stores what was fired: who, when, from and to, with an outbox row each that holds only ids and states.
 * Decision: C32 (state_changes), C35 (outbox_events), L29.
 */
export function putSteps(
  { now, userId }: Write,
  changes: readonly Change[],
): readonly Prisma.Sql[] {
  const rows = changes.flatMap(({ after }) =>
    after.steps.map(({ id, ...step }) => ({ ...step, id: String(id), order_id: String(after.id) })),
  );
  if (rows.length === 0) return [];
  const time = now.toISOString();
  const steps = Prisma.sql`
    ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS (type text, id bigint, event text, "from" text, "to" text, order_id bigint))
      WITH ORDINALITY AS s(type, id, event, previous, next, order_id, place)`;
  return [
    Prisma.sql`
      INSERT INTO state_changes
        (order_id, stateful_type, stateful_id, event, previous_state, next_state, user_id, created_at)
      SELECT order_id, type, id, event, previous, next, ${userId}::bigint, ${time}::timestamptz
      FROM ${steps} ORDER BY place`,
    Prisma.sql`
      INSERT INTO outbox_events (event_type, resource_type, resource_id, payload, created_at, next_attempt_at)
      SELECT type || '.' || event, type, id,
             jsonb_build_object('orderId', order_id::text, 'id', id::text, 'event', event,
                                'previousState', previous, 'nextState', next),
             ${time}::timestamptz, ${time}::timestamptz
      FROM ${steps} ORDER BY place`,
  ];
}

const outboxDays = 30;

/** Deletes up to that many outbox rows that are old; returns how many. */
export const forgetOldEvents = (db: Db, most: number): Promise<number> =>
  forgetRows(db, { table: 'outbox_events', column: 'created_at', days: outboxDays }, most);
