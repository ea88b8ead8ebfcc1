import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

export const StockLocation = builder.prismaObject('StockLocation', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'isDefault', 'active', 'address1', 'city', 'zipcode', 'phone'),
    ...columns(t, 'lockVersion', 'createdAt', 'updatedAt'),
    country: t.relation('country', { nullable: true }),
    state: t.relation('state', { nullable: true }),
  }),
});
