import { builder } from '../builder.ts';
import { InventoryUnitState } from '../states.ts';

/** One unit of a variant in an order. Contract: Resources. Decision: R22. */
export const InventoryUnit = builder.prismaObject('InventoryUnit', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    state: t.expose('state', { type: InventoryUnitState }),
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
