import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, newer, present } from './table.ts';

export const OptionValueParts = graphql(`
  fragment OptionValueParts on OptionValue {
    id
    name
    presentation
    optionType {
      id
      name
      presentation
    }
  }
`);

/** OptionValue. Contract: Resources / OptionValue. Decision: R20. */
export const presentOptionValue = present(OptionValueParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  presentation: both(({ presentation }) => presentation),
  option_type_name: both(({ optionType }) => optionType.name),
  option_type_id: both(({ optionType }) => integer(optionType.id)),
  option_type_presentation: newer(({ optionType }) => optionType.presentation),
});
