import { builder } from '../builder.ts';
import { defineBulk } from '../bulk/define-bulk.ts';
import { ShipmentBy } from '../look-up.ts';
import { decideShipments } from './ship-rows.ts';
import { Shipment } from './shipment.ts';

/** A shipment that has left, among many. Decision: V20, V23. */
const ShipShipmentInput = builder.inputType('ShipShipmentInput', {
  description: 'A shipment that has left.',
  fields: (t) => ({
    shipment: t.field({ type: ShipmentBy, required: true, description: 'The shipment.' }),
    tracking: t.string({
      description: "The carrier's tracking number; null removes it. Stays if you leave it out.",
    }),
  }),
});

defineBulk('shipShipments', {
  description:
    'Ships shipments, whatever orders they belong to, and stores their tracking numbers. One that has shipped already stays shipped, and only gets its tracking number. You need `shipments.fire`, and for tracking numbers `shipments.update`.',
  row: ShipShipmentInput,
  shows: { shipment: Shipment },
  needs: 'shipments.fire',
  decide: decideShipments,
});
