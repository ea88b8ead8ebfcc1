import type { FormName } from '../../../rest/request/form-name.ts';
import { notFound, one, page, unauthorized } from '../bodies.ts';
import { accepted, refused } from '../example.ts';
import type { Example } from '../example.ts';
import { maineState, unitedStates } from '../sale-bodies.ts';
import type { Scene } from '../scene.ts';

interface Given {
  readonly scene: Scene;
}

const given = (scene: Scene): Promise<Given> => Promise.resolve({ scene });

const country = (form: FormName) => ({
  ...unitedStates,
  ...(form === 'newer' && { states_required: true }),
});

/** In the newer format, the page of one country's states says whether an address must name one. */
const maineIn = (_given: unknown, { form }: { readonly form: FormName }): unknown => {
  const shown = page(form, ['state', 'states'], [maineState], 500);
  return form === 'older' ? shown : { ...(shown as object), states_required: true };
};

const countries = [
  ...accepted('GET /api/countries', {
    title: 'a customer finds a country by its code in any case',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/countries?q[iso3_eq]=usa'),
    status: 200,
    body: (_given, { form }) => page(form, ['country', 'countries'], [country(form)], 500),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/countries', {
    title: 'without a good key there is nothing to see',
    given,
    request: ({ scene }, { as }) => as(scene.unknown).get('/api/countries'),
    status: 401,
    body: () => unauthorized,
  }),
  ...accepted('GET /api/countries/:country', {
    title: 'a country by its code in any case; this one names no states',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/countries/vat'),
    status: 200,
    body: (_given, { form }) =>
      one(form, 'country', {
        id: 242,
        iso_name: 'VATICAN CITY',
        iso: 'VA',
        iso3: 'VAT',
        name: 'Vatican City',
        numcode: 336,
        ...(form === 'newer' && { states_required: false, states: [] }),
      }),
  }),
  ...refused('GET /api/countries/:country', {
    title: 'a country that is not there is missing',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/countries/ZZ'),
    status: 404,
    body: () => notFound,
  }),
];

const states = [
  ...accepted('GET /api/countries/:country/states', {
    title: 'the states of a country, searched',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/countries/US/states?q[abbr_eq]=me'),
    status: 200,
    body: maineIn,
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...refused('GET /api/countries/:country/states', {
    title: 'a country that is not there has no states',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/countries/ZZ/states'),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/countries/:country/states/:id', {
    title: 'a state by its code, below its country',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/countries/usa/states/me'),
    status: 200,
    body: (_given, { form }) => one(form, 'state', maineState),
  }),
  ...refused('GET /api/countries/:country/states/:id', {
    title: 'a state of another country is missing',
    given,
    request: ({ scene }, { as }) =>
      as(scene.bob).get(`/api/countries/CA/states/${String(maineState.id)}`),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/states', {
    title: 'a blank country names none',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/states?country_id=&q[name_eq]=Maine'),
    status: 200,
    body: (_given, { form }) => page(form, ['state', 'states'], [maineState], 500),
    headers: () => ({ 'x-total-count': '1' }),
  }),
  ...accepted('GET /api/states', {
    title: 'with a country the answer is that of its states',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/states?country_id=us&q[name_eq]=Maine'),
    status: 200,
    body: maineIn,
  }),
  ...refused('GET /api/states', {
    title: 'a country that is not there has no states',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/states?country_id=ZZ'),
    status: 404,
    body: () => notFound,
  }),
  ...accepted('GET /api/states/:id', {
    title: 'a state by its id',
    given,
    request: ({ scene }, { as }) =>
      as(scene.bob).get(`/api/states/${String(maineState.id)}?country_id=`),
    status: 200,
    body: (_given, { form }) => one(form, 'state', maineState),
  }),
  ...refused('GET /api/states/:id', {
    title: 'a code names no state where no country is named',
    given,
    request: ({ scene }, { as }) => as(scene.bob).get('/api/states/ME'),
    status: 404,
    body: () => notFound,
  }),
];

export const placeExamples: readonly Example[] = [...countries, ...states];
