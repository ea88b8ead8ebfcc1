import { firstVersion, isTemporary } from '../new-rows.ts';
import type { WorkingOrder } from './working-order.ts';

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
