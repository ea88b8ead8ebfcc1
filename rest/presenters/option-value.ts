import { both, newer } from './rows.ts';
import { id, idOf, its, value } from './show.ts';
import { present } from './table.ts';

/** OptionValue. Contract: Resources / OptionValue. */
export const presentOptionValue = present('OptionValueParts on OptionValue', {
  id: both(id),
  name: both(value),
  presentation: both(value),
  option_type_name: both(its('name', value), 'optionType'),
  option_type_id: both(idOf, 'optionType'),
  option_type_presentation: newer(its('presentation', value), 'optionType'),
});
