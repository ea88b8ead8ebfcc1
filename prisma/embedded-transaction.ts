import type { PGlite, Transaction as PGliteTransaction } from '@electric-sql/pglite';

/** An open transaction of the embedded database, which by itself knows them as callbacks only. */
export interface EmbeddedTransaction {
  readonly inside: PGliteTransaction;
  readonly finish: (how: 'commit' | 'rollback') => Promise<void>;
}

/**
 * Begins a transaction, at an isolation level of SQL when one is named; everything else waits for its
 * end, because there is one connection.
 */
export async function beginTransaction(
  pglite: PGlite,
  isolation?: string,
): Promise<EmbeddedTransaction> {
  const end = deferred<'commit' | 'rollback'>();
  const begun = deferred<PGliteTransaction>();
  const finished = pglite.transaction(async (inside) => {
    begun.resolve(inside);
    if ((await end.promise) === 'rollback') await inside.rollback();
  });
  // A BEGIN that fails ends `finished` before there is anything to work in.
  const inside = await Promise.race([begun.promise, finished]);
  if (inside === undefined) throw new Error('The embedded database ended a transaction at once.');
  const finish = async (how: 'commit' | 'rollback'): Promise<void> => {
    end.resolve(how);
    await finished;
  };
  try {
    if (isolation !== undefined) await inside.exec(`SET TRANSACTION ISOLATION LEVEL ${isolation}`);
  } catch (error) {
    // Left open it would keep everybody else out.
    await finish('rollback');
    throw error;
  }
  return { inside, finish };
}

/** The database as seen from inside a transaction: its queries wait for nobody. */
export function withQueriesOf(pglite: PGlite, inside: PGliteTransaction): PGlite {
  return new Proxy(pglite, {
    get: (target, key) =>
      key === 'query' ? inside.query.bind(inside) : (Reflect.get(target, key) as unknown),
  });
}

function deferred<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let settle: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((resolve) => {
    settle = resolve;
  });
  return {
    promise,
    resolve: (value) => {
      settle(value);
    },
  };
}
