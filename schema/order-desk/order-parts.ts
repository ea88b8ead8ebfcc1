import type { AuditRecord } from '../domain/audit.ts';
import { groupsOf } from '../domain/groups.ts';
import { hasLeft } from '../domain/inventory-unit-machine.ts';
import type { NamedVariant, Shelf } from '../domain/stock-guard.ts';
import type { Standing } from '../domain/taxes.ts';
import { existing } from '../refs.ts';
import { optionsTextOf } from '../variants/option-value.ts';
import type {
  Step,
  WorkingAddress,
  WorkingLine,
  WorkingOrder,
  WorkingShipment,
  WorkingUnit,
  WorkingVariant,
} from './working-order.ts';

export const addressOf = (
  { addresses }: Pick<WorkingOrder, 'addresses'>,
  id: bigint | null,
): WorkingAddress | null => addresses.find((address) => address.id === id) ?? null;

export const billAddressOf = (order: WorkingOrder): WorkingAddress | null =>
  addressOf(order, order.billAddressId);

export const shipAddressOf = (order: WorkingOrder): WorkingAddress | null =>
  addressOf(order, order.shipAddressId);

/** Where a shipment goes: to its own address, else to the ship address of its order. */
export const addressOfBox = (
  order: Pick<WorkingOrder, 'addresses' | 'shipAddressId'>,
  { addressId }: Pick<WorkingShipment, 'addressId'>,
): WorkingAddress | null => addressOf(order, addressId) ?? addressOf(order, order.shipAddressId);

export const unitsIn = (order: WorkingOrder, { id }: { readonly id: bigint }): WorkingUnit[] =>
  order.inventoryUnits.filter(({ shipmentId }) => shipmentId === id);

/** Whether a shipment may still leave: nothing of a returned order does, not even the rest of a box sent in part. */
export const mayLeave = (order: WorkingOrder, { state }: WorkingShipment): boolean =>
  state !== 'shipped' && order.state !== 'returned';

/** The shipments of which something has left, by id. */
export const startedShipments = ({ inventoryUnits }: WorkingOrder): ReadonlySet<bigint | null> =>
  new Set(inventoryUnits.flatMap(({ state, shipmentId }) => (hasLeft(state) ? [shipmentId] : [])));

/** The shipments that no other goods join, by id: those sent in part, to an address of their own. Decision: T45. */
export function shutShipments(order: WorkingOrder): ReadonlySet<bigint> {
  const started = startedShipments(order);
  return idsOf(
    order.shipments.filter(({ id, addressId }) => addressId !== null && started.has(id)),
  );
}

/** The record of an order with this id; records of other orders do not exist here. */
export const ownRecord = <T extends { readonly id: bigint }>(
  records: readonly T[],
  wanted: bigint | undefined,
): T => existing(records.find(({ id }) => id === wanted));

/** The id of the row that a write has added to a list, of the last one if it has added several. */
export function addedTo(
  before: readonly { readonly id: bigint }[],
  after: readonly { readonly id: bigint }[],
): bigint {
  const known = idsOf(before);
  const added = after.findLast(({ id }) => !known.has(id));
  if (!added) throw new Error('A write has added no row.');
  return added.id;
}

/** The rows of a list with columns changed in those that are chosen; the same list if there are none. */
export function changeRows<Row extends { readonly id: bigint }>(
  rows: readonly Row[],
  chosen: ReadonlySet<bigint>,
  change: Partial<Row> | ((row: Row) => Partial<Row>),
): readonly Row[] {
  if (chosen.size === 0) return rows;
  return rows.map((row) =>
    chosen.has(row.id) ? { ...row, ...(typeof change === 'function' ? change(row) : change) } : row,
  );
}

/** The order with columns changed in chosen rows of one of its lists; the same order if none is chosen. */
export const changeIn = <
  List extends 'addresses' | 'lineItems' | 'shipments' | 'inventoryUnits' | 'payments',
>(
  order: WorkingOrder,
  list: List,
  chosen: readonly { readonly id: bigint }[],
  change: Partial<WorkingOrder[List][number]>,
): WorkingOrder =>
  chosen.length === 0
    ? order
    : { ...order, [list]: changeRows<{ readonly id: bigint }>(order[list], idsOf(chosen), change) };

export const idsOf = (rows: readonly { readonly id: bigint }[]): Set<bigint> =>
  new Set(rows.map(({ id }) => id));

/** Adds one fired event or step back. */
export const addStep = (order: WorkingOrder, step: Step): WorkingOrder => ({
  ...order,
  steps: [...order.steps, step],
});

/** Adds an entry of the audit log, if there is one. */
export const addAudit = (order: WorkingOrder, entry: AuditRecord | undefined): WorkingOrder =>
  entry ? { ...order, audits: [...order.audits, entry] } : order;

/** How many units of each line are in one of these states, or in any, by the id of the line. */
export function countUnits(
  { inventoryUnits }: WorkingOrder,
  ...states: readonly WorkingUnit['state'][]
): ReadonlyMap<bigint, number> {
  const counts = new Map<bigint, number>();
  for (const { lineItemId, state } of inventoryUnits) {
    if (states.length > 0 && !states.includes(state)) continue;
    counts.set(lineItemId, (counts.get(lineItemId) ?? 0) + 1);
  }
  return counts;
}

/** How much of each line has left, or was canceled, by its id. */
export function standingsOf(order: WorkingOrder) {
  const counts = countUnits(order, 'shipped', 'returned', 'on_hand');
  return ({ id, quantity }: Pick<WorkingLine, 'id' | 'quantity'>): Standing => {
    if (order.completedAt === null) return 'open';
    const settled = counts.get(id) ?? 0;
    if (settled >= quantity) return 'closed';
    return settled > 0 ? 'partly' : 'open';
  };
}

/** How much of each shipment has left, or was canceled. */
export function standingsOfShipments(order: WorkingOrder) {
  const units = groupsOf(order.inventoryUnits, ({ shipmentId }) => shipmentId);
  return (shipment: WorkingShipment): Standing => {
    if (!mayLeave(order, shipment) || shipment.state === 'canceled') return 'closed';
    // the same write ships it, and may change its cost as well: only its rate stays
    return units.get(shipment.id)?.every(({ state }) => hasLeft(state)) ? 'partly' : 'open';
  };
}

/** The name of a variant in messages. */
export const nameOf = (variant: WorkingVariant): NamedVariant => ({
  name: variant.product.name,
  optionsText: optionsTextOf(variant),
});

export const shelvesOf = ({ stockItems }: Pick<WorkingVariant, 'stockItems'>): Shelf[] =>
  stockItems.map(({ stockLocationId, stockLocation, countOnHand }) => ({
    stockLocationId,
    ...stockLocation,
    countOnHand,
  }));
