import type { Database } from '../../prisma/database.ts';
import { patiently } from '../../reliability/waiting.ts';

/** Returns once so many connections to the database wait for a lock that another one holds. */
export const whenWaiting = (database: Database, what: string, connections = 1): Promise<number> =>
  patiently(what, 300_000, async () => {
    const waiting = await database.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length >= connections;
  });
