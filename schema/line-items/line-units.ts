import { invalid } from '../attribute-reader.ts';
import { groupsOf } from '../domain/groups.ts';
import { sentences } from '../domain/messages.ts';
import { choicesOf, shareOut } from '../domain/share-out.ts';
import { planLowering } from '../domain/stock.ts';
import { piecesFor, requireRoom } from '../list-room.ts';
import { addBox } from '../order-desk/added-box.ts';
import { refuseDeleted, takeAnywhere, takeForUnits } from '../order-desk/take-stock.ts';
import { addUnits, giveBackStock, located } from '../order-desk/units.ts';
import { withOwnOffers } from '../order-desk/deliver.ts';
import { idsOf, shutShipments } from '../order-desk/order-parts.ts';
import type { Act, WorkingLine, WorkingOrder, WorkingUnit } from '../order-desk/working-order.ts';
import { type LineParts, withoutUnits } from './line-parts.ts';

const inShipment = ({ shipmentId }: WorkingUnit): bigint | null => shipmentId;

interface LineWithParts {
  readonly line: WorkingLine;
  readonly parts: LineParts;
}

/**
 * Keeps that many units of a line item, without what was credited for the others, whose stock is returned. In the order
 * these, their credits and emptied shipments are still there.
 * Throws Invalid if fewer are kept than have left.
 */
export function lowerUnits(
  act: Act,
  order: WorkingOrder,
  { line, parts }: LineWithParts,
  most: number,
  key: string,
): { readonly order: WorkingOrder; readonly kept: LineParts } {
  const lowering = planLowering(parts, most);
  if (!lowering.ok) throw invalid(key, lowering.message);
  const gone = lowering.value;
  if (gone.length === 0) return { order, kept: parts };
  const given = giveBackStock(act, order, located(act, order, gone), 'restock');
  return { order: given, kept: withoutUnits(act, line, parts, gone) };
}

/** Throws Invalid if the line items of an order have more units than the caller may have. */
export function requireFewPieces(
  { viewer }: Act,
  lines: readonly { readonly quantity: number }[],
): void {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  if (pieces > piecesFor(viewer).order) throw invalid('base', sentences.tooManyPieces);
}

/**
 * Adds the units that changed lines of an open order lack: in the shipment that was chosen for a line, taken at its
 * location; else in one that can take them, and those that its location lacks in shipments from others. `before` is the
 * order as it was when the write began.
 * Throws Invalid. Decision: T45, T30.
 */
export function takeMissing(
  act: Act,
  before: WorkingOrder,
  order: WorkingOrder,
  chosen: ReadonlyMap<bigint, bigint | undefined>,
): WorkingOrder {
  const present = groupsOf(order.inventoryUnits, ({ lineItemId }) => lineItemId);
  const growing = order.lineItems.flatMap((line) => {
    const quantity = line.quantity - (present.get(line.id)?.length ?? 0);
    return chosen.has(line.id) && quantity > 0 ? [{ line, quantity }] : [];
  });
  if (growing.length === 0) return order;
  requireFewPieces(act, order.lineItems);
  const lines = growing.map(({ line }) => line);
  refuseDeleted(order, lines);
  const shipmentsOf = new Map<bigint, Set<bigint | null>>();
  const note = (units: readonly WorkingUnit[]): void => {
    for (const { variantId, shipmentId } of units) {
      const known = shipmentsOf.get(variantId);
      if (known) known.add(shipmentId);
      else shipmentsOf.set(variantId, new Set([shipmentId]));
    }
  };
  // units that the same write took off count where they were
  note(before.inventoryUnits);
  note(order.inventoryUnits);
  const filled = new Set(order.inventoryUnits.map(inShipment));
  const emptied = new Set(before.inventoryUnits.map(inShipment).filter((id) => !filled.has(id)));
  const kept = idsOf(order.inventoryUnits);
  const gone = before.inventoryUnits.filter(({ id }) => !kept.has(id));
  const lost = groupsOf(gone, ({ lineItemId }) => lineItemId);
  const whereaboutsOf = ({ id, variantId }: WorkingLine) => ({
    holding: shipmentsOf.get(variantId) ?? new Set(),
    lost: groupsOf(lost.get(id) ?? [], inShipment),
    emptied,
    filled,
  });
  const shut = shutShipments(order);
  /** Those that units of a line may join, and those that it had. */
  const openTo = (
    shipments: WorkingOrder['shipments'],
    { lost: had }: ReturnType<typeof whereaboutsOf>,
  ) => shipments.filter(({ id }) => !shut.has(id) || had.has(id));
  const inTurn = growing
    .map(({ line, quantity }) => {
      const isFree = chosen.get(line.id) === undefined;
      const whereabouts = whereaboutsOf(line);
      const choices = isFree ? choicesOf(openTo(order.shipments, whereabouts), whereabouts) : 0;
      return { line, quantity, choices };
    })
    .sort((one, other) => one.choices - other.choices);
  const added: (readonly WorkingUnit[])[] = [];
  let next = order;
  let opensBox = false;
  for (const { line, quantity } of inTurn) {
    const chosenId = chosen.get(line.id);
    const whereabouts = whereaboutsOf(line);
    const shares =
      chosenId === undefined
        ? shareOut(quantity, openTo(next.shipments, whereabouts), whereabouts)
        : new Map([[chosenId, quantity]]);
    opensBox ||= shares.has(undefined);
    // each line alone with its new units: nothing of the others is looked through again
    const alone = { ...next, lineItems: [line], inventoryUnits: [] };
    next = takeMore(act, alone, { line, shares, isChosen: chosenId !== undefined, filled });
    note(next.inventoryUnits);
    for (const { shipmentId } of next.inventoryUnits) filled.add(shipmentId);
    added.push(next.inventoryUnits);
  }
  const { lineItems, inventoryUnits } = order;
  const taken = { ...next, lineItems, inventoryUnits: [...inventoryUnits, ...added.flat()] };
  if (!opensBox) return taken;
  // it may hold goods of several lines by now
  const known = idsOf(order.shipments);
  return taken.shipments
    .filter(({ id, addressId }) => !known.has(id) && addressId === null)
    .reduce<WorkingOrder>((offered, shipment) => withOwnOffers(act, offered, shipment), taken);
}

interface Growth {
  readonly line: WorkingLine;
  /** How many units each shipment gets; undefined is a new one. */
  readonly shares: ReadonlyMap<bigint | undefined, number>;
  readonly isChosen: boolean;
  /** The shipments that hold any units. */
  readonly filled: ReadonlySet<bigint | null>;
}

function takeMore(
  act: Act,
  order: WorkingOrder,
  { line: { id: lineItemId, variantId }, shares, isChosen, filled }: Growth,
): WorkingOrder {
  let added = order;
  for (const [presentId, quantity] of shares) {
    const put = (next: WorkingOrder, shipmentId: bigint): WorkingOrder =>
      addUnits(act, next, shipmentId, [{ lineItemId, variantId, quantity }]);
    if (presentId === undefined) {
      requireRoom('shipments', added.shipments.length);
      added = addBox(act, added, act.defaultLocationId, put);
    } else added = put(added, presentId);
  }
  const { inventoryUnits } = added;
  return isChosen
    ? takeForUnits(act, added, inventoryUnits)
    : takeAnywhere(act, added, inventoryUnits, filled);
}
