import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction, Viewer } from '../context.ts';
import { soughtText } from '../domain/text.ts';
import { none } from '../refs.ts';
import { isShown } from '../shown.ts';
import { columnOf, type ReferredKind } from './kinds.ts';

/** A name as it is stored. */
interface Name {
  readonly source: string;
  readonly value: string;
}

/** Whether the caller may see the names of such records, and so find records by them. */
export const mayReferTo = (kind: ReferredKind, viewer: Viewer): boolean =>
  isShown(`${kind}.externalRefs`, viewer, null);

/** A name as it is stored; undefined if no record can have it. */
export function readName({ source, value }: Name): Name | undefined {
  const name = { source: soughtText(source), value: soughtText(value) };
  return name.source !== '' && name.value !== '' ? name : undefined;
}

interface Named {
  readonly id?: string | null | undefined;
  readonly externalRef?: Name | null | undefined;
}

/**
 * The names of rows with the ids of records in place of the names that other systems have for them. One statement,
 * none if no row has such a name.
 */
export async function withIds<Row extends Named>(
  { tx, viewer }: { readonly tx: Transaction; readonly viewer: Viewer },
  kind: ReferredKind,
  rows: readonly Row[],
): Promise<readonly (Row | { readonly id: string })[]> {
  const names = rows.map(({ externalRef }) => externalRef && readName(externalRef));
  const wanted = mayReferTo(kind, viewer) ? names.flatMap((name) => name ?? []) : [];
  const found = new Map<string, bigint>();
  if (wanted.length > 0) {
    const rowsFound = await tx.$queryRaw<(Name & { readonly id: bigint })[]>(Prisma.sql`
      SELECT e.source, e.value, e.${Prisma.raw(columnOf(kind))} AS id
      FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS g(source text, value text)
      JOIN external_references e
        ON e.kind = ${kind} AND e.source = g.source AND e.value = g.value`);
    for (const { source, value, id } of rowsFound) found.set(keyOf({ source, value }), id);
  }
  return rows.map((row, index) => {
    const name = names[index];
    if (!row.externalRef) return row;
    return { id: String((name && found.get(keyOf(name))) ?? none) };
  });
}

const keyOf = ({ source, value }: Name): string => JSON.stringify([source, value]);
