import pg from 'pg';
import type { Connections } from '../fast-path/connection.ts';
import type { PreparedStatements } from './prepared-statements.ts';

/** A statement as `pg` takes it, returning rows as arrays or as objects. */
type Query = pg.QueryConfig | pg.QueryArrayConfig;

/** What all statements of a pool share. */
export interface Asking {
  readonly pool: pg.Pool;
  /** Without it statements are sent unnamed. */
  readonly prepared: PreparedStatements | undefined;
  /** Called with every SQL statement, BEGIN and COMMIT included, before it is sent. */
  readonly onStatement: (sql: string) => void;
}

/** Statement timeouts, in milliseconds. */
export interface StatementRules extends Asking {
  /** Timeout of a statement outside of transactions. */
  readonly readMs: number;
  /** Timeouts for beginning a transaction and for running one. */
  readonly limits: Connections['limits'];
  /** How much longer than its own timeout a database that has timeouts is waited for. */
  readonly graceMs: number;
  /** SQL that sets the statement timeout of a transaction, in milliseconds; sent together with BEGIN. */
  readonly onBegin: (timeout: number) => string;
}

/**
 * A list of more values has a plan of its own each time: one for all lists takes every list for ten values, and finds each of
 * hundreds of texts by its trigrams.
 */
const longList = 100;

const isLong = (value: unknown): boolean => Array.isArray(value) && value.length > longList;

/** SQLSTATE of a statement in a transaction that an earlier one aborted. */
const inFailedTransaction = '25P02';

interface Question {
  readonly query: Query;
  readonly name: string | undefined;
  readonly patienceMs: number;
}

/**
 * A statement as `pg` reads it. `pg` copies what it is given, property by property with its descriptor: of this object
 * there is one to copy, which takes a third of the time of an object with all six.
 */
class Asked {
  private readonly question: Question;

  constructor(question: Question) {
    this.question = question;
  }

  get text(): string {
    return this.question.query.text;
  }

  get values(): unknown[] | undefined {
    return this.question.query.values;
  }

  get name(): string | undefined {
    return this.question.name;
  }

  get rowMode(): 'array' | undefined {
    return 'rowMode' in this.question.query ? 'array' : undefined;
  }

  get types(): pg.CustomTypesConfig | undefined {
    return this.question.query.types;
  }

  get query_timeout(): number {
    return this.question.patienceMs;
  }
}

/**
 * A connection taken from the pool, to be released once. If a statement on it was given up, or the database
 * closed it, it is closed instead and nothing more is sent on it.
 */
export class TakenConnection {
  private readonly client: pg.PoolClient;
  private readonly asking: Asking;
  private isTaken = true;
  private isGathering = false;
  /** What aborted the transaction that runs on it. */
  private failure: pg.DatabaseError | undefined;

  /** Throws the driver's error if none becomes free in time. */
  static async of(asking: Asking): Promise<TakenConnection> {
    return new TakenConnection(await asking.pool.connect(), asking);
  }

  private constructor(client: pg.PoolClient, asking: Asking) {
    this.client = client;
    this.asking = asking;
  }

  get isOpen(): boolean {
    return this.isTaken;
  }

  /**
   * Sends a statement without waiting for those sent before it; the database runs them in this order. After
   * `patienceMs` without a response it is given up and the connection closed. What is refused because an earlier statement
   * failed throws the error of that one: the caller may hear of either first. `told` is what `onStatement` hears.
   */
  async ask<Answer extends pg.QueryResult | pg.QueryArrayResult>(
    query: Query,
    patienceMs: number,
    told = query.text,
  ): Promise<Answer> {
    if (!this.isOpen) throw new Error('The connection is closed: nothing more can be sent on it.');
    const { prepared, onStatement } = this.asking;
    onStatement(told);
    const { text, values } = query;
    const name = values && !values.some(isLong) ? prepared?.nameOf(text, this.client) : undefined;
    const asked = new Asked({ query, name, patienceMs }) as Query;
    try {
      const answer = (await this.client.query(asked)) as Answer;
      this.failure = undefined;
      return answer;
    } catch (error) {
      if (!leavesConnection(error)) this.close();
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code !== inFailedTransaction) this.failure = error;
      throw this.failure ?? error;
    }
  }

  /** Statements asked before the program waits for anything leave in one write to the socket. Decision: Q84. */
  gather(): void {
    if (this.isGathering) return;
    this.isGathering = true;
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => {
      this.isGathering = false;
      stream.uncork();
    });
  }

  giveBack(): void {
    this.end(false);
  }

  /** Closes the connection, even in the middle of a statement. */
  close(): void {
    this.end(true);
  }

  private end(isBroken: boolean): void {
    if (!this.isTaken) return;
    this.isTaken = false;
    this.client.release(isBroken);
  }
}

/** Whether the database answered with an error, so the connection is still usable; a standby is not (25006). */
const leavesConnection = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !/^(08|57P|25006)/.test(error.code ?? '');

/** Runs work on a pooled connection and releases it. */
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
