import type { Prisma } from '../generated/client/client.ts';

/** What selects records by their ids. */
export type ById = { id: { in: bigint[] } };

/** A search for one page of records, and what is told beside them. */
export interface Search {
  /** A SELECT of the ids of the page, in order, as `id`; also of their sort values, as `keys`, if these are told. */
  readonly rows: Prisma.Sql;
  readonly told?: Told | undefined;
}

/** What the statement that reads the records tells as well. */
export interface Told {
  /** A SELECT of the total count, and from how many records on it is counted. */
  readonly total?: { readonly sql: Prisma.Sql; readonly from: number } | undefined;
  /** Whether the SELECT of ids has the column `keys`. */
  readonly hasKeys: boolean;
  /** Receives the total count if it was counted, and the keys of the records, in order. */
  readonly tell: (total: number | undefined, keys: readonly unknown[]) => void;
}

/**
 * The key under which a `where` holds its search, hidden from Prisma. A WeakMap would leak: minor garbage collections
 * treat its entries as alive once it is old, so the rows of every page stayed until the next major collection.
 */
const searchKey = Symbol('search');

/** Property by which a client declares that it supports `searchedBy`. */
export const readerKey = Symbol('reads searched');

/**
 * A `where` for `findMany` that selects the records whose ids a SELECT returns, in its order: search, records, keys and
 * total count are one statement. Prisma does not return the total count. Only for clients with `readsSearched`.
 * Decision: Q5.
 */
export function searchedBy(rows: Prisma.Sql, told?: Told): ById {
  const search: Search = { rows, told };
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
