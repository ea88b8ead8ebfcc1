import { listArguments, listVariables, pageNumbers } from '../graphql.ts';
import { presentCountry, presentCountryRecord } from '../presenters/country.ts';
import { get } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { byIdOrCode } from '../variables/names.ts';

/**
 * How countries and states are listed: on a page that is larger than their number, so that both are complete.
 * Decision: S28.
 */
export const complete = {
  olderSort: [{ field: 'ID', direction: 'ASC' }],
  perPage: 500,
} as const;

/** Decision: C22. */
export const countryRoutes = [
  get('/api/countries', {
    operation: presentCountry.graphql(`query Countries(${listVariables('Country')}) {
      countries(${listArguments}) { nodes { ...CountryParts } ${pageNumbers} }
    }`),
    variables: ({ search }) => search,
    sign: page({ singular: 'country', plural: 'countries' }, presentCountry),
    ...complete,
  }),
  get('/api/countries/:country', {
    operation: presentCountryRecord.graphql(
      'query CountryByRef($by: CountryBy!) { country(by: $by) { ...CountryRecordParts } }',
    ),
    variables: ({ params }) => ({ by: byIdOrCode(params.country) }),
    sign: one('country', presentCountryRecord),
  }),
];
