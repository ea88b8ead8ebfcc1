import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { KeyValues } from './cursor.ts';
import type { ReadingDirection } from './order.ts';

export interface Identified {
  readonly id: bigint;
}

export interface Reading {
  readonly where: { id: { in: bigint[] } };
}

export interface Edge<Record> {
  readonly cursor: string;
  /** Missing if nothing of it is selected. */
  readonly node: Record;
}

/** Which rows of a search are read, and what of them. */
export interface Part {
  readonly reading: ReadingDirection;
  readonly limit: number;
  readonly offset: number;
  /** Whether the key values are read beside the ids. */
  readonly hasKeys: boolean;
  /** Whether only rows between the cursors are read. */
  readonly isRange: boolean;
}

export interface SearchParts {
  /** A SELECT of the ids of a part, as `id`; also of the key values, as `keys`. */
  readonly rows: (part: Part) => Prisma.Sql;
  /** A SELECT of the number of rows. */
  readonly count: Prisma.Sql;
  readonly cursorOf: (values: KeyValues) => string;
}

/** How a page that is not alone reads: together with the same pages of other records. */
export interface SharedReads {
  readonly rows: (part: Part) => Promise<readonly Row[]>;
  readonly count: () => Promise<number>;
  /** Records by their ids; `of` names the field that asks for them. */
  readonly load: <Record extends Identified>(
    of: unknown,
    ids: readonly bigint[],
    load: (where: Reading['where']) => Promise<Record[]>,
  ) => Promise<readonly Record[]>;
}

/** A row of such a SELECT. */
export interface Row extends Identified {
  readonly keys?: unknown;
}

/** The rows of a page as they were found, in the order of the list. */
export interface Found<Record extends Identified = Identified> {
  readonly rows: readonly Record[];
  readonly keys: readonly unknown[];
  /** Whether rows follow in the direction of reading. */
  readonly hasMore: boolean;
  /** The total count, if the rows or their statement decided it. */
  readonly total: number | undefined;
}
