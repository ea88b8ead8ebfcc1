import { attributeList, own } from '../search/attribute-list.ts';
import { many, one, part, text } from '../search/attributes.ts';
import { leadsTo } from '../shown.ts';

const countryAttributes = attributeList('Country', {
  ...own('Country', 'id', 'name', 'isoName', 'numcode', 'statesRequired'),
  iso: text('iso', { fold: 'upper' }),
  iso3: text('iso3', { fold: 'upper' }),
});

const stateAttributes = attributeList('State', {
  ...own('State', 'id', 'countryId', 'name'),
  abbr: text('abbr', { nullable: true, fold: 'lower' }),
});

/** Attributes that addresses are searched by, through their order or shipment. */
export const addressAttributes = attributeList(
  'Address',
  {
    ...own('Address', 'id', 'firstname', 'lastname', 'company', 'address1', 'address2', 'city'),
    ...own('Address', 'zipcode', 'phone', 'countryId', 'stateId'),
    stateName: text('state_name', {
      nullable: true,
      orElse: { by: 'state_id', table: 'states', column: 'name' },
    }),
  },
  {
    country: one(countryAttributes, 'country_id', part, { always: true }),
    state: one(stateAttributes, 'state_id', part),
  },
);

export const countryList = attributeList('Country', countryAttributes.attributes, {
  states: many(stateAttributes, 'country_id', leadsTo.states),
});

/** The list of states; named by what it is part of, because the states of records are words. */
export const stateList = attributeList(
  'State',
  stateAttributes.attributes,
  { country: one(countryAttributes, 'country_id', leadsTo.country, { always: true }) },
  'CountryState',
);
