import type { Prisma, PrismaClient } from '../generated/client/client.ts';
import { gatedClient } from '../shares/gated-client.ts';
import { ownerKey, type RequestOf } from '../shares/shares.ts';
import type { Args } from './conditions.ts';
import type { Connections, Send } from './connection.ts';
import { type Delegate, fastVerb, type OnFallback, type Way } from './delegate.ts';
import { rawVerbs } from './raw.ts';
import { readerKey } from './searched.ts';
import { tables } from './tables.ts';
import { type OpenTransaction, type PrismaTransaction, runTransaction } from './transaction.ts';

/**
 * Prisma's client whose ordinary operations run as one SQL statement each, inside and outside of transactions. It is
 * used like Prisma's client: what the fast path does not support, Prisma runs on the same connection. Each statement
 * and each transaction passes the gate of its caller, and all reads outside of transactions share one limit of the
 * answer's size. Decision: Q2.
 */
export function fastClient(
  prisma: PrismaClient,
  connections: Connections,
  onFallback: OnFallback,
  request: RequestOf,
): PrismaClient {
  const { gate, owner, size } = request;
  let gated: PrismaClient | undefined;
  const slow = (): PrismaClient => (gated ??= gatedClient(prisma, request));
  const send: Send = (sql) => gate(() => connections.send(sql, size));
  const { caller } = owner;
  const models = modelsOver(
    { send, onFallback, caller },
    (model) => partOf(slow(), model) as Delegate,
  );
  const raw = rawVerbs(send);
  const own: Readonly<Record<string | symbol, unknown>> = {
    [ownerKey]: owner,
    [readerKey]: true,
    $queryRaw: raw.$queryRaw,
    $executeRaw: raw.$executeRaw,
    $transaction: (work: unknown, options?: TransactionOptions) => {
      if (typeof work !== 'function') {
        return call(slow(), '$transaction', work, options);
      }
      const { isolationLevel, ...limits } = { ...connections.limits, ...options };
      const isolation = isolationLevel === undefined ? undefined : levelOf(isolationLevel);
      return gate(() =>
        runTransaction(connections, prisma, { ...limits, isolation }, (open) =>
          (work as (tx: PrismaTransaction) => Promise<unknown>)(
            fastTransaction(open, onFallback, caller),
          ),
        ),
      );
    },
  };
  // A proxy, not a subclass: properties set on an object that inherits from Prisma's client land in Prisma itself.
  return new Proxy(prisma, {
    get: (_target, key) =>
      own[key] ??
      (typeof key === 'string' ? models(key) : undefined) ??
      (Reflect.get(slow(), key) as unknown),
  });
}

type Verb = (...args: unknown[]) => unknown;

interface TransactionOptions {
  readonly timeout?: number;
  readonly isolationLevel?: Prisma.TransactionIsolationLevel;
}

/** Prisma's name of an isolation level as SQL spells it: `RepeatableRead` is `REPEATABLE READ`. */
const levelOf = (name: Prisma.TransactionIsolationLevel): string =>
  name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toUpperCase();

/** The client inside a transaction. Prisma joins it with the first operation that only Prisma supports. */
function fastTransaction(
  open: OpenTransaction,
  onFallback: OnFallback,
  caller: string,
): PrismaTransaction {
  const { send } = open;
  const models = modelsOver({ send, onFallback, caller }, (model) => joinedDelegate(open, model));
  const raw = rawVerbs(send);
  const own: Readonly<Record<string | symbol, unknown>> = {
    ...raw,
    $queryRawUnsafe: async (...args: unknown[]) =>
      call(await open.prisma(), '$queryRawUnsafe', ...args),
    $executeRawUnsafe: async (...args: unknown[]) =>
      call(await open.prisma(), '$executeRawUnsafe', ...args),
  };
  return new Proxy({} as PrismaTransaction, {
    get: (_target, key) => own[key] ?? (typeof key === 'string' ? models(key) : undefined),
  });
}

/** The operations of each model, created on first use. */
function modelsOver(
  common: Pick<Way, 'send' | 'onFallback' | 'caller'>,
  slowOf: (model: string) => Delegate,
) {
  const made = new Map<string, Delegate>();
  return (model: string): Delegate | undefined => {
    const known = made.get(model);
    if (known) return known;
    const table = tables.get(model);
    if (!table) return undefined;
    const way: Way = { ...common, table, slowly: () => slowOf(model) };
    const verbs = new Proxy<Delegate>(
      {},
      {
        get: (_target, verb) =>
          typeof verb === 'string' ? (fastVerb(way, verb) ?? countedVerb(way, verb)) : undefined,
      },
    );
    made.set(model, verbs);
    return verbs;
  };
}

/** An operation that the fast path does not have. */
function countedVerb({ table, slowly, onFallback }: Way, verb: string): unknown {
  const act: unknown = slowly()[verb];
  if (typeof act !== 'function') return act;
  return (...args: unknown[]) => {
    onFallback(table.model, verb, 'the verb');
    return (act as Verb)(...args);
  };
}

/** A property of Prisma's client: the operations of a model, or a `$` method. */
function partOf(client: object, name: string): unknown {
  const part = (client as Readonly<Record<string, unknown>>)[name];
  if (part === undefined) throw new TypeError(`The client has no ${name}.`);
  return part;
}

function call(client: object, name: string, ...args: unknown[]): unknown {
  return Reflect.apply(partOf(client, name) as Verb, client, args);
}

/** A model of Prisma inside our transaction. */
function joinedDelegate(open: OpenTransaction, model: string): Delegate {
  const verbOf =
    (verb: string) =>
    async (args?: Args): Promise<unknown> => {
      const verbs = partOf(await open.prisma(), model) as Delegate;
      return call(verbs, verb, args);
    };
  return new Proxy<Delegate>(
    {},
    {
      get: (_target, verb) =>
        typeof verb === 'string' && verb !== 'then' ? verbOf(verb) : undefined,
    },
  );
}
