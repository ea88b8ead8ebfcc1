import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import { words } from '../domain/messages.ts';
import { Invalid, NotFound } from '../errors.ts';
import { CountryBy, countryWhere, StateBy, stateWhere } from '../look-up.ts';
import { everyRow, findPage } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { countryList, stateList } from './place-attributes.ts';
import { Country, State } from './place.ts';

const countrySearch = searchable(countryList);
const stateSearch = searchable(stateList, ['country.name', 'country.iso']);

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
      const country = await db.country.findUnique({ ...query, where: countryWhere(by) });
      if (!country) throw new NotFound();
      return country;
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
      country: t.arg({ type: CountryBy }),
    },
    resolve: async (query, _root, args, { db, viewer }) => {
      authorize(viewer, 'states.read');
      if (args.country == null && args.by.abbr != null) {
        throw new Invalid({ country: [words.blank] });
      }
      const country = args.country == null ? {} : countryWhere(args.country);
      const where = { ...stateWhere(args.by), country };
      const state = await db.state.findFirst({ ...query, where });
      if (!state) throw new NotFound();
      return state;
    },
  }),
  states: t.field({
    type: StateConnection,
    description:
      'Returns the states that the store lists, by name; with `country`, those of one country. You need an API key.',
    args: {
      ...listArguments(t.arg, stateSearch),
      country: t.arg({ type: CountryBy }),
    },
    resolve: async (_root, args, context) => {
      authorize(context.viewer, 'states.index');
      const country =
        args.country == null
          ? undefined
          : await context.db.country.findUnique({
              where: countryWhere(args.country),
              select: { id: true },
            });
      if (country === null) throw new NotFound();
      return findPage(
        stateSearch,
        context,
        args,
        {
          rows: (level) =>
            country === undefined
              ? []
              : [Prisma.sql`${Prisma.raw(level.alias)}.country_id = ${country.id}`],
        },
        byName,
      );
    },
  }),
}));
