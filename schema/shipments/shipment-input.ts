import { builder } from '../builder.ts';
import { AddressInput } from '../places/address-input.ts';

/** What `restock` says about a returned unit. Decision: T36. */
export const restockDescription =
  'For a return: false if the unit is damaged and not put back on the shelf. The default is true.';

const ShipmentRefInput = builder.inputType('ShipmentRefInput', {
  description: 'Names a shipment by its id.',
  fields: (t) => ({ id: t.id() }),
});

/** Attributes of an inventory unit. Decision: F44. */
export const InventoryUnitInput = builder.inputType('InventoryUnitInput', {
  description: 'Fields of an inventory unit. Fields that you leave out stay as they are.',
  fields: (t) => ({
    id: t.id({ description: 'Inside a shipment: id of the unit to move there.' }),
    shipmentId: t.id({
      description: 'Id of the shipment to move the unit to; null takes it out of its shipment.',
    }),
    shipment: t.field({ type: ShipmentRefInput }),
    state: t.string({ description: 'New state: the event that leads to it is fired.' }),
    restock: t.boolean({ description: restockDescription }),
    returnAuthorizationId: t.id(),
    variantId: t.id({ description: 'Cannot be changed: leave it out, or send the current value.' }),
    orderId: t.id({ description: 'Cannot be changed: leave it out, or send the current value.' }),
    lockVersion: t.int(),
  }),
});

/** Attributes of a shipment. Decision: F43. */
export const ShipmentInput = builder.inputType('ShipmentInput', {
  description: 'Fields of a shipment. Fields that you leave out stay as they are.',
  fields: (t) => ({
    id: t.id({ description: 'Inside an order: id of the shipment to change.' }),
    number: t.string(),
    tracking: t.string(),
    shippingMethodId: t.id({
      description:
        'Id of the shipping method. If the shipment has a rate of this method, the rate is chosen.',
    }),
    selectedShippingRateId: t.id({
      description: 'Id of the shipping rate to choose, one of `shippingRates`.',
    }),
    cost: t.field({ type: 'Money' }),
    address: t.field({ type: AddressInput }),
    addressId: t.id(),
    stockLocationId: t.id(),
    stockLocation: t.string({
      description: 'Name of the stock location, in place of `stockLocationId`.',
    }),
    inventoryUnits: t.field({
      type: [InventoryUnitInput],
      description: 'Inventory units of the order to move to this shipment.',
    }),
    inventoryUnitIds: t.idList({
      description: 'Ids of inventory units of the order to move to this shipment.',
    }),
    variantId: t.id({ description: 'Id of a variant to add to the shipment; see `quantity`.' }),
    sku: t.string({ description: 'SKU of the variant, in place of `variantId`.' }),
    quantity: t.field({
      type: 'WholeNumber',
      description: 'Number of units of the variant to add.',
    }),
    lockVersion: t.int(),
  }),
});
