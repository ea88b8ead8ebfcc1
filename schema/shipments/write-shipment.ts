import type { AttributeReader } from '../attribute-reader.ts';
import type { Transaction } from '../context.ts';
import { auditEntry } from '../domain/audit.ts';
import { words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { isBlank, parseText, soughtText } from '../domain/text.ts';
import { areHeard, asksNothing, ignoresUnheard } from '../heard.ts';
import { requireVersion } from '../if-version.ts';
import { isMovable, moveUnitsTo } from '../inventory-units/move-units.ts';
import { writeUnitChanges } from '../inventory-units/write-unit.ts';
import { numberOf } from '../look-up.ts';
import { selectRate } from '../order-desk/deliver.ts';
import { withStock } from '../order-desk/load.ts';
import { addAudit, changeIn, unitsIn } from '../order-desk/order-parts.ts';
import { settleChanged } from '../order-desk/save.ts';
import { redirect } from '../orders/redirect.ts';
import type { Amount, WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { parseId, soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import { askedOfShipment } from './asked-of-shipment.ts';
import { readRateChange } from './rate-actions.ts';
import { readDestination, writeDestination } from './shipment-address.ts';
import type { SentShipment, ShipmentChanges, ShipmentEntry } from './shipment-input.ts';
import { readUnits } from './shipment-units.ts';

/** The shipment of an order that an entry names, by id, else by number. */
export function findShipment(
  order: WorkingOrder,
  { id, number }: ShipmentEntry,
): WorkingShipment | undefined {
  const wanted = parseId(id);
  if (!isBlank(id)) return order.shipments.find((shipment) => shipment.id === wanted);
  const named = numberOf(soughtText(number));
  return order.shipments.find((shipment) => shipment.number === named);
}

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

/** Sets the cost of a shipment that the caller gives, and adds it to the audit log. */
const withOwnCost = (order: WorkingOrder, shipment: WorkingShipment, cost: Amount): WorkingOrder =>
  addAudit(
    changeIn(order, 'shipments', [shipment], { cost }),
    auditEntry(
      'shipments.update',
      shipment.id,
      { cost: toDecimal(shipment.cost) },
      { cost: toDecimal(cost) },
    ),
  );

/**
 * Writes the attributes of a shipment, each only if it differs. Adds messages for invalid ones; the write must then be
 * rolled back. Fires no event except those that new states of units stand for.
 * Contract: Resources / Shipment. Decision: F43, T24, T29, T38, N76.
 */
export async function writeShipment(
  write: Write,
  order: WorkingOrder,
  shipment: WorkingShipment,
  input: ShipmentChanges,
  reader: AttributeReader,
): Promise<WorkingOrder> {
  const tracking =
    input.tracking === undefined
      ? shipment.tracking
      : reader.read('tracking', parseText(input.tracking));
  const sent = { write, reader, order, shipment, input };
  const destination = await readDestination(sent);
  const rate = await readRateChange({ ...sent, destination });
  const locationId = await readNewLocation(sent);
  const { moving, changes } = readUnits(sent);
  if (tracking === undefined || reader.hasMessages) return order;

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
  const columns = {
    ...(tracking !== shipment.tracking && { tracking }),
    ...(rate.rateId !== undefined && { rates: selectRate(shipment.rates, rate.rateId) }),
    ...rate.columns,
    ...(locationId !== null && { stockLocationId: locationId }),
  };
  const isSame = Object.keys(columns).length === 0;
  const written = isSame ? stocked : changeIn(stocked, 'shipments', [shipment], columns);
  const addressed =
    destination === undefined
      ? written
      : await redirect(write, written, writeDestination(write, written, shipment, destination));
  const priced = rate.ownCost ? withOwnCost(addressed, shipment, rate.ownCost) : addressed;
  const target = {
    shipmentId: shipment.id,
    stockLocationId: locationId ?? shipment.stockLocationId,
  };
  const placed = moveUnitsTo(write, priced, stocked, moved, target);
  // the events of units ask for nothing that those of the others change
  const settled = changes.length > 0 ? settleChanged(write, placed) : placed;
  return writeUnitChanges(write, settled, changes);
}

/** What everybody may send of a shipment inside its order. Decision: A25. */
const ofCustomers: ReadonlySet<string> = new Set(['id', 'number', 'selectedShippingRateId']);

/**
 * Writes one entry of `shipments` as part of a write of its order; adds messages. Customers can only select a rate. The
 * entry names a shipment of the order before the write; if the write has discarded it, nothing can be asked of it any
 * more. Decision: F11, F41, F43, A25, T24.
 */
export async function writeOrderShipment(
  write: Write,
  before: WorkingOrder,
  order: WorkingOrder,
  entry: ShipmentEntry,
  reader: AttributeReader,
): Promise<WorkingOrder> {
  const { viewer } = write;
  const unknown = (): WorkingOrder => {
    reader.note('id', words.invalid);
    return order;
  };
  const was = findShipment(before, entry);
  const shipment = order.shipments.find(({ id }) => id === was?.id);
  if (!was || (!shipment && !ignoresUnheard(viewer))) return unknown();
  const changes = askedOfShipment(write, before, was, entry);
  const closed = Object.fromEntries(
    Object.entries(changes).filter(([name]) => !ofCustomers.has(name)),
  );
  const isHeard = areHeard({ viewer, reader }, 'shipments.update', closed);
  if (isHeard) requireVersion(was, entry.ifVersion, reader.keyOf('ifVersion'));
  const { selectedShippingRateId } = changes;
  const open = isHeard ? changes : { selectedShippingRateId };
  if (!shipment) return asksNothing(viewer, open) ? order : unknown();
  return writeShipment(write, order, shipment, open, reader);
}
