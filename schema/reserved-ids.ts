import { rowOf } from '../prisma/fast-path/tables.ts';
import { Prisma } from '../prisma/generated/client/client.ts';
import type { Write } from './write.ts';

/**
 * Reserves ids for new rows, in one statement, or in none if those reserved along with a lock suffice; those of a table
 * rise in the order asked.
 */
export async function reserveIds(
  { tx, idsOfLines }: Write,
  wanted: readonly { readonly model: string; readonly ids: readonly bigint[] }[],
): Promise<ReadonlyMap<bigint, bigint>> {
  const reserved = new Map<bigint, bigint>();
  const reserve = (ids: readonly bigint[], found: readonly bigint[]): void => {
    ids.forEach((id, place) => reserved.set(id, found[place] ?? id));
  };
  const lacking = wanted.filter(({ model, ids }) => {
    const suffice = model === 'LineItem' && ids.length <= idsOfLines.length;
    if (suffice) reserve(ids, idsOfLines.splice(0, ids.length));
    return ids.length > 0 && !suffice;
  });
  if (lacking.length === 0) return reserved;
  const counts = lacking.map(({ model, ids }) => ({
    model,
    sequence: `${rowOf(model).table}_id_seq`,
    n: ids.length,
  }));
  const rows = await tx.$queryRaw<{ model: string; id: bigint }[]>(Prisma.sql`
    SELECT one.model, nextval(one.sequence) AS id
    FROM jsonb_to_recordset(${JSON.stringify(counts)}::jsonb) AS one(model text, sequence text, n integer)
    CROSS JOIN LATERAL generate_series(1, one.n)`);
  for (const { model, ids } of lacking) {
    const found = rows.filter((row) => row.model === model).map(({ id }) => id);
    const rising = found.sort((a, b) => (a < b ? -1 : 1));
    reserve(ids, rising);
  }
  return reserved;
}
