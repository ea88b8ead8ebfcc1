import { attributeList, id, one, part, ref, state, time, whole } from '../search/attributes.ts';
import { InventoryUnitState } from '../states.ts';
import { variantAttributes } from '../variants/variant-attributes.ts';

const order = { table: 'orders', column: 'order_id', always: true };

export const inventoryUnitAttributes = attributeList(
  'InventoryUnit',
  'inventory_units',
  {
    id: id('id'),
    orderId: ref('order_id', { reference: { through: [order], column: 'number', fold: 'upper' } }),
    variantId: id('variant_id'),
    shipmentId: id('shipment_id', { nullable: true }),
    state: state(InventoryUnitState, 'state'),
    returnAuthorizationId: id('return_authorization_id', { nullable: true }),
    lockVersion: whole('lock_version'),
    createdAt: time('created_at'),
    updatedAt: time('updated_at'),
  },
  { variant: one(variantAttributes, 'variant_id', part, { always: true }) },
);
