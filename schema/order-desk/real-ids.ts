import { firstVersion, isTemporary, type WorkingOrder } from './working-order.ts';

/** The order with real ids in place of temporary ones, wherever they are. */
export function withIds(order: WorkingOrder, real: ReadonlyMap<bigint, bigint>): WorkingOrder {
  if (real.size === 0) return order;
  const of = (id: bigint): bigint => real.get(id) ?? id;
  const orNull = (id: bigint | null): bigint | null => id && of(id);
  return {
    ...order,
    billAddressId: orNull(order.billAddressId),
    shipAddressId: orNull(order.shipAddressId),
    addresses: order.addresses.map((row) => ({ ...row, id: of(row.id) })),
    lineItems: order.lineItems.map((row) => ({ ...row, id: of(row.id) })),
    shipments: order.shipments.map((row) => ({
      ...row,
      id: of(row.id),
      lockVersion: isTemporary(row.id) ? firstVersion(row) : row.lockVersion,
      addressId: orNull(row.addressId),
      rates: row.rates.map((rate) => ({
        ...rate,
        id: of(rate.id),
        shipmentId: of(rate.shipmentId),
      })),
    })),
    inventoryUnits: order.inventoryUnits.map((row) => ({
      ...row,
      id: of(row.id),
      lockVersion: isTemporary(row.id) ? firstVersion(row) : row.lockVersion,
      lineItemId: of(row.lineItemId),
      shipmentId: orNull(row.shipmentId),
    })),
    payments: order.payments.map((row) => ({ ...row, id: of(row.id) })),
    adjustments: order.adjustments.map((row) => ({
      ...row,
      id: of(row.id),
      shipmentId: orNull(row.shipmentId),
      lineItemId: orNull(row.lineItemId),
    })),
    stock: order.stock.map((row) => ({ ...row, id: of(row.id) })),
    movements: order.movements.map((row) => ({ ...row, stockItemId: of(row.stockItemId) })),
    steps: order.steps.map((row) => ({ ...row, id: of(row.id) })),
    audits: order.audits.map((entry) => ({
      ...entry,
      changes: Object.fromEntries(
        Object.entries(entry.changes).map(([name, values]) => [
          name.replace(/\d{10,}/, (id) => String(of(BigInt(id)))),
          values,
        ]),
      ),
    })),
  };
}
