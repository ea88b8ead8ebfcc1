import { isInCheckout } from '../domain/order-states.ts';
import { findShortVariants, type NamedVariant } from '../domain/stock-guard.ts';
import { shipmentToFill } from './shipments.ts';
import { wantVariant } from './wanted.ts';
import type { Act, WorkingOrder } from './working-order.ts';

/** How many units of a line item are wanted at which location. */
type Wanted = ReadonlyMap<bigint, ReadonlyMap<bigint, number>>;

/**
 * The variants that are short of stock: for the line items before completion, for the units of a canceled
 * order. Units are looked for where they would be taken: at the location of their shipment, before completion
 * those in none at that of the shipment that they would join.
 * Decision: T13, T14, T30.
 */
export function findShort(act: Act, order: WorkingOrder): readonly NamedVariant[] {
  const inCheckout = isInCheckout(order.state);
  if (!inCheckout && order.state !== 'canceled') return [];
  const joined = inCheckout ? shipmentToFill(order)?.stockLocationId : undefined;
  const placeOfLoose = joined ?? act.defaultLocationId;
  const places = new Map(order.shipments.map(({ id, stockLocationId }) => [id, stockLocationId]));
  const wanted = new Map(order.lineItems.map(({ id }) => [id, new Map<bigint, number>()]));
  const add = (lineId: bigint, place: bigint, quantity: number): void => {
    const line = wanted.get(lineId);
    if (quantity > 0) line?.set(place, (line.get(place) ?? 0) + quantity);
  };
  for (const { lineItemId, shipmentId } of order.inventoryUnits) {
    add(lineItemId, (shipmentId !== null && places.get(shipmentId)) || placeOfLoose, 1);
  }
  for (const { id, quantity } of inCheckout ? order.lineItems : []) {
    const present = [...(wanted.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    add(id, placeOfLoose, quantity - present);
  }
  return shortOf(order, wanted);
}

/** The variants that are short of stock for the shipments to be proposed. Decision: T13, T21. */
export const findShortOfProposal = (act: Act, order: WorkingOrder): readonly NamedVariant[] =>
  shortOf(
    order,
    new Map(
      order.lineItems.map(({ id, quantity }) => [id, new Map([[act.defaultLocationId, quantity]])]),
    ),
  );

function shortOf({ lineItems }: WorkingOrder, wanted: Wanted): readonly NamedVariant[] {
  const places = new Set([...wanted.values()].flatMap((line) => [...line.keys()]));
  const short = [...places].flatMap((place) =>
    findShortVariants(
      lineItems.flatMap(({ id, variant }) => {
        const quantity = wanted.get(id)?.get(place);
        return quantity === undefined ? [] : [wantVariant(variant, quantity, place)];
      }),
    ),
  );
  return short.filter(
    ({ variantId }, index) => short.findIndex((other) => other.variantId === variantId) === index,
  );
}
