import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite';
import { types } from '@electric-sql/pglite';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { beginTransaction, withQueriesOf } from './embedded-transaction.ts';
import { AnswerSize } from './fast-path/answer-size.ts';
import type { Answer, Connections } from './fast-path/connection.ts';
import type { Sql } from './fast-path/statement.ts';
import { Prisma } from './generated/client/client.ts';
import { beginSql, observeQueries } from './statements.ts';

/** The embedded database as the fast path uses it. Decision: Q6. */
export function embeddedConnections(
  pglite: PGlite,
  limits: Connections['limits'],
  onStatement: (sql: string) => void,
): Connections {
  const sendOn =
    (connection: PGlite | PGliteTransaction) =>
    async ({ text, values }: Sql): Promise<Answer> => {
      onStatement(text);
      const size = new AnswerSize();
      const { rows, fields, affectedRows } = await connection.query<unknown[]>(
        text,
        values as unknown[],
        { rowMode: 'array', parsers: { ...parsers, [types.JSON]: size.read } },
      );
      size.check();
      return { rows, columns: fields.map(({ name }) => name), affected: affectedRows ?? 0 };
    };
  return {
    send: sendOn(pglite),
    limits,
    begin: async (isolation) => {
      onStatement(beginSql(isolation));
      const { inside, finish } = await beginTransaction(pglite, isolation);
      return {
        send: sendOn(inside),
        driver: async () =>
          observeQueries(
            await new PrismaPGlite(withQueriesOf(pglite, inside)).connect(),
            onStatement,
          ),
        commit: () => {
          onStatement('COMMIT');
          return finish('commit');
        },
        rollback: () => {
          onStatement('ROLLBACK');
          return finish('rollback');
        },
      };
    },
  };
}

const parsers = {
  [types.INT8]: BigInt,
  [types.NUMERIC]: (text: string) => new Prisma.Decimal(text),
};
