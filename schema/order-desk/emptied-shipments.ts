import { sumAmounts, toDecimal } from '../domain/money.ts';
import { hasProposal } from '../domain/order-states.ts';
import { isUnsent } from '../domain/shipment-states.ts';
import { isTemporary } from '../new-rows.ts';
import { changeRows, idsOf } from './order-parts.ts';
import { deleteShipments } from './shipments.ts';
import type { WorkingOrder, WorkingShipment, WorkingUnit } from './working-order.ts';

type Leaving = readonly Pick<WorkingUnit, 'id' | 'shipmentId'>[];

/**
 * Deletes the shipments that these units were in and that have no unit left, if they are pending or ready; of an order
 * without line items all such, because it is not charged for any. The last one of a proposal stays, because the customer
 * pays for it. A new shipment that got their units is charged what they were.
 * Decision: T29, R30.
 */
export function deleteEmptiedShipments(order: WorkingOrder, leaving: Leaving): WorkingOrder {
  const had = new Set(leaving.map(({ shipmentId }) => shipmentId));
  const filled = new Set(order.inventoryUnits.map(({ shipmentId }) => shipmentId));
  const hasNoGoods = order.lineItems.length === 0;
  const emptied = order.shipments.filter(
    ({ id, state }) => (hasNoGoods || had.has(id)) && !filled.has(id) && isUnsent(state),
  );
  const isProposal = hasProposal(order.state) && emptied.length === order.shipments.length;
  const gone = isProposal ? emptied.slice(1) : emptied;
  return deleteShipments(withCharges(order, gone, leaving), idsOf(gone));
}

/**
 * The order with what these shipments cost charged for the new ones that their units went to, so that it costs what it
 * did. One that was there before goes on costing what it does: the two are one shipment then.
 */
function withCharges(
  order: WorkingOrder,
  gone: readonly WorkingShipment[],
  leaving: Leaving,
): WorkingOrder {
  const added = idsOf(order.shipments.filter(({ id }) => isTemporary(id)));
  const charged = gone.filter(({ cost }) => !toDecimal(cost).isZero());
  if (added.size === 0 || charged.length === 0) return order;
  const shipmentOf = new Map(order.inventoryUnits.map(({ id, shipmentId }) => [id, shipmentId]));
  const chargedIds: ReadonlySet<bigint | null> = idsOf(charged);
  const heirs = new Map<bigint | null, bigint>();
  for (const { id, shipmentId } of leaving) {
    const heir = chargedIds.has(shipmentId) ? shipmentOf.get(id) : undefined;
    if (heir != null && added.has(heir)) heirs.set(shipmentId, heir);
  }
  const chargeOf = ({ id }: WorkingShipment) =>
    sumAmounts(
      charged.filter((one) => heirs.get(one.id) === id).map(({ cost }) => toDecimal(cost)),
    );
  return {
    ...order,
    shipments: changeRows(order.shipments, new Set(heirs.values()), (shipment) => {
      const cost = toDecimal(shipment.cost).plus(chargeOf(shipment));
      const rates = shipment.rates.map((rate) => (rate.selected ? { ...rate, cost } : rate));
      return { cost, rates };
    }),
  };
}
