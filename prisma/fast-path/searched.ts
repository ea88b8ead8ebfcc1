import type { Prisma } from '../generated/client/client.ts';

type Where = { id: { in: bigint[] } };

/** A search for one page of records and the total count. */
export interface Search {
  /** A SELECT of one column: the ids of the page, in order. */
  readonly ids: Prisma.Sql;
  readonly total?: Total | undefined;
}

/** A SELECT of the total count, which is returned with the records if the page is full. */
interface Total {
  readonly sql: Prisma.Sql;
  /** Number of records on a full page. */
  readonly full: number;
  readonly tell: (total: number) => void;
}

/**
 * The key under which a `where` holds its search, hidden from Prisma. A WeakMap would leak: minor garbage
 * collections treat its entries as alive once it is old, so the rows of every page stayed until the next major
 * collection.
 */
const searchKey = Symbol('search');

/** Property by which a client declares that it supports `searchedBy`. */
export const readerKey = Symbol('reads searched');

/**
 * A `where` for `findMany` that selects the records whose ids a SELECT of one column returns, in its order:
 * search, records and total count are one statement. Prisma does not return the total count. Only for clients
 * with `readsSearched`.
 * Decision: Q5, Q64.
 */
export function searchedBy(ids: Prisma.Sql, total?: Total): Where {
  const search: Search = { ids, total };
  return Object.defineProperty({ id: { in: [] } }, searchKey, { value: search });
}

/** The search behind a `where` that `searchedBy` created. */
export function searchOf(where: unknown): Search | undefined {
  return typeof where === 'object' && where !== null
    ? (where as { readonly [searchKey]?: Search })[searchKey]
    : undefined;
}

/** Whether a client supports `searchedBy`. */
export function readsSearched(client: object): boolean {
  return (client as { readonly [readerKey]?: true })[readerKey] === true;
}
