import { hasLeft, type InventoryUnitState } from './inventory-unit-machine.ts';
import type { ShipmentState } from './shipment-states.ts';

export const orderShipmentStates = {
  canceled: 'All shipments are canceled.',
  backorder: 'Some units are not in stock.',
  shipped: 'Everything has shipped.',
  partial: 'Some shipments have shipped.',
  ready: 'All shipments can be sent.',
  pending: 'Shipments are not ready yet.',
} as const;

export type OrderShipmentState = keyof typeof orderShipmentStates;

/** What shipment_state is computed from; units in no shipment are separate. */
export interface ShippedOrder {
  readonly completed: boolean;
  readonly shipments: readonly {
    readonly state: ShipmentState;
    readonly unitStates: readonly InventoryUnitState[];
  }[];
  readonly looseUnitStates: readonly InventoryUnitState[];
}

/**
 * The shipment state of an order; null before it is completed, and without shipments. Empty shipments do not count if
 * another has units; a unit in no shipment waits, so that nothing is `ready` and not everything is `shipped`.
 */
export function computeShipmentState(order: ShippedOrder): OrderShipmentState | null {
  if (!order.completed || order.shipments.length === 0) return null;
  const live = order.shipments.filter(({ state }) => state !== 'canceled');
  const filled = live.filter(({ unitStates }) => unitStates.length > 0);
  const shipments = filled.length > 0 ? filled : live;
  const looseWait = order.looseUnitStates.some(
    (state) => state === 'sold' || state === 'backordered',
  );
  const looseLeft = order.looseUnitStates.some(hasLeft);
  if (shipments.length === 0 && !looseWait && !looseLeft) return 'canceled';

  const units = [...shipments.flatMap(({ unitStates }) => unitStates), ...order.looseUnitStates];
  if (units.includes('backordered')) return 'backorder';
  const isCanceled = order.shipments.some(
    ({ state, unitStates }) => state === 'canceled' && unitStates.length > 0,
  );
  const areShipped = shipments.every(({ state }) => state === 'shipped');
  if (areShipped && !looseWait && !isCanceled) return 'shipped';
  if (shipments.some(({ state }) => state === 'shipped') || units.some(hasLeft)) return 'partial';
  const allReady = shipments.every(({ state }) => state === 'ready_to_ship');
  return allReady && !looseWait ? 'ready' : 'pending';
}
