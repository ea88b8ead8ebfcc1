import { attributeList, flag, id, many, one, part, text, whole } from '../search/attributes.ts';
import { leadsTo } from '../shown.ts';

const countryAttributes = attributeList('Country', 'countries', {
  id: id('id'),
  name: text('name'),
  isoName: text('iso_name'),
  iso: text('iso', { fold: 'upper' }),
  iso3: text('iso3', { fold: 'upper' }),
  numcode: whole('numcode', { nullable: true }),
  statesRequired: flag('states_required'),
});

const stateAttributes = attributeList('State', 'states', {
  id: id('id'),
  countryId: id('country_id'),
  name: text('name'),
  abbr: text('abbr', { nullable: true, fold: 'lower' }),
});

/** Attributes that addresses are searched by, through their order or shipment. Decision: S20. */
export const addressAttributes = attributeList(
  'Address',
  'addresses',
  {
    id: id('id'),
    firstname: text('firstname'),
    lastname: text('lastname'),
    company: text('company', { nullable: true }),
    address1: text('address1'),
    address2: text('address2'),
    city: text('city'),
    zipcode: text('zipcode'),
    phone: text('phone'),
    stateName: text('state_name', {
      nullable: true,
      orElse: { by: 'state_id', table: 'states', column: 'name' },
    }),
    countryId: id('country_id'),
    stateId: id('state_id', { nullable: true }),
  },
  {
    country: one(countryAttributes, 'country_id', part, { always: true }),
    state: one(stateAttributes, 'state_id', part),
  },
);

/** The list of countries. Decision: S20. */
export const countryList = attributeList('Country', 'countries', countryAttributes.attributes, {
  states: many(stateAttributes, 'country_id', leadsTo.states),
});

/**
 * The list of states; named by what it is part of, because the states of records are words.
 * Decision: S20, S33.
 */
export const stateList = attributeList('CountryState', 'states', stateAttributes.attributes, {
  country: one(countryAttributes, 'country_id', leadsTo.country, { always: true }),
});
