/** The states of a shipment. Contract: States and transitions. Decision: T28 */
export const shipmentStates = {
  pending: 'Not ready yet.',
  ready_to_ship: 'Can be sent.',
  shipped: 'Sent.',
  canceled: 'Canceled; its stock was returned.',
} as const;

export type ShipmentState = keyof typeof shipmentStates;

/** Whether a shipment has neither been sent nor canceled, so that goods may join it. Decision: T38, T45 */
export const isUnsent = (state: ShipmentState): boolean =>
  state === 'pending' || state === 'ready_to_ship';
