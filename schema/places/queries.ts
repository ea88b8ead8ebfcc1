import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { words } from '../domain/messages.ts';
import { Invalid } from '../errors.ts';
import { CountryBy, countryWhere, StateBy, stateWhere } from '../look-up.ts';
import { everyRow, findPage, having } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { existing } from '../refs.ts';
import { countryList, stateList } from './place-attributes.ts';
import { Country, State } from './place.ts';

const countrySearch = searchable(countryList);
const stateSearch = searchable(stateList);

const byName = [{ field: 'name' }, { field: 'id' }] as const;

const CountryConnection = connectionOf(Country, 'countries');

const StateConnection = connectionOf(State, 'states');

builder.queryFields((t) => ({
  country: t.prismaField({
    type: Country,
    nullable: true,
    description:
      'Returns a country by its id or its ISO code, such as `DE` or `DEU`. You need an API key.',
    args: { by: t.arg({ type: CountryBy, required: true }) },
    resolve: async (query, _root, { by }, { db, viewer }) => {
      authorize(viewer, 'countries.read');
      return existing(await db.country.findUnique({ ...query, where: countryWhere(by) }));
    },
  }),
  countries: t.field({
    type: CountryConnection,
    description: 'Returns the countries of the world, by name. You need an API key.',
    args: listArguments(t.arg, countrySearch),
    resolve: (_root, args, context) => {
      authorize(context.viewer, 'countries.index');
      return findPage(countrySearch, context, args, everyRow, byName);
    },
  }),
  state: t.prismaField({
    type: State,
    nullable: true,
    description:
      'Returns a state by its id or, if `country` is given, by its code within the country, such as `CA`. You need an API key.',
    args: {
      by: t.arg({ type: StateBy, required: true }),
      country: t.arg({
        type: CountryBy,
        description:
          'The country: its id or ISO code, such as `US`. The state must belong to it. Needed with `abbr`.',
      }),
    },
    resolve: async (query, _root, args, { db, viewer }) => {
      authorize(viewer, 'states.read');
      if (args.country == null && args.by.abbr != null) {
        throw new Invalid({ country: [words.blank] });
      }
      const country = args.country == null ? {} : countryWhere(args.country);
      const where = { ...stateWhere(args.by), country };
      return existing(await db.state.findFirst({ ...query, where }));
    },
  }),
  states: t.field({
    type: StateConnection,
    nullable: true,
    description:
      'Returns the states that the store lists, by name; with `country`, those of one country. You need an API key.',
    args: {
      ...listArguments(t.arg, stateSearch),
      country: t.arg({
        type: CountryBy,
        description: 'Returns only states of this country: its id or ISO code, such as `US`.',
      }),
    },
    resolve: async (_root, args, context) => {
      authorize(context.viewer, 'states.index');
      if (args.country == null) return findPage(stateSearch, context, args, everyRow, byName);
      const where = countryWhere(args.country);
      const country = await context.db.country.findUnique({ where, select: { id: true } });
      const scope = having('country_id', existing(country).id);
      return findPage(stateSearch, context, args, scope, byName);
    },
  }),
}));
