import { Countries, CountryByRef } from '../operations/countries.ts';
import { presentCountry, presentCountryRecord } from '../presenters/country.ts';
import { get } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { allPlaces } from './all-places.ts';
import { byId } from './sort-orders.ts';
import { byIdOrCode } from '../variables/names.ts';

/** Decision: F38, C22. */
export const countryRoutes = [
  get('/api/countries', {
    operation: Countries,
    variables: ({ search }) => search,
    from: (data) => data.countries,
    sign: page({ singular: 'country', plural: 'countries' }, presentCountry),
    olderSort: byId,
    perPage: allPlaces,
  }),
  get('/api/countries/:country', {
    operation: CountryByRef,
    variables: ({ params }) => ({ by: byIdOrCode(params.country) }),
    from: (data) => data.country,
    sign: one('country', presentCountryRecord),
  }),
];
