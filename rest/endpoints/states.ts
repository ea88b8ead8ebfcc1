import type { Page } from '../forms/form.ts';
import type { FragmentOf } from '../graphql.ts';
import { StateByRef, States } from '../operations/states.ts';
import { presentState } from '../presenters/state.ts';
import type { StateParts } from '../presenters/state.ts';
import { get } from '../route.ts';
import type { Call } from '../route.ts';
import { one, page } from '../answer/signs.ts';
import { isBlankText } from '../words/texts.ts';
import { allPlaces } from './all-places.ts';
import { byId } from './sort-orders.ts';
import { byIdOrAbbr, byIdOrCode } from '../variables/names.ts';

/** States; for those of one country also whether its addresses must name one. */
interface StatesPage extends Page<FragmentOf<typeof StateParts>> {
  readonly statesRequired: boolean | undefined;
}

const state = one('state', presentState);
const states = page(
  { singular: 'state', plural: 'states' },
  presentState,
  ({ statesRequired }: StatesPage) =>
    statesRequired === undefined ? {} : { states_required: statesRequired },
);

const isBelow = (country: unknown): boolean => country !== undefined && !isBlankText(country);

/** The variables of the list of all states, or of a country's. Decision: C21. */
function listVariables({ search }: Call, country: unknown) {
  const isBelowCountry = isBelow(country);
  const by = byIdOrCode(country);
  return { ...search, country: by, by, isBelowCountry };
}

/** Decision: F38, C21, C22. */
export const stateRoutes = [
  get('/api/countries/:country/states', {
    operation: States,
    variables: (call) => listVariables(call, call.params.country),
    from: (data): StatesPage => ({
      ...data.states,
      statesRequired: data.country?.statesRequired,
    }),
    sign: states,
    olderSort: byId,
    perPage: allPlaces,
  }),
  get('/api/countries/:country/states/:id', {
    operation: StateByRef,
    variables: ({ params }) => ({
      by: byIdOrAbbr(params.id, true),
      country: byIdOrCode(params.country),
    }),
    from: (data) => data.state,
    sign: state,
  }),
  get('/api/states', {
    operation: States,
    variables: (call) => listVariables(call, call.query.country_id),
    from: (data): StatesPage => ({
      ...data.states,
      statesRequired: data.country?.statesRequired,
    }),
    sign: states,
    olderSort: byId,
    perPage: allPlaces,
  }),
  get('/api/states/:id', {
    operation: StateByRef,
    variables: ({ params, query }) => ({
      by: byIdOrAbbr(params.id, isBelow(query.country_id)),
      country: byIdOrCode(query.country_id),
    }),
    from: (data) => data.state,
    sign: state,
  }),
];
