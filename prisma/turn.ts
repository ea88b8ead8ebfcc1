import pg from 'pg';

/** What processes that prepare one database wait for each other with; any number that nobody else uses. */
const advisoryLockKey = 72_707_370;

/** How waiting is reported; the connection is the server's, with what its pool has. */
interface TurnOptions {
  readonly url: string;
  readonly connectionTimeoutMillis: number;
  /** Called once, where another process has the turn. */
  readonly onWait: () => void;
}

/**
 * Runs work while no other process of the database has its turn, on a connection beside the pool, so
 * that a pool of one suffices. There is no timeout: the process that has the turn is doing work that every
 * start needs, and a process that dies loses it with its connection. A transaction holds it, because a
 * session may be somebody else's behind PgBouncer.
 * Throws what the work throws, and the database's error when there is no connection to be had.
 * Decision: L50.
 */
export async function inTurn<Result>(
  { url, connectionTimeoutMillis, onWait }: TurnOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis, keepAlive: true });
  // the statement that runs into a broken connection reports it
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`BEGIN;
      SET LOCAL statement_timeout = 0;
      SET LOCAL lock_timeout = 0;
      SET LOCAL idle_in_transaction_session_timeout = 0`);
    const { rows } = await client.query<{ mine: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1) AS mine',
      [advisoryLockKey],
    );
    if (rows[0]?.mine !== true) {
      onWait();
      await client.query('SELECT pg_advisory_xact_lock($1)', [advisoryLockKey]);
    }
    return await work();
  } finally {
    await client.end();
  }
}
