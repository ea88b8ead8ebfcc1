import type { AttributeReader } from '../attribute-reader.ts';
import { auditEntry } from '../domain/audit.ts';
import { words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { parseText } from '../domain/text.ts';
import { writeUnitChanges } from '../inventory-units/write-unit.ts';
import { selectRate } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import { addAudit, changeIn, idsOf } from '../order-desk/order-parts.ts';
import { settleChanged } from '../order-desk/save.ts';
import type { Amount, WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { redirect } from '../orders/redirect.ts';
import type { Write } from '../write.ts';
import { type Placed, type PlacedShipment, placeShipments } from './place-units.ts';
import { findMethods, isSentByChoice, readRateChange, selectsRate } from './rate-actions.ts';
import type { ShipmentChanges } from './shipment-input.ts';

/**
 * An order whose shipments are placed with what delivers where they go by now; those that the write sends elsewhere by a
 * rate or method that it selects need no other. Throws Invalid, unless there are messages already. Decision: T27.
 */
export async function redirectPlaced(
  write: Write,
  before: WorkingOrder,
  { order, entries }: Placed,
): Promise<WorkingOrder> {
  if (entries.some(({ reader }) => reader.hasMessages)) return order;
  const chosen = entries.filter(isSentByChoice).map(({ shipment }) => shipment);
  return redirect(write, before, order, idsOf(chosen));
}

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

/** Writes tracking number, rate and cost of a shipment, each only if it differs; adds messages for invalid ones. */
function writeColumns(sent: PlacedShipment, methods: ReadonlySet<bigint>): WorkingOrder {
  const { reader, order, shipment, input } = sent;
  const tracking =
    input.tracking === undefined
      ? shipment.tracking
      : reader.read('tracking', parseText(input.tracking));
  const rate = readRateChange(sent, methods);
  if (tracking === undefined || reader.hasMessages) return order;
  const columns = {
    ...(tracking !== shipment.tracking && { tracking }),
    ...(rate.rateId !== undefined && { rates: selectRate(shipment.rates, rate.rateId) }),
    ...rate.columns,
  };
  const isSame = Object.keys(columns).length === 0;
  const written = isSame ? order : changeIn(order, 'shipments', [shipment], columns);
  return rate.ownCost ? withOwnCost(written, shipment, rate.ownCost) : written;
}

/**
 * Writes the other attributes of shipments that hold their units by now and go where they will, and fires the events that
 * new states of units stand for. Of a shipment that all units have left nothing more can be asked. Adds messages for
 * what is invalid; the write must then be rolled back. Decision: F43, T24, T38, N76.
 */
export async function writeAttributes(
  write: Write,
  order: WorkingOrder,
  entries: readonly PlacedShipment[],
): Promise<WorkingOrder> {
  const inputs = entries.map(({ input }) => input);
  if (inputs.some(selectsRate) && !isInCheckout(order.state)) await readMethods(write, order);
  const methods = await findMethods(write, inputs);
  let next = order;
  for (const entry of entries) {
    const shipment = next.shipments.find(({ id }) => id === entry.shipment.id);
    if (shipment) next = writeColumns({ ...entry, order: next, shipment }, methods);
    else if (entry.asks) entry.reader.note('id', words.invalid);
  }
  const changes = entries.flatMap((entry) => entry.changes);
  if (changes.length === 0 || entries.some(({ reader }) => reader.hasMessages)) return next;
  // the events of units ask for nothing that those of the others change
  return writeUnitChanges(write, settleChanged(write, next), changes);
}

/**
 * Writes the attributes of a shipment, each only if it differs: first its units, so that what it costs is what they do.
 * Adds messages for invalid ones; the write must then be rolled back. Fires no event except those that new states of
 * units stand for. Contract: Resources / Shipment.
 * Decision: F43, T24, T29, T38, N76.
 */
export async function writeShipment(
  write: Write,
  order: WorkingOrder,
  shipment: WorkingShipment,
  input: ShipmentChanges,
  reader: AttributeReader,
): Promise<WorkingOrder> {
  const placed = await placeShipments(write, order, [{ write, reader, order, shipment, input }]);
  const redirected = await redirectPlaced(write, order, placed);
  return writeAttributes(write, redirected, placed.entries);
}
