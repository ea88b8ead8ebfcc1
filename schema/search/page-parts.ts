import type { ById } from '../../prisma/fast-path/searched.ts';
import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { KeyValues } from './cursor.ts';
import type { ReadingDirection } from './order.ts';
import type { Place } from './place.ts';

export interface Identified {
  readonly id: bigint;
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
    load: (where: ById) => Promise<Record[]>,
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

/** Whether a cursor limits the rows, so that they do not tell how many there are. */
export const isBounded = ({ after, before }: Place): boolean =>
  after !== undefined || before !== undefined;

/** The rows of a page among those that were read, up to the limit, in the order of the list. */
export function cutPage<Record extends Identified>(
  place: Place,
  limit: number,
  read: readonly Record[],
  keys: readonly unknown[],
  counted?: number,
): Found<Record> {
  const { offset, reading, size } = place;
  // some rows at all, fewer than there may be, decide how many there are
  const isWhole = !isBounded(place) && read.length < limit && (read.length > 0 || offset === 0);
  const total = isWhole ? offset + read.length : counted;
  const [rows, shown] = [read.slice(0, size), keys.slice(0, size)];
  if (reading === 'backwards') {
    rows.reverse();
    shown.reverse();
  }
  return { rows, keys: shown, hasMore: read.length > size, total };
}

/** Records with their cursors, in the order of the ids; without `records` the cursors alone. */
export function edgesOf<Record extends Identified>(
  ids: readonly bigint[],
  cursors: readonly string[],
  records: readonly Record[] | undefined,
): Edge<Record>[] {
  const byId = records && new Map(records.map((record) => [record.id, record]));
  return ids.flatMap((id, place) => {
    const cursor = cursors[place];
    const node = byId?.get(id);
    // a record deleted between two statements is missing
    return cursor === undefined || (byId && !node) ? [] : { cursor, node: node as Record };
  });
}
