import { builder } from '../builder.ts';
import { inventoryUnitStates } from '../domain/inventory-unit-machine.ts';
import { oneOf } from '../one-of.ts';

/** One unit of a variant in an order. Contract: Resources. Decision: R22, G8. */
export const InventoryUnit = builder.prismaObject('InventoryUnit', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    state: t.exposeString('state', oneOf(inventoryUnitStates)),
    variantId: t.exposeID('variantId'),
    variant: t.relation('variant'),
    orderId: t.exposeID('orderId'),
    lineItemId: t.exposeID('lineItemId'),
    shipmentId: t.exposeID('shipmentId', { nullable: true }),
    returnAuthorizationId: t.exposeID('returnAuthorizationId', { nullable: true }),
    lockVersion: t.exposeInt('lockVersion'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
