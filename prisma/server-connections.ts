import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { AnswerSize } from './fast-path/answer-size.ts';
import type { Answer, Connections, HeldTransaction } from './fast-path/connection.ts';
import type { Sql } from './fast-path/statement.ts';
import { Prisma } from './generated/client/client.ts';
import { beginSql, observeQueries } from './statements.ts';

interface DriverOptions {
  readonly statementNameGenerator?: (query: { sql: string }) => string;
}

/** The pool as the fast path uses it; statements have the names that Prisma's driver gives them. Decision: Q6. */
export function serverConnections(
  pool: pg.Pool,
  options: DriverOptions,
  limits: Connections['limits'],
  onStatement: (sql: string) => void,
): Connections {
  const sendOn =
    (connection: pg.Pool | pg.PoolClient) =>
    async ({ text, values }: Sql): Promise<Answer> => {
      onStatement(text);
      const name = options.statementNameGenerator?.({ sql: text });
      const size = new AnswerSize();
      const { rows, fields, rowCount } = await connection.query<unknown[]>({
        text,
        values: values as unknown[],
        rowMode: 'array',
        types: parsersWithin(size),
        ...(name && { name }),
      });
      size.check();
      return { rows, columns: fields.map((field) => field.name), affected: rowCount ?? 0 };
    };
  return {
    send: sendOn(pool),
    limits,
    begin: async (isolation) => {
      const connection = await pool.connect();
      // An error on a connection in use is told by the statement that runs into it.
      connection.on('error', ignore);
      let isOver = false;
      const end = async (verb: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
        isOver = true;
        let failure: unknown = true;
        try {
          onStatement(verb);
          const { command } = await connection.query(verb);
          failure = undefined;
          if (command !== verb) throw new Error('The transaction was rolled back, not committed.');
        } finally {
          connection.off('error', ignore);
          connection.release(failure !== undefined);
        }
      };
      try {
        const begin = beginSql(isolation);
        onStatement(begin);
        await connection.query(begin);
      } catch (error) {
        connection.off('error', ignore);
        connection.release(true);
        throw error;
      }
      const held: HeldTransaction = {
        send: sendOn(connection),
        driver: async () =>
          observeQueries(
            await new PrismaPg(
              poolOn(pool, connection, () => isOver),
              options,
            ).connect(),
            onStatement,
          ),
        commit: () => end('COMMIT'),
        rollback: () => end('ROLLBACK'),
      };
      return held;
    },
  };
}

/** How values are read, records within what one statement may bring. Decision: P74. */
const parsersWithin = (size: AnswerSize): pg.CustomTypesConfig => ({
  getTypeParser: (type: number, format?: 'text' | 'binary'): unknown =>
    type === (pg.types.builtins.JSON as number) ? size.read : parsers.getTypeParser(type, format),
});

const ignore = (): void => undefined;

/**
 * The pool as seen from inside a transaction: its queries go to the transaction's connection, and
 * nowhere once that has ended, because the connection is somebody else's by then.
 */
function poolOn(pool: pg.Pool, connection: pg.PoolClient, isOver: () => boolean): pg.Pool {
  const own: Readonly<Record<string | symbol, unknown>> = {
    query: (query: pg.QueryConfig) =>
      isOver()
        ? Promise.reject(new Error('The connection is closed: the transaction has ended.'))
        : connection.query(query),
    on: ignore,
    removeListener: ignore,
  };
  return new Proxy(pool, {
    get: (target, key) => own[key] ?? (Reflect.get(target, key) as unknown),
  });
}

const parsers = new pg.TypeOverrides();
parsers.setTypeParser(pg.types.builtins.INT8, BigInt);
parsers.setTypeParser(pg.types.builtins.NUMERIC, (text) => new Prisma.Decimal(text));
