import { presentCountry } from './country.ts';
import { both, newer } from './rows.ts';
import { id, idOf, time, value } from './show.ts';
import { presentState } from './state.ts';
import { present } from './table.ts';

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
