import { Prisma } from '../../prisma/generated/client/client.ts';
import { hasRoom } from '../list-room.ts';
import type { Write } from '../write.ts';
import { columnOf, kindNames, type ReferredKind } from './kinds.ts';

/** A reference that a row sets or, without a value, removes. */
export interface Wanted {
  readonly kind: ReferredKind;
  readonly record: bigint;
  readonly source: string;
  readonly value: string | null;
}

/** A stored reference; `gone`: its record is deleted, so that another may take it. */
export interface Stored extends Wanted {
  readonly id: bigint;
  readonly gone: boolean;
}

/** Names the record that a reference belongs to. */
export const recordOf = ({ kind, record }: Pick<Wanted, 'kind' | 'record'>): string =>
  JSON.stringify([kind, String(record)]);

/** The one reference that a record has in a system. */
export type RefKey = Pick<Wanted, 'kind' | 'record' | 'source'>;

export const refKeyOf = ({ kind, record, source }: RefKey): string =>
  JSON.stringify([kind, String(record), source]);

/** The name that a reference gives: one record of its kind has it in that system. */
export const nameOf = ({ kind, source, value }: Wanted): string =>
  JSON.stringify([kind, source, value]);

/** How many references each of these records has. One statement. */
async function countRefs({ tx }: Write, records: readonly Wanted[]): Promise<Map<string, number>> {
  const ofKinds = kindNames.map((kind) => {
    const column = Prisma.raw(`e.${columnOf(kind)}`);
    const ids = records.filter((one) => one.kind === kind).map(({ record }) => String(record));
    return Prisma.sql`
      SELECT ${kind}::text AS kind, ${column} AS record, count(*)::integer AS count
      FROM external_references e WHERE ${column} = ANY(${ids}::bigint[]) GROUP BY ${column}`;
  });
  const rows = await tx.$queryRaw<{ kind: ReferredKind; record: bigint; count: number }[]>(
    Prisma.join(ofKinds, ' UNION ALL '),
  );
  return new Map(rows.map((row) => [recordOf(row), row.count]));
}

/**
 * Reads how many references the records of rows have, and judges rows by it: those that would give a record more than
 * it may have, after those that other rows remove are gone. The caller holds the lock for writes of references. One
 * statement, none if no row adds a reference.
 */
export async function readRoom(
  write: Write,
  wanted: readonly (Wanted | undefined)[],
  stored: readonly Stored[],
): Promise<(rows: readonly (Wanted | undefined)[]) => readonly number[]> {
  const present = new Set(stored.map(refKeyOf));
  const given = wanted.flatMap((one) => one ?? []);
  const added = new Set(given.filter((one) => one.value !== null && !present.has(refKeyOf(one))));
  if (added.size === 0) return () => [];
  const before = await countRefs(write, [...added]);
  for (const one of given) {
    const isRemoved = one.value === null && present.has(refKeyOf(one));
    if (isRemoved) before.set(recordOf(one), (before.get(recordOf(one)) ?? 0) - 1);
  }
  return (rows) => {
    const counts = new Map(before);
    const countOf = (one: Wanted): number => counts.get(recordOf(one)) ?? 0;
    return rows.flatMap((one, index) => {
      if (!one || !added.has(one)) return [];
      if (!hasRoom('externalRefs', countOf(one))) return [index];
      counts.set(recordOf(one), countOf(one) + 1);
      return [];
    });
  };
}
