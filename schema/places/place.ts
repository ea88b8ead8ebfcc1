import { builder } from '../builder.ts';
import { columns } from '../columns.ts';

export const State = builder.prismaObject('State', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'abbr'),
    country: t.relation('country'),
  }),
});

export const Country = builder.prismaObject('Country', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'name', 'isoName', 'iso', 'iso3', 'numcode', 'statesRequired'),
    states: t.relation('states', { query: { orderBy: [{ name: 'asc' }, { id: 'asc' }] } }),
  }),
});

export const Address = builder.prismaObject('Address', {
  select: {},
  fields: (t) => ({
    ...columns(t, 'id', 'firstname', 'lastname', 'company', 'address1', 'address2', 'city'),
    ...columns(t, 'zipcode', 'phone', 'alternativePhone', 'stateName', 'createdAt', 'updatedAt'),
    fullName: t.string({
      description: 'First and last name, such as Jane Doe.',
      select: { firstname: true, lastname: true },
      resolve: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
    }),
    country: t.relation('country'),
    state: t.relation('state', { nullable: true }),
  }),
});
