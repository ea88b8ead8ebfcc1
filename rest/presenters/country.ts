import { graphql } from '../graphql.ts';
import { integer } from '../words/numbers.ts';
import type { FragmentOf } from '../graphql.ts';
import { StateParts, presentState } from './state.ts';
import { both, newer, present } from './table.ts';

export const CountryParts = graphql(`
  fragment CountryParts on Country {
    id
    isoName
    iso
    iso3
    name
    numcode
    statesRequired
  }
`);

type Country = FragmentOf<typeof CountryParts>;

const rows = {
  id: both(({ id }: Country) => integer(id)),
  iso_name: both(({ isoName }: Country) => isoName),
  iso: both(({ iso }: Country) => iso),
  iso3: both(({ iso3 }: Country) => iso3),
  name: both(({ name }: Country) => name),
  numcode: both(({ numcode }: Country) => numcode),
  states_required: newer(({ statesRequired }: Country) => statesRequired),
};

/** Country in a list or an address, without its states. Decision: R25, C22. */
export const presentCountry = present(CountryParts, rows);

export const CountryRecordParts = graphql(
  `
    fragment CountryRecordParts on Country {
      ...CountryParts
      states {
        ...StateParts
      }
    }
  `,
  [CountryParts, StateParts],
);

/** Country as the record itself; the newer format adds its states. Decision: R25, F38, C22. */
export const presentCountryRecord = present(CountryRecordParts, {
  ...rows,
  states: newer(({ states }, form) => states.map((state) => presentState(state, form))),
});
