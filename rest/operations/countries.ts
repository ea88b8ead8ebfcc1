import { graphql } from '../graphql.ts';
import { CountryParts, CountryRecordParts } from '../presenters/country.ts';

export const Countries = graphql(
  `
    query Countries($filter: CountryFilter, $sort: [CountrySort!], $page: Int, $perPage: Int) {
      countries(filter: $filter, sort: $sort, page: $page, perPage: $perPage) {
        nodes {
          ...CountryParts
        }
        count
        totalCount
        pages
        currentPage
        perPage
      }
    }
  `,
  [CountryParts],
);

export const CountryByRef = graphql(
  `
    query CountryByRef($by: CountryBy!) {
      country(by: $by) {
        ...CountryRecordParts
      }
    }
  `,
  [CountryRecordParts],
);
