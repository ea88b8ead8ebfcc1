import { both } from './rows.ts';
import { id, idOf, value } from './show.ts';
import { present } from './table.ts';

/** State, province or territory of a country. */
export const presentState = present('StateParts on State', {
  id: both(id),
  name: both(value),
  abbr: both(value),
  country_id: both(idOf, 'country'),
});
