import pg from 'pg';

/** Advisory lock key for processes that prepare the same database; any number that nobody else uses. */
const advisoryLockKey = 72_707_370;

/**
 * Runs work under a database-wide lock, on a connection beside the pool, so that a pool of one suffices. There is no
 * timeout: the holder does work that every start needs, and a process that dies loses the lock with its connection. A
 * transaction holds it, because behind PgBouncer a session may be shared. `onWait` is called once if another process
 * has the lock. Throws what the work throws, and the database's error if there is no connection.
 */
export async function inTurn<Result>(
  connection: pg.ClientConfig,
  work: () => Promise<Result>,
  onWait: () => void = () => undefined,
): Promise<Result> {
  const client = new pg.Client(connection);
  // the statement that uses a broken connection reports the error
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
