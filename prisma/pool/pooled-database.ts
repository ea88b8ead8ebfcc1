import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { connectionsOf } from './connections.ts';
import type { Database, DatabaseOptions, Row, Session } from '../database.ts';
import { PreparedStatements } from './prepared-statements.ts';
import { driverFactory } from './prisma-driver.ts';
import type { ShareRules } from '../shares/shares.ts';
import type { StatementRules } from './statement-rules.ts';
import { storeClient } from './store-client.ts';
import type { Asking, TakenConnection } from './taken-connection.ts';
import { onConnection } from './taken-connection.ts';

/** What differs between the two kinds of database. */
interface KindOfDatabase
  extends
    Pick<Database, 'kind' | 'inTurn'>,
    Pick<StatementRules, 'pool' | 'readMs' | 'limits' | 'graceMs' | 'onBegin'> {
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
 * ends the pool.
 * Decision: C30, N51.
 */
export function pooledDatabase(kind: KindOfDatabase, options: DatabaseOptions): PooledDatabase {
  const { onStatement = () => undefined, preparedStatements = true } = options;
  const { pool } = kind;
  const rules: StatementRules = {
    ...kind,
    onStatement,
    prepared: preparedStatements ? new PreparedStatements() : undefined,
  };
  // ad hoc queries are rarely repeated, so they are not prepared
  const asking: Asking = { pool, prepared: undefined };
  const adapter = driverFactory(rules);
  const { prisma, client } = storeClient(adapter, connectionsOf(rules), kind.shares, options);
  const session: Session = {
    query: (sql, values) =>
      onConnection(asking, (connection) =>
        sessionOn(connection, onStatement, kind.readMs + kind.graceMs).query(sql, values),
      ),
    script: (sql) =>
      onConnection(asking, (connection) =>
        sessionOn(connection, onStatement, kind.limits.timeout + kind.graceMs).script(sql),
      ),
  };
  return {
    ...session,
    kind: kind.kind,
    client,
    prisma,
    adapter,
    session: (work) =>
      onConnection(asking, async (connection) => {
        const own = sessionOn(connection, onStatement, foreverMs);
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

function sessionOn(
  connection: TakenConnection,
  onStatement: (sql: string) => void,
  patienceMs: number,
): Session {
  return {
    query: async (text, values = []) => {
      onStatement(text);
      const { rows } = await connection.ask<pg.QueryResult<Row>>(
        { text, values: [...values], types: typeParsers },
        patienceMs,
      );
      return rows;
    },
    script: async (text) => {
      onStatement(text);
      await connection.ask({ text }, patienceMs);
    },
  };
}

const typeParsers = new pg.TypeOverrides();
typeParsers.setTypeParser(pg.types.builtins.INT8, BigInt);
