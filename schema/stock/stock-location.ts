import { builder } from '../builder.ts';

/** A location where goods are stored and ship from. Decision: C17, C33. */
export const StockLocation = builder.prismaObject('StockLocation', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    isDefault: t.exposeBoolean('isDefault'),
    active: t.exposeBoolean('active'),
    address1: t.exposeString('address1', { nullable: true }),
    city: t.exposeString('city', { nullable: true }),
    zipcode: t.exposeString('zipcode', { nullable: true }),
    phone: t.exposeString('phone', { nullable: true }),
    country: t.relation('country', { nullable: true }),
    state: t.relation('state', { nullable: true }),
    lockVersion: t.exposeInt('lockVersion'),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
