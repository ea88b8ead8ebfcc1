import type { AttributeReader } from '../attribute-reader.ts';
import { auditEntry } from '../domain/audit.ts';
import { toDecimal } from '../domain/money.ts';
import { parseText } from '../domain/text.ts';
import { writeUnitChanges } from '../inventory-units/write-unit.ts';
import { selectRate } from '../order-desk/deliver.ts';
import { addAudit, changeIn, ownRecord } from '../order-desk/order-parts.ts';
import { settleChanged } from '../order-desk/save.ts';
import type { Amount, WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { redirect } from '../orders/redirect.ts';
import type { Write } from '../write.ts';
import { type Placed, placeUnits } from './place-units.ts';
import { readRateChange } from './rate-actions.ts';
import { writeDestination } from './shipment-address.ts';
import type { SentShipment, ShipmentChanges } from './shipment-input.ts';

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
 * Writes the other attributes of a shipment that holds its units by now, each only if it differs, and fires the events
 * that new states of units stand for. Adds messages for invalid ones; the write must then be rolled back.
 * Decision: F43, T24, T38, N76.
 */
export async function writeAttributes(
  sent: SentShipment,
  { changes, destination }: Omit<Placed, 'order'>,
): Promise<WorkingOrder> {
  const { write, reader, order, shipment, input } = sent;
  const tracking =
    input.tracking === undefined
      ? shipment.tracking
      : reader.read('tracking', parseText(input.tracking));
  const rate = await readRateChange({ ...sent, destination });
  if (tracking === undefined || reader.hasMessages) return order;
  const columns = {
    ...(tracking !== shipment.tracking && { tracking }),
    ...(rate.rateId !== undefined && { rates: selectRate(shipment.rates, rate.rateId) }),
    ...rate.columns,
  };
  const isSame = Object.keys(columns).length === 0;
  const written = isSame ? order : changeIn(order, 'shipments', [shipment], columns);
  const addressed =
    destination === undefined
      ? written
      : await redirect(write, written, writeDestination(write, written, shipment, destination));
  const priced = rate.ownCost ? withOwnCost(addressed, shipment, rate.ownCost) : addressed;
  // the events of units ask for nothing that those of the others change
  const settled = changes.length > 0 ? settleChanged(write, priced) : priced;
  return writeUnitChanges(write, settled, changes);
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
  const sent = { write, reader, order, shipment, input };
  const placed = await placeUnits(sent);
  const filled = ownRecord(placed.order.shipments, shipment.id);
  return writeAttributes({ ...sent, order: placed.order, shipment: filled }, placed);
}
