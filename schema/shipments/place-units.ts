import { words } from '../domain/messages.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { asksNothing } from '../heard.ts';
import { moveUnitsTo } from '../inventory-units/move-units.ts';
import type { UnitChange } from '../inventory-units/write-unit.ts';
import { withStock } from '../order-desk/load.ts';
import { changeIn } from '../order-desk/order-parts.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';
import { type AddressedShipment, findDestinations } from './shipment-address.ts';
import type { SentShipment, ShipmentChanges } from './shipment-input.ts';
import { findLocations, namesLocation, readNewLocation } from './shipment-location.ts';
import { namesUnits, readUnits } from './shipment-units.ts';

/** Whether an input may move units to another shipment or location, or change them, so that counts must be locked. */
export const mayMoveUnits = (input: ShipmentChanges): boolean =>
  namesUnits(input) || namesLocation(input);

/** What a write asks of a shipment, as it was read before anything was written. */
export interface PlacedShipment extends AddressedShipment {
  readonly changes: readonly UnitChange[];
  /** Whether it asks for more than that units stay where they are. */
  readonly asks: boolean;
}

/** An order in which units and locations are written, and what is still to be. */
export interface Placed {
  readonly order: WorkingOrder;
  readonly entries: readonly PlacedShipment[];
}

/** Which shipments units move into, and where shipments move, each by id. */
interface Moves {
  readonly units: Map<bigint, bigint>;
  readonly locations: Map<bigint, bigint>;
}

/**
 * Moves the units that a write names into their shipments, and those of shipments with their locations. All is read
 * before, of the order as it is now: a unit stays where it is unless another shipment names it, an address may be that of
 * a shipment that all units leave. Adds messages for what is invalid; the write must then be rolled back.
 * Decision: F43, T29, T38.
 */
export async function placeShipments(
  write: Write,
  order: WorkingOrder,
  sent: readonly SentShipment[],
): Promise<Placed> {
  const inputs = sent.map(({ input }) => input);
  const locationOf = await findLocations(write.tx, inputs);
  const destinationOf = await findDestinations(write, sent);
  const named = inputs.some(namesUnits) ? order.inventoryUnits : [];
  const units = new Map(named.map((unit) => [unit.id, unit]));
  const moves: Moves = { units: new Map(), locations: new Map() };
  const entries = sent.map((one): PlacedShipment => {
    const destination = destinationOf(one);
    const locationId = readNewLocation(one, locationOf);
    if (locationId !== undefined) moves.locations.set(one.shipment.id, locationId);
    const known = moves.units.size;
    const changes = readUnits(one, units, moves.units);
    const others = { ...one.input, inventoryUnits: undefined, inventoryUnitIds: undefined };
    const asks =
      moves.units.size > known || changes.length > 0 || !asksNothing(write.viewer, others);
    return { ...one, destination, changes, asks };
  });
  refuseContradictions(entries, moves);
  const isRefused = entries.some(({ reader }) => reader.hasMessages);
  const moved = isRefused ? order : await carryOut(write, order, entries, moves);
  return { order: moved, entries };
}

/** Refuses a second entry that asks something of a shipment, and to change a unit that another shipment gets. Decision: F43. */
function refuseContradictions(entries: readonly PlacedShipment[], { units }: Moves): void {
  const asked = new Set<bigint>();
  for (const { shipment, reader, changes, asks } of entries) {
    if (asks && asked.has(shipment.id)) reader.note('id', words.invalid);
    if (asks) asked.add(shipment.id);
    for (const change of changes) {
      const shipmentId = units.get(change.unitId) ?? shipment.id;
      if (shipmentId !== shipment.id) change.reader.note('id', words.invalid);
    }
  }
}

async function carryOut(
  write: Write,
  order: WorkingOrder,
  entries: readonly PlacedShipment[],
  { units, locations }: Moves,
): Promise<WorkingOrder> {
  const staying = order.inventoryUnits.flatMap(({ id, shipmentId }) =>
    shipmentId !== null && locations.has(shipmentId) ? [[id, shipmentId] as const] : [],
  );
  const targets = new Map([...staying, ...units]);
  const restocked = entries
    .flatMap(({ changes }) => changes)
    .flatMap(({ unitId, event }) => (event === null || event === 'ship' ? [] : [unitId]));
  const counted = new Set(isInCheckout(order.state) ? [] : [...targets.keys(), ...restocked]);
  const moving = order.inventoryUnits.filter(({ id }) => counted.has(id));
  const variantIds = moving.map(({ variantId }) => variantId);
  const stocked = await withStock(write, order, variantIds);
  const relocated = [...locations].reduce(
    (next, [id, stockLocationId]) => changeIn(next, 'shipments', [{ id }], { stockLocationId }),
    stocked,
  );
  return moveUnitsTo(write, relocated, stocked, targets);
}
