import { createRequire } from 'node:module';
import { iso31661, iso31662 } from 'iso-3166';
import type { LocaleData } from 'i18n-iso-countries';

/** Common English names where the source has a formal or inverted one. */
const commonNames: Record<string, string> = {
  BN: 'Brunei',
  CI: "Côte d'Ivoire",
  CN: 'China',
  CV: 'Cabo Verde',
  CZ: 'Czechia',
  FK: 'Falkland Islands',
  FM: 'Micronesia',
  GM: 'Gambia',
  IR: 'Iran',
  LA: 'Laos',
  MD: 'Moldova',
  MF: 'Saint Martin',
  MK: 'North Macedonia',
  PN: 'Pitcairn Islands',
  PS: 'Palestine',
  RE: 'Réunion',
  RU: 'Russia',
  SX: 'Sint Maarten',
  SY: 'Syria',
  TW: 'Taiwan',
  TZ: 'Tanzania',
  US: 'United States',
  VA: 'Vatican City',
  VG: 'British Virgin Islands',
  VI: 'U.S. Virgin Islands',
};

/** Countries whose addresses must name a state, and how many states each has. */
export const countriesWithStates: Readonly<Record<string, number>> = {
  AU: 8,
  BR: 27,
  CA: 13,
  IN: 36,
  MX: 32,
  US: 51,
};

/** Entries of ISO 3166-2 for the United States that are also countries of ISO 3166-1. */
const outlying = new Set(['US-AS', 'US-GU', 'US-MP', 'US-PR', 'US-UM', 'US-VI']);

/** Common names of states where ISO 3166-2 has a formal one. */
const stateNames: Record<string, string> = {
  'IN-PY': 'Puducherry',
  'MX-COA': 'Coahuila',
  'MX-MIC': 'Michoacán',
  'MX-VER': 'Veracruz',
};

export interface CountryRow {
  id: number;
  name: string;
  isoName: string;
  iso: string;
  iso3: string;
  numcode: number;
  statesRequired: boolean;
}

export interface StateRow {
  id: number;
  countryId: number;
  name: string;
  abbr: string;
}

/** Sorts by name, ignoring case and diacritics, the same on every machine. */
function byName(one: { name: string }, other: { name: string }): number {
  const [a, b] = [sortingKey(one.name), sortingKey(other.name)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function sortingKey(name: string): string {
  return withoutMarks(name).toLowerCase();
}

/** The 249 countries of ISO 3166-1, numbered by name from 1. Decision: C19. */
export function listCountries(): CountryRow[] {
  const { countries } = createRequire(import.meta.url)(
    'i18n-iso-countries/langs/en.json',
  ) as LocaleData;
  const nameOf = (iso: string): string => {
    const names = countries[iso];
    const name = commonNames[iso] ?? (typeof names === 'string' ? names : names?.[0]);
    if (name === undefined) throw new Error(`No name is known for country ${iso}.`);
    return name;
  };
  return iso31661
    .map((country) => ({ ...country, name: nameOf(country.alpha2) }))
    .sort(byName)
    .map((country, index) => ({
      id: index + 1,
      name: country.name,
      isoName: country.name.toUpperCase(),
      iso: country.alpha2,
      iso3: country.alpha3,
      numcode: Number(country.numeric),
      statesRequired: country.alpha2 in countriesWithStates,
    }));
}

/** The states of the countries whose addresses must name one, numbered by country and name from 1. Decision: C20. */
export function listStates(): StateRow[] {
  return listCountries()
    .filter((country) => country.statesRequired)
    .flatMap((country) =>
      iso31662
        .filter(({ code, parent }) => parent === country.iso && !outlying.has(code))
        .map(({ code, name }) => ({
          countryId: country.id,
          // ISO 3166-2 transliterates the states of India with diacritics; their English names have none.
          name: stateNames[code] ?? (country.iso === 'IN' ? withoutMarks(name) : name),
          abbr: code.slice(code.indexOf('-') + 1),
        }))
        .sort(byName),
    )
    .map((state, index) => ({ id: index + 1, ...state }));
}

function withoutMarks(name: string): string {
  return name.normalize('NFD').replace(/\p{Mark}/gu, '');
}

/**
 * The migration with the reference tables and the initial data of a new store. It was generated once by `node
 * dist/prisma/reference-data.js`; a test compares the two.
 * Decision: A13, C17, C19, C20, C39, T23.
 */
export function referenceDataSql(): string {
  const countries = listCountries().map((country) =>
    tuple(
      country.id,
      country.name,
      country.isoName,
      country.iso,
      country.iso3,
      country.numcode,
      country.statesRequired,
    ),
  );
  const states = listStates().map((state) =>
    tuple(state.id, state.countryId, state.name, state.abbr),
  );
  return `-- What every store starts with. Written by prisma/reference-data.ts.

-- Countries of ISO 3166-1 (C19)
INSERT INTO "countries" ("id", "name", "iso_name", "iso", "iso3", "numcode", "states_required") VALUES
${countries.join(',\n')};
SELECT setval(pg_get_serial_sequence('countries', 'id'), (SELECT max("id") FROM "countries"));

-- States of ISO 3166-2 (C20)
INSERT INTO "states" ("id", "country_id", "name", "abbr") VALUES
${states.join(',\n')};
SELECT setval(pg_get_serial_sequence('states', 'id'), (SELECT max("id") FROM "states"));

-- Built-in roles (A13)
INSERT INTO "roles" ("name", "built_in") VALUES
('admin', true),
('orders_read', true);
INSERT INTO "role_permissions" ("role_id", "permission")
SELECT "roles"."id", "granted"."permission" FROM "roles" JOIN (VALUES
('admin', '*'),
('orders_read', 'addresses.read'),
('orders_read', 'inventory_units.index'),
('orders_read', 'inventory_units.read'),
('orders_read', 'line_items.index'),
('orders_read', 'line_items.read'),
('orders_read', 'orders.index'),
('orders_read', 'orders.read'),
('orders_read', 'payments.index'),
('orders_read', 'payments.read'),
('orders_read', 'shipments.index'),
('orders_read', 'shipments.read')
) AS "granted" ("role", "permission") ON "granted"."role" = "roles"."name";

-- Where goods leave from, what they are, where they go and how (C17, C39, T23)
INSERT INTO "stock_locations" ("name", "is_default") VALUES ('default', true);
INSERT INTO "shipping_categories" ("name", "is_default") VALUES ('Default', true);
INSERT INTO "zones" ("name", "description") VALUES ('Everywhere', 'Every address');
INSERT INTO "shipping_methods" ("name", "zone_id", "shipping_category_id", "base_cost", "item_cost")
SELECT "methods"."name", "zones"."id", "shipping_categories"."id", "methods"."base_cost", 0
FROM (VALUES (1, 'Standard', 5.00), (2, 'Express', 15.00)) AS "methods" ("place", "name", "base_cost"), "zones", "shipping_categories"
ORDER BY "methods"."place";

-- How orders are paid (C39)
INSERT INTO "payment_methods" ("name", "kind", "position") VALUES ('Check', 'check', 1);
`;
}

function tuple(...values: (string | number | boolean)[]): string {
  const literals = values.map((value) =>
    typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value),
  );
  return `(${literals.join(', ')})`;
}

if (process.argv[1] === import.meta.filename) process.stdout.write(referenceDataSql());
