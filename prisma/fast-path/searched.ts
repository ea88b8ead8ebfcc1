import type { Prisma } from '../generated/client/client.ts';

type Where = { id: { in: bigint[] } };

/** A search of records, and of how many there are beside the page. */
export interface Search {
  /** A SELECT of one column: the ids of the page, in order. */
  readonly ids: Prisma.Sql;
  readonly total?: Total | undefined;
}

/** A SELECT of how many records match in all, told with the records where the page is full. */
interface Total {
  readonly sql: Prisma.Sql;
  /** How many records a full page holds. */
  readonly full: number;
  readonly tell: (total: number) => void;
}

const searches = new WeakMap<object, Search>();
const readers = new WeakSet();

/**
 * The records whose ids a SELECT of one column gives, in its order, as a `where` for `findMany`: the
 * search, the reading and the total are one statement then. The total is not told where Prisma reads.
 * Only for clients that `readsSearched` tells.
 * Decision: Q5, Q64.
 */
export function searchedBy(ids: Prisma.Sql, total?: Total): Where {
  const where: Where = { id: { in: [] } };
  searches.set(where, { ids, total });
  return where;
}

/** The search behind a `where` that `searchedBy` made. */
export function searchOf(where: unknown): Search | undefined {
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
