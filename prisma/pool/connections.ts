import pg from 'pg';
import { AnswerSize } from '../fast-path/answer-size.ts';
import type { Answer, Connections, HeldTransaction } from '../fast-path/connection.ts';
import type { Sql } from '../fast-path/statement.ts';
import { Prisma } from '../generated/client/client.ts';
import { driverInside } from './prisma-driver.ts';
import { onConnection, type StatementRules, TakenConnection } from './taken-connection.ts';

/**
 * Sent with BEGIN where no isolation level is asked for, that is by writes: they find rows by keys, for which one plan
 * fits all values. PostgreSQL would plan lists of keys anew each time, which takes longer than to run them.
 * Decision: Q9.
 */
const keepPlans = '; SET LOCAL plan_cache_mode = force_generic_plan';

const patienceStepMs = 250;

/** Statements that may leave together with BEGIN. */
const isRead = /^\s*select\b/i;

/** The pool as the fast path uses it, for either kind of database. */
export function connectionsOf(rules: StatementRules): Connections {
  const { limits, graceMs } = rules;
  return {
    limits,
    send: (sql, size) =>
      onConnection(rules, (connection) => send(connection, sql, rules.readMs + graceMs, size)),
    begin: async (isolation, timeout = limits.timeout) => {
      const connection = await TakenConnection.of(rules);
      const text = isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`;
      const plans = isolation === undefined ? keepPlans : '';
      let isBegun = false;
      let isOver = false;
      connection.gather();
      const begun = connection
        .ask({ text: `${text}${plans}${rules.onBegin(timeout)}` }, rules.readMs + graceMs, text)
        .then(() => {
          isBegun = true;
        });
      begun.catch(() => {
        connection.close();
      });
      const deadline = performance.now() + timeout;
      // in whole steps, because timers of one length share a list
      const patience = (): number =>
        Math.max(1, Math.ceil((deadline - performance.now()) / patienceStepMs)) * patienceStepMs +
        graceMs;
      let waiting = 0;
      // what still waits for BEGIN would be sent behind the end, and kept
      const end = (verb: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
        isOver = true;
        return finish(rules, connection, verb);
      };
      return {
        send: async (sql) => {
          // should BEGIN fail, a write sent with it would be kept; what is asked after that write stays behind it
          if (waiting > 0 || !(isBegun || isRead.test(sql.text))) {
            waiting += 1;
            await begun.finally(() => (waiting -= 1));
            if (isOver) throw new Error('The transaction ended before the statement was sent.');
          }
          connection.gather();
          const [answer] = await Promise.all([send(connection, sql, patience()), begun]);
          return answer;
        },
        driver: async () => {
          await begun;
          return driverInside(rules, (query) => connection.ask(query, patience()));
        },
        commit: () => end('COMMIT'),
        rollback: () => end('ROLLBACK'),
      } satisfies HeldTransaction;
    },
  };
}

async function send(
  connection: TakenConnection,
  { text, values }: Sql,
  patienceMs: number,
  size = new AnswerSize(),
): Promise<Answer> {
  const { read, check } = size.ofStatement();
  const { rows, fields, rowCount } = await connection.ask<pg.QueryArrayResult<unknown[]>>(
    { text, values: values as unknown[], rowMode: 'array', types: parsersWith(read) },
    patienceMs,
  );
  check();
  return { rows, columns: fields.map((field) => field.name), affected: rowCount ?? 0 };
}

/** Ends the transaction and releases the connection. If the connection broke, the database rolled back. */
async function finish(
  { limits, graceMs }: StatementRules,
  connection: TakenConnection,
  verb: 'COMMIT' | 'ROLLBACK',
): Promise<void> {
  if (verb === 'ROLLBACK' && !connection.isOpen) return;
  try {
    const { command } = await connection.ask({ text: verb }, limits.timeout + graceMs);
    if (command !== verb) throw new Error('The transaction was rolled back, not committed.');
  } catch (error) {
    connection.close();
    throw error;
  }
  connection.giveBack();
}

/** Parsers of column values that count what they read against the limit of the answer's size. */
const parsersWith = (read: (json: string) => unknown): pg.CustomTypesConfig => ({
  getTypeParser: (type: number, format?: 'text' | 'binary'): unknown =>
    type === (pg.types.builtins.JSON as number) ? read : parsers.getTypeParser(type, format),
});

const parsers = new pg.TypeOverrides();
parsers.setTypeParser(pg.types.builtins.INT8, BigInt);
parsers.setTypeParser(pg.types.builtins.NUMERIC, (text) => new Prisma.Decimal(text));
