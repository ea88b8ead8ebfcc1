import { both, newer } from './rows.ts';
import { id, idOf, list, time, value } from './show.ts';
import { present } from './table.ts';

/** State, province or territory of a country. */
export const presentState = present('StateParts on State', {
  id: both(id),
  name: both(value),
  abbr: both(value),
  country_id: both(idOf, 'country'),
});

const countryRows = {
  id: both(id),
  iso_name: both(value),
  iso: both(value),
  iso3: both(value),
  name: both(value),
  numcode: both(value),
  states_required: newer(value),
};

/** Country in a list or an address, without its states. Decision: C22. */
export const presentCountry = present('CountryParts on Country', countryRows);

/** Country as the record itself; the newer format adds its states. */
export const presentCountryRecord = present('CountryRecordParts on Country', {
  ...countryRows,
  states: newer(list(presentState)),
});

/** Address. Contract: Resources / Address. */
export const presentAddress = present('AddressParts on Address', {
  id: both(id),
  firstname: both(value),
  lastname: both(value),
  address1: both(value),
  address2: both(value),
  city: both(value),
  zipcode: both(value),
  country_id: both(idOf, 'country'),
  state_id: both(idOf, 'state'),
  state_name: both(value),
  phone: both(value),
  alternative_phone: both(value),
  created_at: both(time),
  updated_at: both(time),
  full_name: newer(value),
  company: newer(value),
  country: newer(presentCountry),
  state: newer(presentState),
});
