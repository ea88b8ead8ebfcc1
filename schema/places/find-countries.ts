import type { Prisma } from '../../prisma/generated/client/client.ts';
import type { Transaction } from '../context.ts';
import type { CountryChoice } from '../domain/address.ts';
import { soughtId } from '../refs.ts';

/** What names a country: its id, one of its other names, or as `code` one of its codes or its name. */
export interface CountryName {
  readonly key: 'id' | 'iso' | 'iso3' | 'isoName' | 'name' | 'code';
  readonly text: string;
}

const withStates = { states: { select: { id: true, name: true, abbr: true } } } as const;

type FoundCountry = Prisma.CountryGetPayload<{ include: typeof withStates }>;

/** The columns that hold such a name. */
const columnsOf = (key: Exclude<CountryName['key'], 'id'>) =>
  key === 'code' ? (['iso', 'iso3', 'name'] as const) : ([key] as const);

function condition({ key, text }: CountryName): Prisma.CountryWhereInput {
  if (key === 'id') return { id: soughtId(text) };
  const name = { equals: text.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' } as const;
  return {
    OR: columnsOf(key).map((column) => ({
      [column]: column === 'name' ? name : text.toUpperCase(),
    })),
  };
}

/** Without case, also that of the Turkish İ, as the database compares it. */
const folded = (text: string): string => text.toLowerCase().replaceAll('\u0307', '');

const isCalled = (country: FoundCountry, { key, text }: CountryName): boolean =>
  key === 'id'
    ? country.id === soughtId(text)
    : columnsOf(key).some((column) => folded(country[column]) === folded(text));

/** The countries of these names with their states, read by one statement; no name finds none. Decision: C24. */
export async function findCountries(
  tx: Transaction,
  names: readonly (CountryName | undefined)[],
): Promise<(name: CountryName | undefined) => CountryChoice> {
  const named = names.flatMap((name) => name ?? []);
  const countries =
    named.length === 0
      ? []
      : await tx.country.findMany({
          where: { OR: named.map(condition) },
          orderBy: { id: 'asc' },
          include: withStates,
        });
  return (name) =>
    name ? (countries.find((country) => isCalled(country, name)) ?? 'unknown') : 'missing';
}
