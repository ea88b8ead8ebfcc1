import type { PrismaClient } from '../generated/client/client.ts';
import { ownerKey, type RequestOf } from './shares.ts';

type Verb = (...args: unknown[]) => unknown;

/** Methods of Prisma's client that reach the database, beside the operations of its models. */
const sending = new Set([
  '$transaction',
  '$queryRaw',
  '$queryRawUnsafe',
  '$executeRaw',
  '$executeRawUnsafe',
]);

/** Prisma's client where each operation passes a gate as one connection. */
export function gatedClient(
  client: PrismaClient,
  { gate, owner }: Pick<RequestOf, 'gate' | 'owner'>,
): PrismaClient {
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
      if (sending.has(key)) return gated(target, part);
      const isModel = /^[a-z]/.test(key) && typeof part === 'object' && part !== null;
      return isModel ? modelOf(key, part) : part;
    },
  });
}
