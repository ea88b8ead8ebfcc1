import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, newer, present } from './table.ts';

export const OptionValueParts = graphql(`
  fragment OptionValueParts on OptionValue {
    id
    name
    presentation
    optionTypeName
    optionTypeId
    optionTypePresentation
  }
`);

/** OptionValue. Contract: Resources / OptionValue. Decision: R20. */
export const presentOptionValue = present(OptionValueParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  presentation: both(({ presentation }) => presentation),
  option_type_name: both(({ optionTypeName }) => optionTypeName),
  option_type_id: both(({ optionTypeId }) => integer(optionTypeId)),
  option_type_presentation: newer(({ optionTypePresentation }) => optionTypePresentation),
});
