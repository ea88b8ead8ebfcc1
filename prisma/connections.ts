import pg from 'pg';
import { AnswerSize } from './fast-path/answer-size.ts';
import type { Answer, Connections, HeldTransaction } from './fast-path/connection.ts';
import type { Sql } from './fast-path/statement.ts';
import { Prisma } from './generated/client/client.ts';
import { driverInside } from './prisma-driver.ts';
import { onConnection, TakenConnection } from './taken-connection.ts';
import type { Asking } from './taken-connection.ts';

/** How long statements may take, in milliseconds, and what they have in common. */
export interface StatementRules extends Asking {
  /** Called with every SQL statement, BEGIN and COMMIT included, before it is sent. */
  readonly onStatement: (sql: string) => void;
  /** The longest time of a statement outside of transactions. */
  readonly readMs: number;
  /** The waiting for a transaction, and the longest time of one. */
  readonly limits: Connections['limits'];
  /** How much longer than that an answer is waited for, where the database has limits of its own. */
  readonly graceMs: number;
  /** SQL that gives a transaction its own limit of a statement; sent together with BEGIN. */
  readonly onBegin: string;
}

/** The pool as the fast path uses it, for either kind of database. Decision: Q6, N51, N53. */
export function connectionsOf(rules: StatementRules): Connections {
  const { onStatement, limits, graceMs } = rules;
  return {
    limits,
    send: (sql, size) =>
      onConnection(rules, (connection) =>
        send(rules, connection, sql, rules.readMs + graceMs, size),
      ),
    begin: async (isolation, timeout = limits.timeout) => {
      const connection = await TakenConnection.of(rules);
      const text = isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`;
      onStatement(text);
      try {
        await connection.ask({ text: `${text}${rules.onBegin}` }, rules.readMs + graceMs);
      } catch (error) {
        connection.close();
        throw error;
      }
      const end = performance.now() + timeout;
      const patience = (): number => Math.max(1, end - performance.now()) + graceMs;
      return {
        send: (sql) => send(rules, connection, sql, patience()),
        driver: () => driverInside(rules, (query) => connection.ask(query, patience())),
        commit: () => finish(rules, connection, 'COMMIT'),
        rollback: () => finish(rules, connection, 'ROLLBACK'),
      } satisfies HeldTransaction;
    },
  };
}

async function send(
  { onStatement }: StatementRules,
  connection: TakenConnection,
  { text, values }: Sql,
  patienceMs: number,
  size = new AnswerSize(),
): Promise<Answer> {
  onStatement(text);
  const { rows, fields, rowCount } = await connection.ask<pg.QueryArrayResult<unknown[]>>(
    { text, values: values as unknown[], rowMode: 'array', types: parsersWithin(size) },
    patienceMs,
  );
  size.check();
  return { rows, columns: fields.map((field) => field.name), affected: rowCount ?? 0 };
}

/** Ends the transaction and gives the connection back. One that was closed took the transaction with it. */
async function finish(
  { onStatement, limits, graceMs }: StatementRules,
  connection: TakenConnection,
  verb: 'COMMIT' | 'ROLLBACK',
): Promise<void> {
  if (verb === 'ROLLBACK' && !connection.isOpen) return;
  onStatement(verb);
  try {
    const { command } = await connection.ask({ text: verb }, limits.timeout + graceMs);
    if (command !== verb) throw new Error('The transaction was rolled back, not committed.');
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.giveBack();
}

/** How values are read, records within what may be brought. Decision: P74. */
const parsersWithin = (size: AnswerSize): pg.CustomTypesConfig => ({
  getTypeParser: (type: number, format?: 'text' | 'binary'): unknown =>
    type === (pg.types.builtins.JSON as number) ? size.read : parsers.getTypeParser(type, format),
});

const parsers = new pg.TypeOverrides();
parsers.setTypeParser(pg.types.builtins.INT8, BigInt);
parsers.setTypeParser(pg.types.builtins.NUMERIC, (text) => new Prisma.Decimal(text));
