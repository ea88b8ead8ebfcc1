import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import { isStorable } from '../domain/text.ts';
import type { ByNumber } from '../look-up.ts';
import { parseId } from '../refs.ts';

/** A shipment that a name found. */
export interface NamedShipment {
  readonly id: bigint;
  readonly orderId: bigint;
}

const numberOf = ({ number }: ByNumber): string | undefined =>
  number != null && isStorable(number) ? number.trim().toUpperCase() : undefined;

/** The shipments that names stand for, in their order; undefined where there is none. One statement. */
export async function findNamedShipments(
  tx: Transaction,
  names: readonly ByNumber[],
): Promise<readonly (NamedShipment | undefined)[]> {
  const ids = names.flatMap(({ id }) => parseId(id) ?? []).map(String);
  const numbers = names.flatMap((name) => numberOf(name) ?? []);
  const found = await tx.$queryRaw<(NamedShipment & { readonly number: string })[]>(Prisma.sql`
    SELECT id, number, order_id AS "orderId" FROM shipments WHERE id = ANY(${ids}::bigint[])
    UNION
    SELECT id, number, order_id FROM shipments WHERE number = ANY(${numbers}::text[])`);
  const byId = new Map(found.map((shipment) => [shipment.id, shipment]));
  const byNumber = new Map(found.map((shipment) => [shipment.number, shipment]));
  return names.map((name) =>
    name.number == null ? byId.get(parseId(name.id) ?? 0n) : byNumber.get(numberOf(name) ?? ''),
  );
}
