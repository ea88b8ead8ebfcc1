import { both, newer } from './rows.ts';
import { id, list, value } from './show.ts';
import { presentState } from './state.ts';
import { present } from './table.ts';

const rows = {
  id: both(id),
  iso_name: both(value),
  iso: both(value),
  iso3: both(value),
  name: both(value),
  numcode: both(value),
  states_required: newer(value),
};

/** Country in a list or an address, without its states. Decision: C22. */
export const presentCountry = present('CountryParts on Country', rows);

/** Country as the record itself; the newer format adds its states. Decision: C22. */
export const presentCountryRecord = present('CountryRecordParts on Country', {
  ...rows,
  states: newer(list(presentState)),
});
