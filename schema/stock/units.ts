import { Prisma } from '../../prisma/generated/client/client.ts';
import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import type { Write } from '../write.ts';

const bigints = (ids: readonly bigint[]): Prisma.Sql => Prisma.sql`${ids.map(String)}::bigint[]`;

/** Makes units of a line, one a piece, in a shipment or in none; one statement for any number. */
export async function createUnits(
  { tx, now }: Write,
  unit: { orderId: bigint; lineItemId: bigint; variantId: bigint; shipmentId: bigint | null },
  quantity: number,
): Promise<bigint[]> {
  if (quantity <= 0) return [];
  const rows = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id, created_at, updated_at)
    SELECT ${unit.orderId}::bigint, ${unit.lineItemId}::bigint, ${unit.variantId}::bigint,
           ${unit.shipmentId}::bigint, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    FROM generate_series(1, ${quantity}::integer)
    RETURNING id`);
  return rows.map(({ id }) => id);
}

/** Writes state and stock mark of units; one statement for any number. */
export async function setUnits(
  { tx, now }: Write,
  ids: readonly bigint[],
  state: InventoryUnitState,
  stockTaken: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    UPDATE inventory_units
    SET state = ${state}, stock_taken = ${stockTaken}::boolean, lock_version = lock_version + 1,
        updated_at = ${now.toISOString()}::timestamptz
    WHERE id = ANY(${bigints(ids)})`);
}

/** Moves units into a shipment, or out of any. */
export async function moveUnits(
  { tx, now }: Write,
  ids: readonly bigint[],
  shipmentId: bigint | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw(Prisma.sql`
    UPDATE inventory_units
    SET shipment_id = ${shipmentId}::bigint, lock_version = lock_version + 1,
        updated_at = ${now.toISOString()}::timestamptz
    WHERE id = ANY(${bigints(ids)})`);
}

/** Deletes units whose stock was given back before, or never taken. */
export async function deleteUnits({ tx }: Write, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw(Prisma.sql`DELETE FROM inventory_units WHERE id = ANY(${bigints(ids)})`);
}
