import { graphql } from '../graphql.ts';
import { StateParts } from '../presenters/state.ts';

/** The country is read with its states, because the page shows both; `ref` is the same country again. */
export const States = graphql(
  `
    query States(
      $country: String
      $ref: String = ""
      $isBelowCountry: Boolean!
      $filter: CountryStateFilter
      $sort: [CountryStateSort!]
      $page: Int
      $perPage: Int
    ) {
      country(ref: $ref) @include(if: $isBelowCountry) {
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
    query StateByRef($ref: String!, $country: String) {
      state(ref: $ref, country: $country) {
        ...StateParts
      }
    }
  `,
  [StateParts],
);
