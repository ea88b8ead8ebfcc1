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
    shippingMethodId: t.id({
      description: 'The method to send it by; where it has a rate of the shipment, that is chosen.',
    }),
    selectedShippingRateId: t.id({ description: 'The rate to choose among those offered.' }),
    cost: t.field({ type: 'Money' }),
    address: t.field({ type: AddressInput }),
    addressId: t.id(),
    stockLocationId: t.id(),
    stockLocation: t.string({ description: 'The name of the location.' }),
    inventoryUnits: t.field({
      type: [InventoryUnitInput],
      description: 'Units of the order to move into it.',
    }),
    inventoryUnitIds: t.idList({ description: 'Ids of units of the order to move into it.' }),
    variantId: t.id({ description: 'The variant of which pieces are added.' }),
    sku: t.string({ description: 'Names that variant where `variantId` is not given.' }),
    quantity: t.field({
      type: 'WholeNumber',
      description: 'How many pieces of that variant are added.',
    }),
    lockVersion: t.int(),
  }),
});
