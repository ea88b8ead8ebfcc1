import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import { both, present } from './table.ts';

export const StateParts = graphql(`
  fragment StateParts on State {
    id
    name
    abbr
    country {
      id
    }
  }
`);

/** State, province or territory of a country. Decision: R25. */
export const presentState = present(StateParts, {
  id: both(({ id }) => integer(id)),
  name: both(({ name }) => name),
  abbr: both(({ abbr }) => abbr),
  country_id: both(({ country }) => integer(country.id)),
});
