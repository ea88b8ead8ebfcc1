import { invalid } from '../attribute-reader.ts';
import { setbackOf } from '../domain/checkout.ts';
import { sentences } from '../domain/messages.ts';
import { hasProposal, isClosed, isInCheckout } from '../domain/order-states.ts';
import { isUnsent } from '../domain/shipment-states.ts';
import { quantityNotAvailable } from '../domain/stock-guard.ts';
import { deleteEmptiedShipments } from '../order-desk/emptied-shipments.ts';
import { withKeptCosts } from '../order-desk/kept-costs.ts';
import { readMethods, withStock } from '../order-desk/load.ts';
import { addStep, shutShipments } from '../order-desk/order-parts.ts';
import { dropShipments } from '../order-desk/shipments.ts';
import { findShortOf } from '../order-desk/facts.ts';
import type { Act, WorkingOrder } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';
import { applyLine, type PartsOf } from './apply-line.ts';
import { changesLine, type LineChange, variantsOf } from './line-change.ts';
import { type LineParts, partsOfLines, withParts } from './line-parts.ts';
import { takeMissing } from './line-units.ts';

interface ChangedLines {
  readonly order: WorkingOrder;
  readonly ids: readonly bigint[];
}

/**
 * Changes the line items of an order. Before completion stock is only checked and proposed shipments are discarded;
 * afterwards stock is taken and returned at once, of locked counts: first what all changes give back is returned, then
 * what they add is taken. With `merge`, adding a variant that the order already has increases its line item.
 * Throws Invalid. Decision: T13, T43, T44, T45, T46.
 */
export function changeLines(
  act: Act,
  order: WorkingOrder,
  changes: readonly LineChange[],
  merge: boolean,
): ChangedLines {
  if (changes.length === 0) return { order, ids: [] };
  if (isClosed(order.state) && changes.some(changesLine)) throw invalid('base', sentences.closed);
  const inCheckout = isInCheckout(order.state);
  const ids: bigint[] = [];
  const hadOf = partsOfLines(order);
  const parts = new Map<bigint, LineParts>();
  const partsOf: PartsOf = (line) => parts.get(line.id) ?? hadOf(line);
  let next = order;
  for (const change of changes) {
    const { order: changed, lineId, kept } = applyLine(act, next, change, merge, partsOf);
    ids.push(lineId);
    if (kept) parts.set(lineId, kept);
    next = changed;
  }
  if (next === order) return { order, ids };
  next = withParts(order, next, parts);
  if (inCheckout) checkStock(order, next);
  else next = takeMissing(act, order, withKeptCosts(act, order, next), chosenFor(changes, ids));
  // what was added may have joined a shipment that was emptied
  const left = deleteEmptiedShipments(next, order.inventoryUnits);
  if (!inCheckout) return { order: left, ids };
  return { order: setBack(left, left.lineItems.length === 0), ids };
}

/** The changed lines, each with the shipment that its new units join, if the caller chose one. */
const chosenFor = (
  changes: readonly LineChange[],
  ids: readonly bigint[],
): ReadonlyMap<bigint, bigint | undefined> =>
  new Map(
    ids.map((id, place) => {
      const change = changes[place];
      return [id, change?.kind === 'add' ? change.shipmentId : undefined];
    }),
  );

/**
 * Locks the counts that changes to line items take or return, and those of all units if the write may move some besides;
 * before completion there are none. Reads the shipping methods if what is added needs a new shipment.
 */
export async function withStockOfLines(
  write: Write,
  order: WorkingOrder,
  changes: readonly LineChange[],
  mayMoveUnits = false,
): Promise<WorkingOrder> {
  if (isInCheckout(order.state)) return order;
  const shut = shutShipments(order);
  const needsNone = order.shipments.some(({ id, state }) => isUnsent(state) && !shut.has(id));
  if (changes.length > 0 && !needsNone) await readMethods(write, order);
  const units = mayMoveUnits ? order.inventoryUnits : [];
  return withStock(write, order, [
    ...changes.flatMap(variantsOf),
    ...units.map(({ variantId }) => variantId),
  ]);
}

/** Sets an order before completion back to an earlier state, without its shipments. */
export function setBack(order: WorkingOrder, isEmptied: boolean): WorkingOrder {
  const { id, state: from } = order;
  const left = hasProposal(from) ? dropShipments(order) : order;
  const state = setbackOf(from, isEmptied);
  if (state === from) return left;
  return addStep({ ...left, state }, { type: 'Order', id, event: 'set_back', from, to: state });
}

/** Checks the stock for each variant of which a line has more than before, summed over all lines. */
function checkStock(before: WorkingOrder, { lineItems }: WorkingOrder): void {
  const had = new Map(before.lineItems.map((line) => [line.id, line]));
  const grown = new Set<bigint>();
  for (const { id, variantId, quantity } of lineItems) {
    const line = had.get(id);
    if (line?.variantId !== variantId || quantity > line.quantity) grown.add(variantId);
  }
  const short = findShortOf(lineItems.filter(({ variantId }) => grown.has(variantId)));
  if (short.length > 0) throw invalid('quantity', ...short.map(quantityNotAvailable));
}
