import type { Database, Session } from '../../prisma/database.ts';
import { patiently } from './waiting.ts';

/** Returns once so many connections to the database wait for a lock that another one holds. */
export const whenWaiting = (database: Database, what: string, connections = 1): Promise<number> =>
  patiently(what, 300_000, async () => {
    const waiting = await database.query(
      "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    return waiting.length >= connections;
  });

/** Returns once a connection waits for a lock that this session holds. */
export async function whenHeldUp(database: Database, holder: Session): Promise<void> {
  const [row] = await holder.query('SELECT pg_backend_pid() AS pid');
  await patiently('a connection waits for the session', 300_000, async () => {
    const waiting = await database.query(
      'SELECT FROM pg_stat_activity WHERE $1::integer = ANY(pg_blocking_pids(pid))',
      [row?.['pid']],
    );
    return waiting.length > 0;
  });
}

/** The response to a write that waits for a transaction which then changes what the write had read. */
export function overtake<T>(
  database: Database,
  change: (session: Session) => Promise<unknown>,
  write: () => Promise<T>,
): Promise<T> {
  return database.session(async (session) => {
    await session.script('BEGIN');
    await change(session);
    const answer = write();
    await whenWaiting(database, 'the write waits');
    await session.script('COMMIT');
    return answer;
  });
}
