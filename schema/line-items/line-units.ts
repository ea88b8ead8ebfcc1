import { invalid } from '../attribute-reader.ts';
import { sentences } from '../domain/messages.ts';
import { chooseShipment, planLowering } from '../domain/stock.ts';
import { located, takeForUnits } from '../orders/effects.ts';
import { requireRoom } from '../list-room.ts';
import { piecesFor } from '../orders/piece-bounds.ts';
import { createShipmentRow, dropUnusedAddresses } from '../orders/shipments-of.ts';
import { readOrder, type WorkingOrder, type WorkingVariant } from '../orders/working-order.ts';
import { giveBackStock } from '../stock/give-back.ts';
import { defaultLocationId } from '../stock/stock-item.ts';
import { StockShort } from '../stock/take.ts';
import { createUnits, deleteUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';

/**
 * Removes units of an open order: their stock is returned, and emptied shipments are deleted.
 * Decision: T45, T29.
 */
export async function removeUnits(
  write: Write,
  order: WorkingOrder,
  units: WorkingOrder['inventoryUnits'],
  kept: number,
  key: string,
): Promise<void> {
  const lowering = planLowering(units, kept);
  if (!lowering.ok) throw invalid(key, lowering.message);
  const gone = lowering.value;
  if (gone.length === 0) return;
  const locationId = await defaultLocationId(write.tx);
  await giveBackStock(
    write,
    order.id,
    located(order, gone, locationId),
    () => 'restock',
    () =>
      deleteUnits(
        write,
        gone.map(({ id }) => id),
      ),
  );
  await deleteEmptiedShipments(
    write,
    order,
    gone.map(({ shipmentId }) => shipmentId),
  );
}

/** Deletes a pending or ready shipment that lost its last unit. Decision: T29. */
export async function deleteEmptiedShipments(
  write: Write,
  order: WorkingOrder,
  left: readonly (bigint | null)[],
): Promise<void> {
  const { count } = await write.tx.shipment.deleteMany({
    where: {
      orderId: order.id,
      id: { in: [...new Set(left)].filter((id) => id !== null) },
      state: { in: ['pending', 'ready_to_ship'] },
      inventoryUnits: { none: {} },
    },
  });
  if (count > 0) await dropUnusedAddresses(write, order.id);
}

/**
 * Throws Invalid if the line items of an order have more units than the caller may have.
 * Decision: A39, N61.
 */
export function requireFewPieces(
  { viewer }: Write,
  lines: readonly { readonly quantity: number }[],
): void {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces > piecesFor(viewer).order) throw invalid('base', sentences.tooManyPieces);
}

/**
 * Adds units to an open order: they are created in a shipment that can take them, and taken from stock.
 * Decision: T45, T30.
 */
export async function addUnits(
  write: Write,
  orderId: bigint,
  { lineId, variant, quantity }: { lineId: bigint; variant: WorkingVariant; quantity: number },
  chosenId?: bigint,
): Promise<void> {
  if (quantity === 0) return;
  const before = await readOrder(write.tx, orderId);
  requireFewPieces(write, before.lineItems);
  const shipments = before.shipments.map(({ id, state }) => ({
    id,
    state,
    variantIds: before.inventoryUnits
      .filter((unit) => unit.shipmentId === id)
      .map((unit) => unit.variantId),
  }));
  const presentId = chosenId ?? chooseShipment(shipments, variant.id)?.id;
  if (presentId === undefined) requireRoom('shipments', shipments.length);
  const shipmentId =
    presentId ??
    (await createShipmentRow(write, orderId, {
      stockLocationId: await defaultLocationId(write.tx),
    }));
  const pieces = { lineItemId: lineId, variantId: variant.id, quantity };
  const made = new Set(await createUnits(write, { orderId, shipmentId }, [pieces]));
  const order = await readOrder(write.tx, orderId);
  try {
    await takeForUnits(
      write,
      order,
      order.inventoryUnits.filter(({ id }) => made.has(id)),
    );
  } catch (error) {
    if (error instanceof StockShort) throw invalid('quantity', ...error.messages);
    throw error;
  }
}
