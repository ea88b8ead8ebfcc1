import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import { Prisma } from '../generated/client/client.ts';
import type { PrismaClient } from '../generated/client/client.ts';
import type { Connections, HeldTransaction, Send } from './connection.ts';

/** Prisma's client inside a transaction. */
export type PrismaTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/** A transaction as work sees it: statements of the fast path, and Prisma on the same connection. */
export interface OpenTransaction {
  readonly send: Send;
  /** Prisma's client in this transaction; it joins when it is first needed. */
  readonly prisma: () => Promise<PrismaTransaction>;
}

/** The transaction that Prisma's own shall become part of, while Prisma starts it. */
const joining = new AsyncLocalStorage<HeldTransaction>();

const nothing = (): Promise<void> => Promise.resolve();

/**
 * A driver adapter whose transactions are begun by `begin`, so that Prisma's have the same limits. While the
 * fast path has begun one, Prisma becomes part of it: its statements go to that connection, its BEGIN, COMMIT
 * and ROLLBACK are left to who began.
 * Decision: Q6.
 */
export function joinable(
  factory: SqlDriverAdapterFactory,
  begin: Connections['begin'],
): SqlDriverAdapterFactory {
  return {
    provider: factory.provider,
    adapterName: factory.adapterName,
    connect: async () => ({
      ...(await factory.connect()),
      startTransaction: async (isolation) => {
        const held = joining.getStore();
        return held
          ? transactionOn(held, { commit: nothing, rollback: nothing })
          : begin(isolation).then((own) => transactionOn(own, own));
      },
    }),
  };
}

/** A transaction as Prisma's engine knows it, which sends neither COMMIT nor ROLLBACK by itself. */
async function transactionOn(
  held: HeldTransaction,
  { commit, rollback }: Pick<HeldTransaction, 'commit' | 'rollback'>,
): Promise<Transaction> {
  const driver = await held.driver();
  return {
    provider: driver.provider,
    adapterName: driver.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => driver.queryRaw(query),
    executeRaw: (query) => driver.executeRaw(query),
    commit,
    rollback,
  };
}

/** Prisma's error for a transaction that waited or took too long, so that callers know one error. */
function expired(what: string): Error {
  return new Prisma.PrismaClientKnownRequestError(`Transaction API error: ${what}`, {
    code: 'P2028',
    clientVersion: Prisma.prismaVersion.client,
  });
}

/**
 * Runs work in one transaction: BEGIN, the work, COMMIT; ROLLBACK when it throws.
 * After `timeout` milliseconds it is rolled back, whatever the work does, and says P2028; so does a
 * transaction that did not begin within `maxWait`. Throws an Error when the database answers COMMIT
 * with a rollback.
 * Decision: Q6.
 */
export async function runTransaction<Result>(
  connections: Connections,
  client: PrismaClient,
  { isolation, ...limits }: Connections['limits'] & { readonly isolation: string | undefined },
  work: (open: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const held = await beginWithin(connections, limits, isolation);
  let over: Error | undefined;
  let guest: Guest | undefined;
  const end = async (how: 'commit' | 'rollback', why: Error): Promise<void> => {
    over = why;
    clearTimeout(timer);
    await guest?.leave();
    await held[how]();
  };
  let rolledBack: Promise<void> | undefined;
  const timer = setTimeout(() => {
    const text = `the transaction took longer than ${limits.timeout} ms and was rolled back.`;
    rolledBack = end('rollback', expired(text));
    // What fails here is reported by the statement that the work sends next.
    rolledBack.catch(() => undefined);
  }, limits.timeout);
  const open: OpenTransaction = {
    send: (sql) => (over ? Promise.reject(over) : held.send(sql)),
    prisma: () => {
      if (over) return Promise.reject(over);
      guest ??= invite(client, held, limits);
      return guest.entered;
    },
  };
  let result: Result;
  try {
    result = await work(open);
    if (over) throw over;
  } catch (error) {
    // The first failure is reported: a rollback fails only where the connection is gone, and that
    // rolls back as well.
    await (rolledBack ?? end('rollback', expired('the transaction has ended.'))).catch(nothing);
    throw error;
  }
  await end('commit', expired('the transaction has ended.'));
  return result;
}

/** Begins a transaction; one that comes too late is given back. */
async function beginWithin(
  connections: Connections,
  { maxWait, timeout }: Connections['limits'],
  isolation: string | undefined,
): Promise<HeldTransaction> {
  const begun = connections.begin(isolation, timeout);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      begun.then((held) => held.rollback()).catch(() => undefined);
      reject(expired(`the transaction did not begin within ${maxWait} ms.`));
    }, maxWait);
  });
  try {
    return await Promise.race([begun, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Prisma's own transaction inside of ours. */
interface Guest {
  readonly entered: Promise<PrismaTransaction>;
  readonly leave: () => Promise<void>;
}

function invite(
  client: PrismaClient,
  held: HeldTransaction,
  { maxWait, timeout }: Connections['limits'],
): Guest {
  const { promise: left, resolve: leave } = promiseOf<undefined>();
  const { promise: entered, resolve: enter, reject: refuse } = promiseOf<PrismaTransaction>();
  // Ours ends first: Prisma's limit is only there because it must have one.
  const limits = { maxWait, timeout: timeout * 2 };
  const stay = joining.run(held, () =>
    client.$transaction((tx) => {
      enter(tx);
      return left;
    }, limits),
  );
  const gone = stay.then(nothing, (error: unknown) => {
    refuse(error);
  });
  return {
    entered,
    leave: () => {
      leave(undefined);
      return gone;
    },
  };
}

function promiseOf<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((...settle) => {
    [resolve, reject] = settle;
  });
  return { promise, resolve, reject };
}
