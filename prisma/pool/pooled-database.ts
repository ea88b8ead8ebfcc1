import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { AnswerTooLarge, mostBytes } from '../fast-path/answer-size.ts';
import { connectionsOf } from './connections.ts';
import type { Database, DatabaseOptions, Row, Session } from '../database.ts';
import { fastClient } from '../fast-path/client.ts';
import { joinable } from '../fast-path/transaction.ts';
import { PrismaClient } from '../generated/client/client.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { driverFactory } from './prisma-driver.ts';
import { gatedClient } from '../shares/gated-client.ts';
import { shareOut, type ShareRules } from '../shares/shares.ts';
import type { Asking, StatementRules, TakenConnection } from './taken-connection.ts';
import { onConnection } from './taken-connection.ts';

/** What differs between the two kinds of database. */
interface KindOfDatabase
  extends Pick<Database, 'kind' | 'inTurn'>, Omit<StatementRules, 'onStatement' | 'prepared'> {
  readonly shares: ShareRules;
}

/** A database with a Prisma driver adapter, for the schema engine. */
export interface PooledDatabase extends Database {
  readonly adapter: SqlDriverAdapterFactory;
}

/** The longest delay of a timer: migrations have no timeout. */
const foreverMs = 2 ** 31 - 1;

/**
 * A database behind a `pg` connection pool: a server, or the one connection of the embedded database. `close`
 * ends the pool. Its client takes the fast path unless that is switched off, and is shared out among callers.
 */
export function pooledDatabase(kind: KindOfDatabase, options: DatabaseOptions): PooledDatabase {
  const { onStatement = () => undefined, onFallback = () => undefined } = options;
  const { pool } = kind;
  // The statement that fails on a connection reports why it was lost. The pool listens only while it has the connection,
  // and hands it over before all that came with the server's greeting is read.
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    boundAnswers(client, mostBytes[kind.kind]);
  });
  const rules: StatementRules = { ...kind, onStatement, prepared: new PreparedStatements() };
  // ad hoc queries are rarely repeated, so they are not prepared
  const asking: Asking = { ...rules, prepared: undefined };
  const adapter = driverFactory(rules);
  const connections = connectionsOf(rules);
  const prisma = new PrismaClient({
    adapter: joinable(adapter, connections.begin),
    transactionOptions: connections.limits,
  });
  const client = shareOut(kind.shares, (request) =>
    options.fastPath === false
      ? gatedClient(prisma, request)
      : fastClient(prisma, connections, onFallback, request),
  );
  const within = <Answer>(timeoutMs: number, work: (session: Session) => Promise<Answer>) =>
    onConnection(asking, (connection) => work(sessionOn(connection, timeoutMs + kind.graceMs)));
  const session: Session = {
    query: (sql, values) => within(kind.readMs, (own) => own.query(sql, values)),
    script: (sql) => within(kind.limits.timeout, (own) => own.script(sql)),
  };
  return {
    ...session,
    kind: kind.kind,
    client,
    prisma,
    adapter,
    session: (work) =>
      onConnection(asking, async (connection) => {
        const own = sessionOn(connection, foreverMs);
        try {
          await own.script(
            'SET statement_timeout = 0; SET lock_timeout = 0; SET idle_in_transaction_session_timeout = 0',
          );
          return await work(own);
        } finally {
          // Closed, not released: its timeouts are off and it may still hold locks.
          connection.close();
        }
      }),
    inTurn: kind.inTurn,
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

/**
 * Closes a connection whose answer to one statement has more bytes than may be received: a row is one text before any
 * of it can be counted, and one of half a gigabyte would end the process. Its statement fails with AnswerTooLarge.
 */
function boundAnswers({ connection }: pg.PoolClient, most: number): void {
  let received = 0;
  connection.on('readyForQuery', () => {
    received = 0;
  });
  const { stream } = connection;
  stream.on('data', ({ length }: Buffer) => {
    received += length;
    if (received > most) stream.destroy(new AnswerTooLarge());
  });
}

function sessionOn(connection: TakenConnection, patienceMs: number): Session {
  return {
    query: async (text, values = []) => {
      const { rows } = await connection.ask<pg.QueryResult<Row>>(
        { text, values: [...values], types: typeParsers },
        patienceMs,
      );
      return rows;
    },
    script: async (text) => {
      await connection.ask({ text }, patienceMs);
    },
  };
}

const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, BigInt);
