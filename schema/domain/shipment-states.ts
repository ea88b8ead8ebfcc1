export const shipmentStates = {
  pending: 'Not ready yet.',
  ready_to_ship: 'Can be sent.',
  shipped: 'Sent.',
  canceled: 'Canceled; its stock was returned.',
} as const;

export type ShipmentState = keyof typeof shipmentStates;

/** Whether a shipment has neither been sent nor canceled, so that goods may join it. */
export const isUnsent = (state: ShipmentState): boolean =>
  state === 'pending' || state === 'ready_to_ship';
