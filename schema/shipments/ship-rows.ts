import { Prisma } from '../../prisma/generated/client/client.ts';
import { AttributeReader } from '../attribute-reader.ts';
import { builder } from '../builder.ts';
import { type DecidedRow, type Decision, refusalOf, unknownRecord } from '../bulk/decision.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { isExactly } from '../bulk/is-exactly.ts';
import type { Transaction } from '../context.ts';
import { isRepeatedVerb } from '../domain/shipment-machine.ts';
import { parseText } from '../domain/text.ts';
import { isHeard } from '../heard.ts';
import { type ByNumber, numberOf, ShipmentBy } from '../look-up.ts';
import { activeMethods, mayReopen, readOrders } from '../order-desk/load.ts';
import { changeIn, ownRecord } from '../order-desk/order-parts.ts';
import { saveOrders, settleChanged } from '../order-desk/save.ts';
import type { WorkingOrder } from '../order-desk/working-order.ts';
import { parseId, soughtId } from '../refs.ts';
import type { Write } from '../write.ts';
import { fireOnShipment } from './fire.ts';
import { Shipment } from './shipment.ts';

const ShipShipmentInput = builder.inputType('ShipShipmentInput', {
  description: 'A shipment that has left.',
  fields: (t) => ({
    shipment: t.field({ type: ShipmentBy, required: true, description: 'The shipment.' }),
    tracking: t.string({
      description: "The carrier's tracking number; null removes it. Stays if you leave it out.",
    }),
  }),
});

type ShippedRow = typeof ShipShipmentInput.$inferInput;

/** A shipment that a name found. */
interface NamedShipment {
  readonly id: bigint;
  readonly orderId: bigint;
}

/** The shipments that names stand for, in their order; undefined where there is none. One statement. */
async function findNamedShipments(
  tx: Transaction,
  names: readonly ByNumber[],
): Promise<readonly (NamedShipment | undefined)[]> {
  const ids = names.flatMap(({ id }) => parseId(id) ?? []).map(String);
  const numbers = names.flatMap(({ number }) => (number == null ? [] : numberOf(number.trim())));
  const found = await tx.$queryRaw<(NamedShipment & { readonly number: string })[]>(Prisma.sql`
    SELECT id, number, order_id AS "orderId" FROM shipments WHERE id = ANY(${ids}::bigint[])
    UNION
    SELECT s.id, s.number, s.order_id
    FROM unnest(${numbers}::text[]) AS sought(number)
    JOIN shipments s ON ${isExactly('s.number', 'sought.number')}`);
  const byId = new Map(found.map((shipment) => [shipment.id, shipment]));
  const byNumber = new Map(found.map((shipment) => [shipment.number, shipment]));
  return names.map(({ id, number }) =>
    number == null ? byId.get(soughtId(id)) : byNumber.get(numberOf(number.trim())),
  );
}

/**
 * An order after one of its shipments has left; one that had left before only gets its tracking number.
 * Throws Invalid and Refused.
 */
function ship(
  write: Write,
  order: WorkingOrder,
  id: bigint,
  { tracking: given }: ShippedRow,
): WorkingOrder {
  const present = ownRecord(order.shipments, id);
  const reader = new AttributeReader();
  const read = isHeard({ viewer: write.viewer, reader }, 'shipments.update', 'tracking', given)
    ? reader.read('tracking', parseText(given))
    : present.tracking;
  reader.check();
  const tracking = read ?? null;
  const tracked =
    tracking === present.tracking ? order : changeIn(order, 'shipments', [present], { tracking });
  const shipment = ownRecord(tracked.shipments, id);
  return isRepeatedVerb('ship', shipment.state)
    ? tracked
    : fireOnShipment(write, tracked, shipment, 'ship');
}

/**
 * Decides which shipments leave, under the locks of their orders. Rows of one order are decided one after the other.
 */
async function decideShipments(
  write: Write,
  rows: readonly ShippedRow[],
): Promise<Decision<'shipment'>> {
  const names = rows.map(({ shipment }) => shipment);
  const found = await findNamedShipments(write.tx, names);
  const orderIds = [...new Set(found.flatMap((shipment) => shipment?.orderId ?? []))];
  await write.lockOrders(orderIds);
  const loaded = await readOrders(write, orderIds);
  // a refusal tells whether a canceled one could be opened again
  const reopening = loaded.filter(mayReopen);
  if (reopening.length > 0) write.methods = await activeMethods(write.tx, reopening);
  const orders = new Map(loaded.map((order) => [order.id, order]));
  const decide = (row: ShippedRow, named: NamedShipment | undefined): DecidedRow => {
    const order = named && orders.get(named.orderId);
    // it may have been removed before its order was locked
    const isThere = order?.shipments.some(({ id }) => id === named?.id) === true;
    if (!named || !isThere) return { userErrors: unknownRecord('shipment') };
    const target = String(named.id);
    try {
      const shipped = ship(write, order, named.id, row);
      // what the guards ask for changes by the first of them at most; saving settles the order again
      const isFirst = write.stored.get(order.id) === order;
      orders.set(order.id, isFirst ? settleChanged(write, shipped) : shipped);
      return { target, userErrors: [] };
    } catch (error) {
      return { target, userErrors: refusalOf(error) };
    }
  };
  const decided = rows.map((row, index) => decide(row, found[index]));
  return {
    rows: decided,
    carryOut: async () => {
      await saveOrders(write, [...orders.values()]);
      return found.map((shipment) => ({ shipment: shipment?.id ?? null }));
    },
  };
}

defineBulk('shipShipments', {
  description:
    'Ships shipments, whatever orders they belong to, and stores their tracking numbers. One that has shipped already stays shipped, and only gets its tracking number. You need `shipments.fire`, and for tracking numbers `shipments.update`.',
  row: ShipShipmentInput,
  shows: { shipment: Shipment },
  needs: 'shipments.fire',
  decide: decideShipments,
});
