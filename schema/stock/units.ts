import { Prisma } from '../../prisma/generated/client/client.ts';
import type { InventoryUnitState } from '../domain/inventory-unit-machine.ts';
import type { Write } from '../write.ts';

const bigints = (ids: readonly bigint[]): Prisma.Sql => Prisma.sql`${ids.map(String)}::bigint[]`;

/** A line item with the number of inventory units to create. */
interface LinePieces {
  readonly lineItemId: bigint;
  readonly variantId: bigint;
  readonly quantity: number;
}

/** Creates the inventory units of line items, in a shipment or in none; one statement for any number. */
export async function createUnits(
  { tx, now }: Write,
  { orderId, shipmentId }: { readonly orderId: bigint; readonly shipmentId: bigint | null },
  lines: readonly LinePieces[],
): Promise<bigint[]> {
  const pieces = lines.filter(({ quantity }) => quantity > 0);
  if (pieces.length === 0) return [];
  const rows = await tx.$queryRaw<{ id: bigint }[]>(Prisma.sql`
    INSERT INTO inventory_units (order_id, line_item_id, variant_id, shipment_id, created_at, updated_at)
    SELECT ${orderId}::bigint, line.id, line.variant_id, ${shipmentId}::bigint,
           ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
    FROM unnest(${bigints(pieces.map(({ lineItemId }) => lineItemId))},
                ${bigints(pieces.map(({ variantId }) => variantId))},
                ${pieces.map(({ quantity }) => quantity)}::integer[])
         WITH ORDINALITY AS line (id, variant_id, quantity, place)
    CROSS JOIN LATERAL generate_series(1, line.quantity)
    ORDER BY line.place
    RETURNING id`);
  return rows.map(({ id }) => id);
}

/** The columns that record a change; the version rises once per write. */
const stampOf = (write: Write, ids: readonly bigint[]): Prisma.Sql => Prisma.sql`
  lock_version = lock_version + (id = ANY(${bigints(write.raise('units', ids))}))::integer,
  updated_at = ${write.now.toISOString()}::timestamptz`;

/** Updates the state and `stockTaken` of units; one statement for any number. */
export async function setUnits(
  write: Write,
  ids: readonly bigint[],
  state: InventoryUnitState,
  stockTaken: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  await write.tx.$executeRaw(Prisma.sql`
    UPDATE inventory_units
    SET state = ${state}, stock_taken = ${stockTaken}::boolean, ${stampOf(write, ids)}
    WHERE id = ANY(${bigints(ids)})`);
}

/** Moves units into a shipment, or out of any. */
export async function moveUnits(
  write: Write,
  ids: readonly bigint[],
  shipmentId: bigint | null,
): Promise<void> {
  if (ids.length === 0) return;
  await write.tx.$executeRaw(Prisma.sql`
    UPDATE inventory_units
    SET shipment_id = ${shipmentId}::bigint, ${stampOf(write, ids)}
    WHERE id = ANY(${bigints(ids)})`);
}

/** Deletes units whose stock was returned before, or never taken. */
export async function deleteUnits({ tx }: Write, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.$executeRaw(Prisma.sql`DELETE FROM inventory_units WHERE id = ANY(${bigints(ids)})`);
}
