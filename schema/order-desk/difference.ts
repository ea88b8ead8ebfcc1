import { firstVersion, isTemporary } from '../new-rows.ts';
import type { Write } from '../write.ts';
import { changeRows, idsOf } from './order-parts.ts';
import { differs, type OrderModel, type Row } from './table-rows.ts';
import type { WorkingOrder } from './working-order.ts';

export interface Change {
  readonly before: WorkingOrder;
  readonly after: WorkingOrder;
}

type Lists = Readonly<Record<OrderModel, (order: WorkingOrder) => readonly Row[]>>;

export const lists: Lists = {
  Order: (order) => [order],
  Address: ({ addresses }) => addresses,
  LineItem: ({ lineItems }) => lineItems,
  Shipment: ({ shipments }) => shipments,
  ShippingRate: ({ shipments }) => shipments.flatMap(({ rates }) => rates),
  InventoryUnit: ({ inventoryUnits }) => inventoryUnits,
  Payment: ({ payments }) => payments,
  Adjustment: ({ adjustments }) => adjustments,
  StockItem: ({ stock }) => [...stock.values()].flat(),
};

export function changedRows(
  model: OrderModel,
  before: WorkingOrder,
  after: WorkingOrder,
): readonly Row[] {
  const rows = lists[model](after);
  const stored = lists[model](before);
  if (rows === stored) return [];
  const known = new Map(stored.map((row) => [row.id, row]));
  return rows.filter((row) => {
    const present = known.get(row.id);
    return !present || differs(model, present, row);
  });
}

/** Shipments that changed, or show units, rates or an address that came, went or changed. Decision: B51, R13. */
function changedShipments(
  before: WorkingOrder,
  after: WorkingOrder,
  units: readonly Row[],
): ReadonlySet<bigint> {
  const parts = [
    ...units,
    ...changedRows('InventoryUnit', after, before),
    ...changedRows('ShippingRate', before, after),
    ...changedRows('ShippingRate', after, before),
  ] as (Row & { readonly shipmentId: bigint | null })[];
  const addresses = idsOf(changedRows('Address', before, after));
  const sentElsewhere = after.shipments.filter(({ addressId }) => {
    const shownId = addressId ?? after.shipAddressId;
    return shownId !== null && addresses.has(shownId);
  });
  return new Set([
    ...changedRows('Shipment', before, after).map(({ id }) => id),
    ...parts.flatMap(({ shipmentId }) => shipmentId ?? []),
    ...idsOf(sentElsewhere),
  ]);
}

/** Times and versions of what has changed; a version rises once in a write. */
export function stamp(write: Write, before: WorkingOrder, after: WorkingOrder): WorkingOrder {
  const { now } = write;
  const units = changedRows('InventoryUnit', before, after);
  const shipmentIds = changedShipments(before, after, units);
  const timed = <R extends Row & { readonly updatedAt: Date }>(
    model: OrderModel,
    rows: readonly R[],
  ): readonly R[] =>
    changeRows(rows, idsOf(changedRows(model, before, after)), (row) => ({
      ...row,
      updatedAt: now,
    }));
  const versioned = <R extends Row & { readonly updatedAt: Date; readonly lockVersion: number }>(
    model: OrderModel,
    rows: readonly R[],
    stored: readonly R[],
    ids: ReadonlySet<bigint>,
  ): readonly R[] => {
    if (ids.size === 0) return rows;
    const versions = new Map(stored.map(({ id, lockVersion }) => [id, lockVersion]));
    return rows.map((row) => {
      if (!ids.has(row.id)) return row;
      const version = versions.get(row.id);
      if (version === undefined && row.lockVersion === 0) return row;
      return { ...row, updatedAt: now, lockVersion: write.raised(model, row.id, version ?? 0) };
    });
  };
  return {
    ...after,
    addresses: timed('Address', after.addresses),
    lineItems: timed('LineItem', after.lineItems),
    shipments: versioned('Shipment', after.shipments, before.shipments, shipmentIds),
    inventoryUnits: versioned(
      'InventoryUnit',
      after.inventoryUnits,
      before.inventoryUnits,
      idsOf(units),
    ),
    payments: timed('Payment', after.payments),
    adjustments: timed('Adjustment', after.adjustments),
    updatedAt: now,
    lockVersion: write.raised('Order', after.id, before.lockVersion),
  };
}

/** The order with real ids in place of temporary ones, wherever they are. */
export function withIds(order: WorkingOrder, real: ReadonlyMap<bigint, bigint>): WorkingOrder {
  if (real.size === 0) return order;
  /** A row with real ids in its columns; the same one if it has no temporary ones. */
  const made = <Row extends object>(row: Row): Row => {
    const cells = row as Readonly<Record<string, unknown>>;
    let copy: Record<string, unknown> | undefined;
    // no list of entries: an order may have 20,000 units
    for (const name in cells) {
      const value = cells[name];
      const id = typeof value === 'bigint' ? real.get(value) : undefined;
      if (id !== undefined) (copy ??= { ...cells })[name] = id;
    }
    return (copy as Row | undefined) ?? row;
  };
  const versioned = <Row extends { readonly id: bigint; readonly lockVersion: number }>(
    row: Row,
  ): Row => (isTemporary(row.id) ? { ...made(row), lockVersion: firstVersion(row) } : made(row));
  const nameOf = (name: string): string =>
    name.replace(/\d{10,}/, (id) => String(real.get(BigInt(id)) ?? id));
  return {
    ...made(order),
    addresses: order.addresses.map(made),
    lineItems: order.lineItems.map(made),
    shipments: order.shipments.map((row) => ({ ...versioned(row), rates: row.rates.map(made) })),
    inventoryUnits: order.inventoryUnits.map(versioned),
    payments: order.payments.map(made),
    adjustments: order.adjustments.map(made),
    stock: new Map([...order.stock].map(([id, ofVariant]) => [id, ofVariant.map(made)])),
    movements: order.movements.map(made),
    steps: order.steps.map(made),
    audits: order.audits.map(({ changes, ...entry }) => ({
      ...made(entry),
      changes: Object.fromEntries(
        Object.entries(changes).map(([name, values]) => [nameOf(name), values]),
      ),
    })),
  };
}
