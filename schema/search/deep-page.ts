import type { Db } from '../context.ts';
import { inSnapshot } from '../transaction.ts';
import type { Found, Row, SearchParts } from './page-parts.ts';

/**
 * If at least so many rows are skipped, the page may be read from the end: then it pays to count first. Decision: Q46.
 */
export const deepOffset = 5_000;

type Queries = Pick<Db, '$queryRaw'>;

export async function countRows(db: Queries, { count }: SearchParts): Promise<number> {
  const rows = await db.$queryRaw<{ count: bigint }[]>(count);
  return Number(rows[0]?.count ?? 0);
}

/**
 * A numbered page far from the first, read from the nearer end. Its rows and the total count are from one
 * snapshot: a page counted from the end would shift with every record added meanwhile.
 */
export const readDeepPage = (
  db: Db,
  parts: SearchParts,
  { offset, size }: { readonly offset: number; readonly size: number },
  hasKeys: boolean,
): Promise<Found> =>
  inSnapshot(db, async (tx) => {
    const total = await countRows(tx, parts);
    const left = total - offset;
    if (left <= 0) return { rows: [], keys: [], hasMore: false, total };
    const isNearTheEnd = left < offset;
    const rows = await tx.$queryRaw<Row[]>(
      parts.rows({
        reading: isNearTheEnd ? 'backwards' : 'forwards',
        offset: isNearTheEnd ? Math.max(0, left - size) : offset,
        limit: isNearTheEnd ? Math.min(size, left) : size,
        hasKeys,
        isRange: false,
      }),
    );
    if (isNearTheEnd) rows.reverse();
    return { rows, keys: rows.map(({ keys }) => keys), hasMore: left > size, total };
  });
