import type { AttributeReader } from '../attribute-reader.ts';
import type { Transaction } from '../context.ts';
import { words } from '../domain/messages.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { isBlank, soughtText } from '../domain/text.ts';
import { isMovable, moveUnitsTo } from '../inventory-units/move-units.ts';
import type { UnitChange } from '../inventory-units/write-unit.ts';
import { withStock } from '../order-desk/load.ts';
import { changeIn, unitsIn } from '../order-desk/order-parts.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { parseId, soughtId } from '../refs.ts';
import { readDestination, type ShipmentDestination } from './shipment-address.ts';
import type { SentShipment, ShipmentChanges } from './shipment-input.ts';
import { readUnits } from './shipment-units.ts';

/** The active location that an input names by id or name, null if it names none; adds a message if it is unknown. */
export async function readLocation(
  tx: Transaction,
  reader: AttributeReader,
  { stockLocationId, stockLocation }: ShipmentChanges,
): Promise<bigint | null> {
  const isById = !isBlank(stockLocationId);
  if (!isById && isBlank(stockLocation)) return null;
  const where = isById ? { id: soughtId(stockLocationId) } : { name: soughtText(stockLocation) };
  const location = await tx.stockLocation.findFirst({
    where: { ...where, active: true },
    select: { id: true },
  });
  if (!location) reader.note(isById ? 'stockLocationId' : 'stockLocation', words.invalid);
  return location?.id ?? null;
}

/** The new location of a shipment; null if it does not change. */
async function readNewLocation(sent: SentShipment): Promise<bigint | null> {
  const { write, reader, order, shipment, input } = sent;
  const isById = !isBlank(input.stockLocationId);
  // The current location may be sent back, even if it was closed meanwhile.
  if (isById && parseId(input.stockLocationId) === shipment.stockLocationId) return null;
  const id = await readLocation(write.tx, reader, input);
  if (id === null || id === shipment.stockLocationId) return null;
  if (shipment.state !== 'shipped' && unitsIn(order, shipment).every(isMovable)) return id;
  reader.note(isById ? 'stockLocationId' : 'stockLocation', words.invalid);
  return null;
}

/** Whether an input names units: of another shipment they move into its own. */
export const namesUnits = ({ inventoryUnits, inventoryUnitIds }: ShipmentChanges): boolean =>
  [inventoryUnits, inventoryUnitIds].some((named) => named != null && named.length > 0);

/** Whether an input may move units to another shipment or location, or change them, so that counts must be locked. */
export const mayMoveUnits = (input: ShipmentChanges): boolean =>
  namesUnits(input) || !isBlank(input.stockLocationId) || !isBlank(input.stockLocation);

/** An order with the units of a write in their shipment, and what the write does beside that. */
export interface Placed {
  readonly order: WorkingOrder;
  readonly changes: readonly UnitChange[];
  /** The shipment's new address; undefined if it keeps the one that it has. */
  readonly destination: ShipmentDestination | undefined;
}

/**
 * Moves the units that a write names into its shipment, and those that it has with its location. Reads the address
 * before, which may be that of a shipment that they all leave. Adds messages for invalid ones; the write must then be
 * rolled back. Decision: F43, T29, T38.
 */
export async function placeUnits(sent: SentShipment): Promise<Placed> {
  const { write, reader, order, shipment } = sent;
  const destination = await readDestination(sent);
  const locationId = await readNewLocation(sent);
  const { moving, changes } = readUnits(sent);
  if (reader.hasMessages) return { order, changes, destination };
  const staying = locationId === null ? [] : unitsIn(order, shipment);
  const moved = [...staying, ...moving];
  const restocked = new Set(
    changes.flatMap(({ unitId, event }) => (event === null || event === 'ship' ? [] : [unitId])),
  );
  const changed = order.inventoryUnits.filter(({ id }) => restocked.has(id));
  const stocked = await withStock(
    write,
    order,
    isInCheckout(order.state) ? [] : [...moved, ...changed].map(({ variantId }) => variantId),
  );
  const stockLocationId = locationId ?? shipment.stockLocationId;
  const located =
    locationId === null ? stocked : changeIn(stocked, 'shipments', [shipment], { stockLocationId });
  const target = { shipmentId: shipment.id, stockLocationId };
  return { order: moveUnitsTo(write, located, stocked, moved, target), changes, destination };
}
