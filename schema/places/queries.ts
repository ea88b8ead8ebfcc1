import { Prisma } from '../../prisma/generated/client/client.ts';
import { authorize } from '../abilities.ts';
import { builder } from '../builder.ts';
import type { Db } from '../context.ts';
import { NotFound } from '../errors.ts';
import { parseId } from '../refs.ts';
import { everyRow, findPage } from '../search/find-page.ts';
import { connectionOf, listArguments } from '../search/connection.ts';
import { searchable } from '../search/searchable.ts';
import { countryList, stateList } from './place-attributes.ts';
import { Country, State } from './place.ts';

const countrySearch = searchable(countryList);
const stateSearch = searchable(stateList, ['country.name', 'country.iso']);

const byName = [{ field: 'name' }, { field: 'id' }] as const;

/** Finds a country by id, or by its code of two or three letters, ignoring case. Decision: C21. */
function byCountryRef(ref: string): Prisma.CountryWhereUniqueInput | undefined {
  const id = parseId(ref);
  if (id !== undefined) return { id };
  if (/^[a-z]{2}$/i.test(ref)) return { iso: ref.toUpperCase() };
  return /^[a-z]{3}$/i.test(ref) ? { iso3: ref.toUpperCase() } : undefined;
}

/** Finds a state by id, and within a country also by its code, ignoring case. Decision: C21. */
function byStateRef(ref: string, isBelowCountry: boolean): Prisma.StateWhereInput | undefined {
  const id = parseId(ref);
  if (id !== undefined) return { id };
  return isBelowCountry && /^[a-z0-9]{1,10}$/i.test(ref) ? { abbr: ref.toUpperCase() } : undefined;
}

async function findCountryId(db: Db, ref: string): Promise<bigint> {
  const where = byCountryRef(ref);
  const country = where && (await db.country.findUnique({ where, select: { id: true } }));
  if (!country) throw new NotFound();
  return country.id;
}

const CountryConnection = connectionOf(Country, {
  name: 'Country',
  plural: 'countries',
  find: (db, reading) => db.country.findMany(reading),
});

const StateConnection = connectionOf(State, {
  name: 'State',
  plural: 'states',
  find: (db, reading) => db.state.findMany(reading),
});

builder.queryFields((t) => ({
  country: t.prismaField({
    type: Country,
    nullable: true,
    description:
      'Returns a country by its id or its ISO code, such as `DE` or `DEU`. You need an API key.',
    args: { ref: t.arg.string({ required: true }) },
    resolve: async (query, _root, { ref }, { db, viewer }) => {
      authorize(viewer, 'countries.read');
      const where = byCountryRef(ref);
      const country = where && (await db.country.findUnique({ ...query, where }));
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
      ref: t.arg.string({ required: true }),
      country: t.arg.string({ description: 'Id or ISO code of the country, such as `US`.' }),
    },
    resolve: async (query, _root, args, { db, viewer }) => {
      authorize(viewer, 'states.read');
      const country = args.country == null ? {} : byCountryRef(args.country);
      const where = byStateRef(args.ref, args.country != null);
      const state =
        where && country && (await db.state.findFirst({ ...query, where: { ...where, country } }));
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
      country: t.arg.string({ description: 'Id or ISO code of the country, such as `US`.' }),
    },
    resolve: async (_root, args, context) => {
      authorize(context.viewer, 'states.index');
      const countryId =
        args.country == null ? undefined : await findCountryId(context.db, args.country);
      return findPage(
        stateSearch,
        context,
        args,
        {
          rows: (level) =>
            countryId === undefined
              ? []
              : [Prisma.sql`${Prisma.raw(level.alias)}.country_id = ${countryId}`],
        },
        byName,
      );
    },
  }),
}));
