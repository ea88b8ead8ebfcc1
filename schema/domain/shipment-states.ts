/** The states of a shipment. Contract: States and transitions. Decision: T28 */
export const shipmentStates = ['pending', 'ready_to_ship', 'shipped', 'canceled'] as const;

export type ShipmentState = (typeof shipmentStates)[number];
