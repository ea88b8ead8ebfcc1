import pg from 'pg';
import type { PreparedStatements } from './prepared-statements.ts';

/** A statement as `pg` takes it, its rows as arrays or as records. */
type Query = pg.QueryConfig | pg.QueryArrayConfig;

/** What every statement on a pool has in common. */
export interface Asking {
  readonly pool: pg.Pool;
  /** Without it every statement is sent without a name. */
  readonly prepared: PreparedStatements | undefined;
}

/**
 * A connection taken out of the pool, to be given back once. One on which a statement was given up, or that the
 * database has ended, is closed instead, and nothing more is sent on it.
 */
export class TakenConnection {
  private readonly client: pg.PoolClient;
  private readonly prepared: PreparedStatements | undefined;
  private state: 'taken' | 'given back' | 'closed' = 'taken';

  /** Throws the driver's error where none becomes free in time. */
  static async of({ pool, prepared }: Asking): Promise<TakenConnection> {
    return new TakenConnection(await pool.connect(), prepared);
  }

  private constructor(client: pg.PoolClient, prepared: PreparedStatements | undefined) {
    this.client = client;
    this.prepared = prepared;
    // An error on a connection in use is reported by the statement that runs into it.
    client.on('error', ignore);
  }

  get isOpen(): boolean {
    return this.state === 'taken';
  }

  /** Runs a statement; after `patienceMs` without an answer it is given up and the connection closed. */
  async ask<Answer extends pg.QueryResult | pg.QueryArrayResult>(
    query: Query,
    patienceMs: number,
  ): Promise<Answer> {
    if (!this.isOpen) throw new Error('The connection is closed: nothing more can be sent on it.');
    const name = query.values && this.prepared?.nameOf(query.text, this.client);
    const asked = { ...query, ...(name !== undefined && { name }), query_timeout: patienceMs };
    try {
      return (await this.client.query(asked)) as Answer;
    } catch (error) {
      if (!leavesConnection(error)) this.close();
      throw error;
    }
  }

  giveBack(): void {
    this.end('given back');
  }

  /** Ends the connection, in the middle of a statement as well. */
  close(): void {
    this.end('closed');
  }

  private end(state: 'given back' | 'closed'): void {
    if (!this.isOpen) return;
    this.state = state;
    this.client.off('error', ignore);
    this.client.release(state === 'closed');
  }
}

/** Whether the database answered with an error and still listens on the connection. */
const leavesConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P)/.test(error.code ?? '');

const ignore = (): void => undefined;

/** Runs work on a connection of the pool's, and gives it back. */
export async function onConnection<Result>(
  asking: Asking,
  work: (connection: TakenConnection) => Promise<Result>,
): Promise<Result> {
  const connection = await TakenConnection.of(asking);
  try {
    return await work(connection);
  } finally {
    connection.giveBack();
  }
}
