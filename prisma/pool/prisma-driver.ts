import { PrismaPg } from '@prisma/adapter-pg';
import type {
  ColumnType,
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQuery,
  SqlQueryable,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';
import { onConnection, type StatementRules } from './taken-connection.ts';

type Ask = (query: pg.QueryConfig) => Promise<pg.QueryResult>;

/**
 * Prisma's driver adapter for a database of either kind, for its client and for the schema engine. `joinable`
 * begins its transactions.
 */
export function driverFactory(rules: StatementRules): SqlDriverAdapterFactory {
  const ask: Ask = (query) =>
    onConnection(rules, (connection) => connection.ask(query, rules.readMs + rules.graceMs));
  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: async () => {
      const adapter = await pgDriver(rules, ask);
      return {
        ...readable(adapter),
        executeScript: (script) => adapter.executeScript(script),
        startTransaction: (isolation) => adapter.startTransaction(isolation),
        getConnectionInfo: () => adapter.getConnectionInfo?.() ?? { supportsRelationJoins: true },
        dispose: () => adapter.dispose(),
      };
    },
  };
}

/** Prisma's driver in a transaction; `ask` runs its statements. */
export async function driverInside(rules: StatementRules, ask: Ask): Promise<SqlQueryable> {
  return readable(await pgDriver(rules, ask));
}

function pgDriver({ pool }: StatementRules, ask: Ask): Promise<SqlDriverAdapter> {
  const own: Readonly<Record<string | symbol, unknown>> = {
    query: async (query: pg.QueryConfig | string) => {
      const answer = await ask(typeof query === 'string' ? { text: query } : query);
      const ofOneByte = answer.fields.filter(({ dataTypeID }) => dataTypeID === oneByte);
      if (ofOneByte.length > 0) {
        columnsOfOneByte.set(
          answer.rows,
          ofOneByte.map((field) => answer.fields.indexOf(field)),
        );
        for (const field of ofOneByte) field.dataTypeID = pg.types.builtins.BPCHAR;
      }
      return answer;
    },
    on: ignore,
    removeListener: ignore,
  };
  // Prisma's driver accepts nothing but a pool.
  const asked = new Proxy(pool, {
    get: (target, key) => own[key] ?? (Reflect.get(target, key) as unknown),
  });
  return new PrismaPg(asked).connect();
}

/** The type `"char"` of the system tables, which the schema engine reads and Prisma's driver does not know. */
const oneByte = 18;
const character: ColumnType = 6;

/** Which columns have that type, from the first rows. */
const columnsOfOneByte = new WeakMap<object, readonly number[]>();

const ignore = (): void => undefined;

/** The queries of a driver, whose columns of that type are told as characters. */
function readable(queryable: SqlQueryable): SqlQueryable {
  return {
    provider: queryable.provider,
    adapterName: queryable.adapterName,
    queryRaw: async (query: SqlQuery) => {
      const answer = await queryable.queryRaw(query);
      for (const place of columnsOfOneByte.get(answer.rows) ?? []) {
        answer.columnTypes[place] = character;
      }
      return answer;
    },
    executeRaw: (query: SqlQuery) => queryable.executeRaw(query),
  };
}
