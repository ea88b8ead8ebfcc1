import type { AttributeReader } from '../attribute-reader.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import type { Write } from '../write.ts';
import type { ShipmentChanges } from './shipment-input.ts';

/** What a write sends for a shipment of an order, and where messages about it go. */
export interface SentShipment {
  readonly write: Write;
  readonly reader: AttributeReader;
  readonly order: WorkingOrder;
  readonly shipment: WorkingShipment;
  readonly input: ShipmentChanges;
}
