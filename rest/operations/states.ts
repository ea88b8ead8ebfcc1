import { graphql } from '../graphql.ts';
import { StateParts } from '../presenters/state.ts';

/** The country is read with its states, because the page shows both; `by` is the same country again. */
export const States = graphql(
  `
    query States(
      $country: CountryBy
      $by: CountryBy = { id: "0" }
      $isBelowCountry: Boolean!
      $filter: CountryStateFilter
      $sort: [CountryStateSort!]
      $page: Int
      $perPage: Int
    ) {
      country(by: $by) @include(if: $isBelowCountry) {
        statesRequired
      }
      states(country: $country, filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...StateParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [StateParts],
);

export const StateByRef = graphql(
  `
    query StateByRef($by: StateBy!, $country: CountryBy) {
      state(by: $by, country: $country) {
        ...StateParts
      }
    }
  `,
  [StateParts],
);
