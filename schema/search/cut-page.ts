import type { Edge, Found, Identified } from './page-parts.ts';
import type { Place } from './place.ts';

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
