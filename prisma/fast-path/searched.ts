import type { Prisma } from '../generated/client/client.ts';

type Where = { id: { in: bigint[] } };

const searches = new WeakMap<object, Prisma.Sql>();
const readers = new WeakSet();

/**
 * The records whose ids a SELECT of one column gives, in its order, as a `where` for `findMany`: the
 * search and the reading are one statement then. Only for clients that `readsSearched` tells.
 * Decision: Q5.
 */
export function searchedBy(ids: Prisma.Sql): Where {
  const where: Where = { id: { in: [] } };
  searches.set(where, ids);
  return where;
}

/** The SELECT behind a `where` that `searchedBy` made. */
export function searchOf(where: unknown): Prisma.Sql | undefined {
  return typeof where === 'object' && where !== null ? searches.get(where) : undefined;
}

/** Whether a client understands `searchedBy`. */
export function readsSearched(client: object): boolean {
  return readers.has(client);
}

/** Marks a client that understands `searchedBy`. */
export function markReader<Client extends object>(client: Client): Client {
  readers.add(client);
  return client;
}
