import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { CountryParts, presentCountry } from './country.ts';
import { StateParts, presentState } from './state.ts';
import { both, newer, nullable, present } from './table.ts';

export const AddressParts = graphql(
  `
    fragment AddressParts on Address {
      id
      firstname
      lastname
      address1
      address2
      city
      zipcode
      stateName
      phone
      alternativePhone
      createdAt
      updatedAt
      fullName
      company
      country {
        id
        ...CountryParts
      }
      state {
        id
        ...StateParts
      }
    }
  `,
  [CountryParts, StateParts],
);

/** Address. Contract: Resources / Address. Decision: R18. */
export const presentAddress = present(AddressParts, {
  id: both(({ id }) => integer(id)),
  firstname: both(({ firstname }) => firstname),
  lastname: both(({ lastname }) => lastname),
  address1: both(({ address1 }) => address1),
  address2: both(({ address2 }) => address2),
  city: both(({ city }) => city),
  zipcode: both(({ zipcode }) => zipcode),
  country_id: both(({ country }) => integer(country.id)),
  state_id: both(({ state }) => nullable(state, ({ id }) => integer(id))),
  state_name: both(({ stateName }) => stateName),
  phone: both(({ phone }) => phone),
  alternative_phone: both(({ alternativePhone }) => alternativePhone),
  created_at: both(({ createdAt }, form) => form.time(createdAt)),
  updated_at: both(({ updatedAt }, form) => form.time(updatedAt)),
  full_name: newer(({ fullName }) => fullName),
  company: newer(({ company }) => company),
  country: newer(({ country }, form) => presentCountry(country, form)),
  state: newer(({ state }, form) => nullable(state, (parts) => presentState(parts, form))),
});
