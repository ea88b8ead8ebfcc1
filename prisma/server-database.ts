import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import type { Database, DatabaseOptions, Row, Session } from './database.ts';
import { serverConnections } from './server-connections.ts';
import { storeClient } from './store-client.ts';
import { inTurn } from './turn.ts';

/** Times in milliseconds after which waiting is given up, so that trouble is answered, not waited out. */
const limits = {
  connectionTimeoutMillis: 2_000,
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 5_000,
};

const transactionOptions = { maxWait: 2_000, timeout: 5_000 };

/**
 * How long a statement may stay without any answer. The server itself ends a statement before: beyond
 * that it is silent, frozen or cut off without a sign. In milliseconds; L30.
 */
const silenceMs = 7_000;

/** The longest time a timer can wait: migrations take as long as they take. */
const foreverMs = 2 ** 31 - 1;

const preparedStatementsLimit = 500;
const standardPoolSize = 8;

/** The share of the connections that writes may have at once; the rest is for reads. Decision: L40. */
const shareOfWrites = 0.75;

/**
 * Opens a database on a PostgreSQL server.
 * Connections are kept open; waiting for one, for a lock or for an answer has a limit.
 * Throws an Error when the server does not answer or its sessions are not in UTC, because times
 * would then be read and written with an offset.
 * Decision: C30.
 */
export async function openServer(options: DatabaseOptions & { url: string }): Promise<Database> {
  const { onStatement = () => undefined, onConnectionLost = () => undefined } = options;
  const { poolSize = standardPoolSize } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    max: poolSize,
    idleTimeoutMillis: 0,
    // compiling a statement takes longer than any of ours runs
    options: '-c TimeZone=UTC -c jit=off',
    keepAlive: true,
    query_timeout: silenceMs,
    ...limits,
  });
  pool.on('error', onConnectionLost);
  const session = sessionOn(pool, onStatement);
  try {
    await refuseOtherTimeZones(session);
  } catch (error) {
    await pool.end();
    throw error;
  }
  const driverOptions =
    options.preparedStatements === false ? {} : { statementNameGenerator: statementNames() };
  const adapter = new PrismaPg(pool, driverOptions);
  const { prisma, client } = storeClient(
    adapter,
    serverConnections(pool, driverOptions, transactionOptions, onStatement),
    { width: Math.ceil(poolSize * shareOfWrites), stallMs: limits.connectionTimeoutMillis },
    options,
  );
  return {
    ...session,
    kind: 'server',
    client,
    prisma,
    session: (work) => withOwnConnection(pool, onStatement, work),
    inTurn: (work, onWait = () => undefined) =>
      inTurn({ url: options.url, ...limits, onWait }, work),
    connections: () => ({
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: async () => {
      await session.query('SELECT 1');
    },
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

async function refuseOtherTimeZones(session: Session): Promise<void> {
  const [row] = await session.query('SHOW TimeZone');
  const zone = row?.TimeZone;
  if (zone !== 'UTC') {
    throw new Error(
      `The sessions of the database are in time zone ${String(zone)}, not UTC: times would be shifted. ` +
        "Remove the time zone from the database's address or run ALTER ROLE ... SET timezone = 'UTC'.",
    );
  }
}

/** A name for each statement text, up to a limit: a name lets the server keep the statement's plan. */
function statementNames(): (query: { sql: string }) => string {
  const names = new Map<string, string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    // Without a name the server forgets the statement; filters make endlessly many texts.
    if (names.size >= preparedStatementsLimit) return '';
    const name = `s${String(names.size)}`;
    names.set(sql, name);
    return name;
  };
}

async function withOwnConnection<Result>(
  pool: pg.Pool,
  onStatement: (sql: string) => void,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  // An error on a connection in use is told by the statement that runs into it.
  connection.on('error', () => undefined);
  try {
    const session = sessionOn(connection, onStatement, foreverMs);
    await session.script(
      'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
    );
    return await work(session);
  } finally {
    // Ended, not given back: its limits are off and it may still hold locks.
    connection.release(true);
  }
}

function sessionOn(
  connection: pg.Pool | pg.PoolClient,
  onStatement: (sql: string) => void,
  silenceLimitMs = silenceMs,
): Session {
  const patience = { query_timeout: silenceLimitMs };
  return {
    query: async (text, values = []) => {
      onStatement(text);
      const { rows } = await connection.query<Row>({
        text,
        values: [...values],
        types: typeParsers,
        ...patience,
      });
      return rows;
    },
    script: async (sql) => {
      onStatement(sql);
      await connection.query({ text: sql, ...patience });
    },
  };
}

const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, BigInt);
