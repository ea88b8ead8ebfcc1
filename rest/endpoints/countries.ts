import { listArguments, listVariables, pageNumbers } from '../graphql.ts';
import { presentCountry, presentCountryRecord, presentState } from '../presenters/address.ts';
import { type Call, get, type Route } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { byIdOrAbbr, byIdOrCode } from '../variables/names.ts';

/** How countries and states are listed: on a page that is larger than their number, so that both are complete. */
const complete = {
  olderSort: [{ field: 'ID', direction: 'ASC' }],
  perPage: 500,
} as const;

/** All states, or those of a country, which is read with them for the page to show; `by` is that country again. */
const listAt = (path: string, countryOf: (call: Call) => unknown): Route =>
  get(path, {
    operation: presentState.graphql(`query States(
      $country: CountryBy, $by: CountryBy = { id: "0" }, $isBelowCountry: Boolean!,
      ${listVariables('CountryState')}
    ) {
      country(by: $by) @include(if: $isBelowCountry) { statesRequired }
      states(country: $country, ${listArguments}) { nodes { ...StateParts } ${pageNumbers} }
    }`),
    variables: (call) => {
      const by = byIdOrCode(countryOf(call));
      return { ...call.search, country: by, by, isBelowCountry: by !== undefined };
    },
    sign: page({ singular: 'state', plural: 'states' }, presentState),
    // Whether the addresses of the country must name one.
    flag: ['states_required', ({ country }) => country?.statesRequired],
    ...complete,
  });

/** A state by its id, or by its code if a country is named. */
const stateAt = (path: string, namesOf: (call: Call) => { by: unknown; country: unknown }): Route =>
  get(path, {
    operation: presentState.graphql(`query StateByRef($by: StateBy!, $country: CountryBy) {
      state(by: $by, country: $country) { ...StateParts }
    }`),
    variables: namesOf,
    sign: one('state', presentState),
  });

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
  listAt('/api/countries/:country/states', ({ params }) => params.country),
  stateAt('/api/countries/:country/states/:id', ({ params }) => ({
    by: byIdOrAbbr(params.id, true),
    country: byIdOrCode(params.country),
  })),
  listAt('/api/states', ({ query }) => query.country_id),
  stateAt('/api/states/:id', ({ params, query }) => {
    const country = byIdOrCode(query.country_id);
    return { by: byIdOrAbbr(params.id, country !== undefined), country };
  }),
];
