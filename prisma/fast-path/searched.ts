import type { Prisma } from '../generated/client/client.ts';

type Where = { id: { in: bigint[] } };

/** A search of records, and of how many there are beside the page. */
export interface Search {
  /** A SELECT of one column: the ids of the page, in order. */
  readonly ids: Prisma.Sql;
  readonly total?: Total | undefined;
}

/** A SELECT of how many records match in all, returned with the records if the page is full. */
interface Total {
  readonly sql: Prisma.Sql;
  /** How many records a full page holds. */
  readonly full: number;
  readonly tell: (total: number) => void;
}

/**
 * The key under which a `where` holds its search, unseen by Prisma. A WeakMap would do as well, but a
 * collection of young objects takes what an old one holds for alive: all rows of every page lived on
 * until the next collection of everything.
 */
const searchKey = Symbol('search');

/** By which a client says that it understands `searchedBy`. */
export const readerKey = Symbol('reads searched');

/**
 * The records whose ids a SELECT of one column gives, in its order, as a `where` for `findMany`: the
 * search, the reading and the total are one statement then. The total is not returned if Prisma reads.
 * Only for clients with `readsSearched`.
 * Decision: Q5, Q64.
 */
export function searchedBy(ids: Prisma.Sql, total?: Total): Where {
  const search: Search = { ids, total };
  return Object.defineProperty({ id: { in: [] } }, searchKey, { value: search });
}

/** The search behind a `where` that `searchedBy` made. */
export function searchOf(where: unknown): Search | undefined {
  return typeof where === 'object' && where !== null
    ? (where as { readonly [searchKey]?: Search })[searchKey]
    : undefined;
}

/** Whether a client understands `searchedBy`. */
export function readsSearched(client: object): boolean {
  return (client as { readonly [readerKey]?: true })[readerKey] === true;
}
