import { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import { type ByNumber, numberOf } from '../look-up.ts';
import { parseId, soughtId } from '../refs.ts';

/** A shipment that a name found. */
export interface NamedShipment {
  readonly id: bigint;
  readonly orderId: bigint;
}

/** The shipments that names stand for, in their order; undefined where there is none. One statement. */
export async function findNamedShipments(
  tx: Transaction,
  names: readonly ByNumber[],
): Promise<readonly (NamedShipment | undefined)[]> {
  const ids = names.flatMap(({ id }) => parseId(id) ?? []).map(String);
  const numbers = names.flatMap(({ number }) => (number == null ? [] : numberOf(number.trim())));
  const found = await tx.$queryRaw<(NamedShipment & { readonly number: string })[]>(Prisma.sql`
    SELECT id, number, order_id AS "orderId" FROM shipments WHERE id = ANY(${ids}::bigint[])
    UNION
    SELECT id, number, order_id FROM shipments WHERE number = ANY(${numbers}::text[])`);
  const byId = new Map(found.map((shipment) => [shipment.id, shipment]));
  const byNumber = new Map(found.map((shipment) => [shipment.number, shipment]));
  return names.map(({ id, number }) =>
    number == null ? byId.get(soughtId(id)) : byNumber.get(numberOf(number.trim())),
  );
}
