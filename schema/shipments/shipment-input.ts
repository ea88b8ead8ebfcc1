import type { AttributeReader } from '../attribute-reader.ts';
import { builder, type InputFields } from '../builder.ts';
import { versionDescription } from '../if-version.ts';
import { inputRules } from '../input-rules.ts';
import { wholeField } from '../number-fields.ts';
import type { WorkingOrder, WorkingShipment } from '../order-desk/working-order.ts';
import { AddressInput } from '../places/address-input.ts';
import type { Write } from '../write.ts';

/** What `restock` says about a returned unit. */
export const restockDescription =
  'For a return: false if the unit is damaged and not put back on the shelf. The default is true.';

const ShipmentRefInput = builder.inputType('ShipmentRefInput', {
  ...inputRules({ needed: ['id'] }),
  description: 'Names a shipment by its id.',
  fields: (t) => ({ id: t.id() }),
});

const keptOfUnit = ['state', 'restock', 'variantId', 'orderId'] as const;

const unitFields = (t: InputFields) => ({
  state: t.string({
    description: 'New state, such as `shipped`: the event that leads to it is fired.',
  }),
  restock: t.boolean({ description: restockDescription }),
  returnAuthorizationId: t.id(),
  variantId: t.id({ description: 'Cannot be changed: leave it out, or send the current value.' }),
  orderId: t.id({ description: 'Cannot be changed: leave it out, or send the current value.' }),
});

export const UpdateInventoryUnitInput = builder.inputType('UpdateInventoryUnitInput', {
  ...inputRules({ eitherOrNull: [['shipmentId', 'shipment']], neverBlank: keptOfUnit }),
  fields: (t) => ({
    shipmentId: t.id({
      description: 'Id of the shipment to move the unit to; null takes it out of its shipment.',
    }),
    shipment: t.field({
      type: ShipmentRefInput,
      description:
        'The shipment, in place of `shipmentId`; null takes the unit out of its shipment.',
    }),
    ...unitFields(t),
  }),
});

const ShipmentUnitInput = builder.inputType('ShipmentUnitInput', {
  ...inputRules({ neverBlank: keptOfUnit }),
  description: 'An inventory unit to move to a shipment, or to change there.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Id of the unit.' }),
    ...unitFields(t),
    ifVersion: t.int({ description: versionDescription }),
  }),
});

const contentChoices = [
  ['selectedShippingRateId', 'shippingMethodId'],
  ['stockLocationId', 'stockLocation'],
] as const;

const keptFields = [
  'selectedShippingRateId',
  'address',
  'stockLocationId',
  'stockLocation',
] as const;

const contentFields = (t: InputFields) => ({
  tracking: t.string(),
  shippingMethodId: t.id({
    description:
      'Id of the shipping method, in place of `selectedShippingRateId`. If the shipment has a rate of this method, the rate is chosen.',
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
    type: [ShipmentUnitInput],
    description: 'Inventory units of the order to move to this shipment.',
  }),
  inventoryUnitIds: t.idList({
    description: 'Ids of inventory units of the order to move to this shipment.',
  }),
});

export const CreateShipmentInput = builder.inputType('CreateShipmentInput', {
  ...inputRules({ either: [...contentChoices, ['variantId', 'sku']] }),
  fields: (t) => ({
    number: t.string({ description: 'Its number; one is chosen if you leave it out.' }),
    ...contentFields(t),
    variantId: t.id({ description: 'Id of a variant to add to the shipment; see `quantity`.' }),
    sku: t.string({ description: 'SKU of the variant, in place of `variantId`.' }),
    quantity: wholeField(t, { description: 'Number of units of the variant to add.' }),
  }),
});

export const UpdateShipmentInput = builder.inputType('UpdateShipmentInput', {
  ...inputRules({ either: contentChoices, neverBlank: keptFields }),
  fields: contentFields,
});

export const OrderShipmentInput = builder.inputType('OrderShipmentInput', {
  ...inputRules({ either: [...contentChoices, ['id', 'number']], neverBlank: keptFields }),
  description: 'Changes to a shipment of an order, which `id` or `number` names.',
  fields: (t) => ({
    id: t.id({ description: 'Id of the shipment.' }),
    number: t.string({ description: 'Its number, in place of `id`.' }),
    ...contentFields(t),
    ifVersion: t.int({ description: versionDescription }),
  }),
});

export type ShipmentChanges = typeof UpdateShipmentInput.$inferInput;
export type ShipmentEntry = typeof OrderShipmentInput.$inferInput;
export type UnitAttributes = typeof UpdateInventoryUnitInput.$inferInput;

/** What a write sends for a shipment of an order, and where messages about it go. */
export interface SentShipment {
  readonly write: Write;
  readonly reader: AttributeReader;
  readonly order: WorkingOrder;
  readonly shipment: WorkingShipment;
  readonly input: ShipmentChanges;
}
