import type { AttributeReader } from '../attribute-reader.ts';
import { auditDifference } from '../domain/audit.ts';
import { words } from '../domain/messages.ts';
import { toDecimal } from '../domain/money.ts';
import { isInCheckout } from '../domain/order-states.ts';
import { parseText } from '../domain/text.ts';
import { writeUnitChanges } from '../inventory-units/write-unit.ts';
import { selectRate } from '../order-desk/deliver.ts';
import { readMethods } from '../order-desk/load.ts';
import { addAudit, changeIn, idsOf, ownRecord } from '../order-desk/order-parts.ts';
import { settleChanged } from '../order-desk/save.ts';
import type { Amount, WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { redirect } from '../orders/redirect.ts';
import type { Write } from '../write.ts';
import { type PlacedShipment, placeShipments } from './place-units.ts';
import { findMethods, readRateChange, selectsRate } from './rate-actions.ts';
import { writeDestination } from './shipment-address.ts';
import type { ShipmentChanges } from './shipment-input.ts';

/** The cost that the caller gives a shipment in place of that of a rate. */
type OwnCost = readonly [shipment: { readonly id: bigint }, cost: Amount];

/** Sets the cost of a shipment that the caller gives, and adds it to the audit log, if it is another one by now. */
function withOwnCost(order: WorkingOrder, [{ id }, cost]: OwnCost): WorkingOrder {
  const from = toDecimal(ownRecord(order.shipments, id).cost);
  const priced = changeIn(order, 'shipments', [{ id }], { cost });
  const to = toDecimal(cost);
  return addAudit(priced, auditDifference('shipments.update', id, { cost: from }, { cost: to }));
}

/** Writes tracking number and rate of a shipment, each only if it differs; adds messages for invalid ones. */
function writeColumns(
  sent: PlacedShipment,
  methods: ReadonlySet<bigint>,
  ownCosts: OwnCost[],
): WorkingOrder {
  const { reader, order, shipment, input } = sent;
  const tracking =
    input.tracking === undefined
      ? shipment.tracking
      : reader.read('tracking', parseText(input.tracking));
  const rate = readRateChange(sent, methods);
  if (tracking === undefined || reader.hasMessages) return order;
  if (rate.ownCost) ownCosts.push([shipment, rate.ownCost]);
  const columns = {
    ...(tracking !== shipment.tracking && { tracking }),
    ...(rate.rateId !== undefined && { rates: selectRate(shipment.rates, rate.rateId) }),
    ...rate.columns,
  };
  const isSame = Object.keys(columns).length === 0;
  return isSame ? order : changeIn(order, 'shipments', [shipment], columns);
}

/**
 * Writes the other attributes of shipments that hold their units by now: rates, then where they go, and what delivers
 * there, compared with the order `before` the write; then fires the events that new states of units stand for. Of a
 * shipment that all units have left nothing more can be asked. Adds messages for what is invalid; the write must then be
 * rolled back. Decision: F43, T24, T27, T38, N76.
 */
export async function writeAttributes(
  write: Write,
  before: WorkingOrder,
  order: WorkingOrder,
  entries: readonly PlacedShipment[],
): Promise<WorkingOrder> {
  const inputs = entries.map(({ input }) => input);
  if (inputs.some(selectsRate) && !isInCheckout(order.state)) await readMethods(write, order);
  const methods = await findMethods(write, inputs);
  const ownCosts: OwnCost[] = [];
  let next = order;
  for (const entry of entries) {
    const shipment = next.shipments.find(({ id }) => id === entry.shipment.id);
    if (shipment) next = writeColumns({ ...entry, order: next, shipment }, methods, ownCosts);
    else if (entry.asks) entry.reader.note('id', words.invalid);
  }
  if (entries.some(({ reader }) => reader.hasMessages)) return next;
  const addressed = entries.reduce(writeDestination, next);
  const redirected = await redirect(write, before, addressed, goesByEntry(entries));
  const priced = ownCosts.reduce(withOwnCost, redirected);
  const changes = entries.flatMap((entry) => entry.changes);
  // the events of units ask for nothing that those of the others change
  return changes.length === 0
    ? priced
    : writeUnitChanges(write, settleChanged(write, priced), changes);
}

/** Whether a shipment goes where an entry says; the others go where the order does. */
export function goesByEntry(
  entries: readonly PlacedShipment[],
): (shipment: WorkingShipment) => boolean {
  const sent = entries.filter(({ destination }) => destination !== undefined);
  const ids = idsOf(sent.map(({ shipment }) => shipment));
  return ({ id }) => ids.has(id);
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
  return writeAttributes(write, order, placed.order, placed.entries);
}
