import type { PrismaClient } from '../generated/client/client.ts';
import { inLine, ownerKey, type RequestOf } from './shares.ts';

type Verb = (...args: unknown[]) => unknown;
type Gated = Pick<RequestOf, 'gate' | 'owner'>;

/** Methods of Prisma's client that reach the database, beside the operations of its models. */
const sending = new Set(['$queryRaw', '$queryRawUnsafe', '$executeRaw', '$executeRawUnsafe']);

/**
 * The work of a transaction, on a client whose statements wait for each other: Prisma does not say in which order it runs
 * what is asked at once.
 */
const inOrder =
  (work: Verb, owner: Gated['owner']): Verb =>
  (tx) =>
    work(gatedClient(tx as PrismaClient, { gate: inLine((act) => act()), owner }));

/** Prisma's client where each operation passes a gate as one connection; statements of a transaction run as asked. */
export function gatedClient(client: PrismaClient, { gate, owner }: Gated): PrismaClient {
  const gated = (owner: object, act: unknown): Verb => {
    return (...args) => gate(() => Promise.resolve(Reflect.apply(act as Verb, owner, args)));
  };
  const models = new Map<string, unknown>();
  const modelOf = (name: string, model: object): unknown => {
    const known = models.get(name);
    if (known !== undefined) return known;
    const made = new Proxy(model, {
      get: (target, verb) => {
        const act: unknown = Reflect.get(target, verb);
        return typeof act === 'function' ? gated(target, act) : act;
      },
    });
    models.set(name, made);
    return made;
  };
  return new Proxy(client, {
    get: (target, key) => {
      if (key === ownerKey) return owner;
      const part: unknown = Reflect.get(target, key);
      if (typeof key !== 'string') return part;
      if (key === '$transaction') {
        return (work: unknown, options: unknown) =>
          gated(target, part)(
            typeof work === 'function' ? inOrder(work as Verb, owner) : work,
            options,
          );
      }
      if (sending.has(key)) return gated(target, part);
      const isModel = /^[a-z]/.test(key) && typeof part === 'object' && part !== null;
      return isModel ? modelOf(key, part) : part;
    },
  });
}
