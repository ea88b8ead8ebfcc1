import { builder } from '../builder.ts';
import { columns } from '../columns.ts';
import { InventoryUnitState } from '../states.ts';

export const InventoryUnit = builder.prismaObject('InventoryUnit', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'orderId', 'lineItemId', 'shipmentId', 'returnAuthorizationId'),
    ...columns(t, 'lockVersion', 'createdAt', 'updatedAt'),
    state: t.expose('state', { type: InventoryUnitState }),
    variant: t.relation('variant'),
  }),
});
