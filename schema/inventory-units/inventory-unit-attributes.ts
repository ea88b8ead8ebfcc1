import { orderId } from '../orders/order-attributes.ts';
import { attributeList, own } from '../search/attribute-list.ts';
import { one, part, state } from '../search/attributes.ts';
import { InventoryUnitState } from '../states.ts';
import { variantAttributes } from '../variants/variant-attributes.ts';

export const inventoryUnitAttributes = attributeList(
  'InventoryUnit',
  {
    ...own('InventoryUnit', 'id', 'variantId', 'shipmentId', 'returnAuthorizationId'),
    ...own('InventoryUnit', 'lockVersion', 'createdAt', 'updatedAt'),
    orderId,
    state: state(InventoryUnitState, 'state'),
  },
  { variant: one(variantAttributes, 'variant_id', part, { always: true }) },
);
