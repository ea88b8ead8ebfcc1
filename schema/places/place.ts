import { builder } from '../builder.ts';

/** A state or province. Contract: Resources. */
export const State = builder.prismaObject('State', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    abbr: t.exposeString('abbr', { nullable: true }),
    country: t.relation('country'),
  }),
});

/** A country. Contract: Resources. */
export const Country = builder.prismaObject('Country', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    isoName: t.exposeString('isoName'),
    iso: t.exposeString('iso'),
    iso3: t.exposeString('iso3'),
    numcode: t.exposeInt('numcode', { nullable: true }),
    statesRequired: t.exposeBoolean('statesRequired'),
    states: t.relation('states', { query: { orderBy: [{ name: 'asc' }, { id: 'asc' }] } }),
  }),
});

/** A postal address; each belongs to one order. Contract: Resources / Address. */
export const Address = builder.prismaObject('Address', {
  select: {},
  fields: (t) => ({
    id: t.exposeID('id'),
    firstname: t.exposeString('firstname'),
    lastname: t.exposeString('lastname'),
    fullName: t.string({
      description: 'First and last name, such as Jane Doe.',
      select: { firstname: true, lastname: true },
      resolve: ({ firstname, lastname }) => `${firstname} ${lastname}`.trim(),
    }),
    company: t.exposeString('company', { nullable: true }),
    address1: t.exposeString('address1'),
    address2: t.exposeString('address2'),
    city: t.exposeString('city'),
    zipcode: t.exposeString('zipcode'),
    phone: t.exposeString('phone'),
    alternativePhone: t.exposeString('alternativePhone', { nullable: true }),
    country: t.relation('country'),
    state: t.relation('state', { nullable: true }),
    stateName: t.exposeString('stateName', { nullable: true }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});
