import { builder } from '../builder.ts';
import { AddressInput } from '../places/address-input.ts';

const ShipmentRefInput = builder.inputType('ShipmentRefInput', {
  description: 'Names a shipment by its id.',
  fields: (t) => ({ id: t.id() }),
});

/** Attributes of an inventory unit. Decision: F44. */
export const InventoryUnitInput = builder.inputType('InventoryUnitInput', {
  description: 'What may be written of an inventory unit.',
  fields: (t) => ({
    id: t.id({ description: 'Inside a shipment: the unit to move there.' }),
    shipmentId: t.id({ description: 'The shipment to move into; null takes the unit out.' }),
    shipment: t.field({ type: ShipmentRefInput }),
    state: t.string({ description: 'Read as the event that leads to this state.' }),
    returnAuthorizationId: t.id(),
    variantId: t.id({ description: 'May be sent back unchanged only.' }),
    orderId: t.id({ description: 'May be sent back unchanged only.' }),
    lockVersion: t.int(),
  }),
});

/** Attributes of a shipment. Decision: F43. */
export const ShipmentInput = builder.inputType('ShipmentInput', {
  description: 'What may be written of a shipment.',
  fields: (t) => ({
    id: t.id({ description: 'Inside an order: the shipment to change.' }),
    number: t.string(),
    tracking: t.string(),
    shippingMethodId: t.id(),
    selectedShippingRateId: t.id(),
    cost: t.field({ type: 'Money' }),
    address: t.field({ type: AddressInput }),
    addressId: t.id(),
    stockLocationId: t.id(),
    stockLocation: t.string({ description: 'The name of the location.' }),
    inventoryUnits: t.field({ type: [InventoryUnitInput] }),
    inventoryUnitIds: t.idList(),
    variantId: t.id(),
    sku: t.string(),
    quantity: t.field({ type: 'WholeNumber' }),
    lockVersion: t.int(),
  }),
});
