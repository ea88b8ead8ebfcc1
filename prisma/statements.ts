import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
  Transaction,
} from '@prisma/driver-adapter-utils';

/**
 * The statement that begins a transaction, at an isolation level of SQL where one is named. A driver
 * that sets the level by a statement of its own is told by this one too, so that both databases tell
 * the same number of statements.
 */
export const beginSql = (isolation?: string): string =>
  isolation === undefined ? 'BEGIN' : `BEGIN ISOLATION LEVEL ${isolation}`;

/**
 * A driver adapter that tells every statement before it is sent, alike for both databases: a driver
 * that opens and ends transactions by itself is told as BEGIN, COMMIT and ROLLBACK too.
 */
export function observeStatements(
  factory: SqlDriverAdapterFactory,
  onStatement: (sql: string) => void,
): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => observeAdapter(await factory.connect(), onStatement),
  };
}

function observeAdapter(
  adapter: SqlDriverAdapter,
  onStatement: (sql: string) => void,
): SqlDriverAdapter {
  return {
    ...observeQueries(adapter, onStatement),
    executeScript: (script) => {
      onStatement(script);
      return adapter.executeScript(script);
    },
    startTransaction: async (isolationLevel) => {
      onStatement(beginSql(isolationLevel));
      return observeTransaction(await adapter.startTransaction(isolationLevel), onStatement);
    },
    getConnectionInfo: () => adapter.getConnectionInfo?.() ?? { supportsRelationJoins: true },
    dispose: () => adapter.dispose(),
  };
}

function observeTransaction(
  transaction: Transaction,
  onStatement: (sql: string) => void,
): Transaction {
  // Prisma sends COMMIT and ROLLBACK as statements unless the driver ends transactions by itself.
  const tell = (sql: string) => {
    if (transaction.options.usePhantomQuery) onStatement(sql);
  };
  const observed: Transaction = {
    ...observeQueries(transaction, onStatement),
    options: transaction.options,
    commit: () => {
      tell('COMMIT');
      return transaction.commit();
    },
    rollback: () => {
      tell('ROLLBACK');
      return transaction.rollback();
    },
  };
  for (const act of ['createSavepoint', 'rollbackToSavepoint', 'releaseSavepoint'] as const) {
    const run = transaction[act]?.bind(transaction);
    if (run !== undefined) {
      observed[act] = (name) => {
        onStatement(`${act} ${name}`);
        return run(name);
      };
    }
  }
  return observed;
}

/** The queries of a driver, told before they are sent. */
export function observeQueries(
  queryable: SqlQueryable,
  onStatement: (sql: string) => void,
): SqlQueryable {
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    queryRaw: (query: SqlQuery) => {
      onStatement(query.sql);
      return queryable.queryRaw(query);
    },
    executeRaw: (query: SqlQuery) => {
      onStatement(query.sql);
      return queryable.executeRaw(query);
    },
  };
}
