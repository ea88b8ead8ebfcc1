import { invalid } from '../attribute-reader.ts';
import { isOpen } from '../domain/order-states.ts';
import { deleteEmptiedShipments } from '../line-items/line-units.ts';
import { located, takeForUnits } from '../orders/effects.ts';
import { readOrder, type WorkingOrder, type WorkingUnit } from '../orders/working-order.ts';
import { giveBackStock } from '../stock/give-back.ts';
import { defaultLocationId, lockStockItems } from '../stock/stock-item.ts';
import { StockShort } from '../stock/take.ts';
import { moveUnits, setUnits } from '../stock/units.ts';
import type { Write } from '../write.ts';

/** The target of moved units: a shipment and the location it ships from; null means no shipment. */
export interface UnitTarget {
  readonly shipmentId: bigint | null;
  readonly stockLocationId: bigint;
}

const idsOf = (units: readonly WorkingUnit[]): bigint[] => units.map(({ id }) => id);

/** Whether a unit has not left yet, so that it may be moved. Decision: T38. */
export const isMovable = ({ state }: WorkingUnit): boolean =>
  state !== 'shipped' && state !== 'returned';

/**
 * Moves units of an order that was read before into a shipment or out of any. Stock taken at another location
 * is returned there and taken at the new one, even if units stay in a shipment whose location changes. An open
 * order takes stock again for units whose stock a canceled shipment returned. Shipments that lose their last
 * unit are deleted.
 * Throws Invalid if there is too little stock.
 * Decision: T29, T38, T13.
 */
export async function moveUnitsTo(
  write: Write,
  order: WorkingOrder,
  units: readonly WorkingUnit[],
  target: UnitTarget,
): Promise<void> {
  if (units.length === 0) return;
  const placed = located(order, units, await defaultLocationId(write.tx));
  const relocated = placed.filter(
    ({ stockTaken, stockLocationId }) => stockTaken && stockLocationId !== target.stockLocationId,
  );
  const moving = units.filter(({ shipmentId }) => shipmentId !== target.shipmentId);
  const retaken = isOpen(order.state) ? moving.filter(({ state }) => state === 'on_hand') : [];
  await lockStockItems(
    write,
    [...relocated, ...retaken].map(({ variantId }) => variantId),
  );
  await giveBackStock(
    write,
    order.id,
    relocated,
    () => 'restock',
    async () => {
      await setUnits(write, idsOf(relocated), 'on_hand', false);
      await moveUnits(write, idsOf(moving), target.shipmentId);
    },
  );
  write.touch(order.id);
  const taking = new Set(idsOf([...relocated, ...retaken]));
  const moved = await readOrder(write.tx, order.id);
  try {
    await takeForUnits(
      write,
      moved,
      moved.inventoryUnits.filter(({ id }) => taking.has(id)),
    );
  } catch (error) {
    if (error instanceof StockShort) throw invalid('quantity', ...error.messages);
    throw error;
  }
  await deleteEmptiedShipments(
    write,
    order,
    moving.map(({ shipmentId }) => shipmentId),
  );
}
