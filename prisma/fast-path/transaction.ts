import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlDriverAdapterFactory, Transaction } from '@prisma/driver-adapter-utils';
import { Prisma, type PrismaClient } from '../generated/client/client.ts';
import type { Connections, HeldTransaction, Send } from './connection.ts';

export type PrismaTransaction = Parameters<Parameters<PrismaClient['$transaction']>[0]>[0];

/**
 * A transaction as seen by its work: statements of the fast path, and Prisma on the same connection. Statements run in
 * the order asked, and those asked without waiting for those before them are sent together.
 */
export interface OpenTransaction {
  readonly send: Send;
  /** Prisma's client in this transaction; it joins on first use. */
  readonly prisma: () => Promise<PrismaTransaction>;
}

/**
 * The transaction that Prisma's own becomes part of, while Prisma starts it. Off while none does: in Node 20 it makes
 * every promise of the process slower.
 */
const joining = new AsyncLocalStorage<HeldTransaction>();
let invited = 0;

const nothing = (): Promise<void> => Promise.resolve();

/**
 * A driver adapter whose transactions `begin` begins, so that Prisma's have the same timeouts. If the fast path
 * has begun one, Prisma becomes part of it: its statements go to that connection, and its BEGIN, COMMIT and
 * ROLLBACK are not sent.
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

/** A transaction for Prisma's engine that sends neither COMMIT nor ROLLBACK. */
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
function expired(why: string): Error {
  return new Prisma.PrismaClientKnownRequestError(`Transaction API error: the transaction ${why}`, {
    code: 'P2028',
    clientVersion: Prisma.prismaVersion.client,
  });
}

/**
 * Runs work in one transaction: BEGIN, the work, COMMIT; ROLLBACK if it throws. After `timeout` milliseconds it is
 * rolled back, whatever the work does, and throws P2028. Throws the driver's error if no connection becomes free in time,
 * and an Error if the database answers COMMIT with a rollback.
 */
export async function runTransaction<Result>(
  connections: Connections,
  client: PrismaClient,
  { isolation, ...limits }: Connections['limits'] & { readonly isolation: string | undefined },
  work: (open: OpenTransaction) => Promise<Result>,
): Promise<Result> {
  const held = await connections.begin(isolation, limits.timeout);
  let over: string | undefined;
  let guest: Guest | undefined;
  const end = async (how: 'commit' | 'rollback', why = 'has ended.'): Promise<void> => {
    over = why;
    clearTimeout(timer);
    await guest?.leave();
    await held[how]();
  };
  let rolledBack: Promise<void> | undefined;
  const timer = setTimeout(() => {
    rolledBack = end('rollback', `took longer than ${limits.timeout} ms and was rolled back.`);
    // The next statement of the work reports this failure.
    rolledBack.catch(() => undefined);
  }, limits.timeout);
  const open: OpenTransaction = {
    send: (sql) => (over === undefined ? held.send(sql) : Promise.reject(expired(over))),
    prisma: () => {
      if (over !== undefined) return Promise.reject(expired(over));
      guest ??= invite(client, held, limits);
      return guest.entered;
    },
  };
  let result: Result;
  try {
    result = await work(open);
    if (over !== undefined) throw expired(over);
  } catch (error) {
    // The first error is reported: a rollback fails only if the connection is gone, and that rolls back as well.
    await (rolledBack ?? end('rollback')).catch(nothing);
    throw error;
  }
  await end('commit');
  return result;
}

/** Prisma's own transaction inside ours. */
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
  // Ours ends first: Prisma requires a timeout, so it has a longer one.
  const limits = { maxWait, timeout: timeout * 2 };
  invited += 1;
  const stay = joining.run(held, () =>
    client.$transaction((tx) => {
      enter(tx);
      return left;
    }, limits),
  );
  const settled = (): void => {
    if (--invited === 0) joining.disable();
  };
  entered.then(settled, settled);
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
