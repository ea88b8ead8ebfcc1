import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { badKeyViewer, customerViewer, nobody, run } from '../../support/graphql.ts';

let database: Database;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});

afterAll(() => database.close());

const customer = customerViewer({ id: 1n, email: 'ann@shop.test', name: null });

const ask = (document: string, variables: Record<string, unknown> = {}, viewer = customer) => {
  statements.length = 0;
  return run(database.client, viewer, document, variables);
};

describe.each([
  ['country', '{ country(by: { iso: "nowhere" }) { id } }'],
  ['countries', '{ countries { nodes { id } } }'],
  ['state', '{ state(by: { abbr: "nowhere" }) { id } }'],
  ['states', '{ states { nodes { id } } }'],
])('Decision A18, row 13: %s', (_field, document) => {
  test('requires a key; a token is not enough', async () => {
    const missing = [{ code: 'UNAUTHENTICATED', reason: 'missing_key' }];
    expect((await ask(document, {}, nobody)).errors).toEqual(missing);
    expect((await ask(document, {}, { ...nobody, orderToken: 'token' })).errors).toEqual(missing);
    expect((await ask(document, {}, badKeyViewer)).errors).toEqual([
      { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
    ]);
  });
});

describe('Decision C21: one country', () => {
  const country = `query ($ref: CountryBy!) {
    country(by: $ref) { id name isoName iso iso3 numcode statesRequired }
  }`;
  const unitedStates = {
    name: 'United States',
    isoName: 'UNITED STATES',
    iso: 'US',
    iso3: 'USA',
    numcode: 840,
    statesRequired: true,
  };

  test.each([{ iso: 'US' }, { iso: 'us' }, { iso3: 'USA' }, { iso3: 'uSa' }])(
    'is found by its code %j in one statement',
    async (ref) => {
      expect((await ask(country, { ref })).data).toMatchObject({ country: unitedStates });
      expect(statements).toHaveLength(1);
    },
  );

  test('is found by its id', async () => {
    const { id } = await database.client.country.findUniqueOrThrow({ where: { iso: 'AD' } });
    expect((await ask(country, { ref: { id: String(id) } })).data).toMatchObject({
      country: { id: String(id), name: 'Andorra' },
    });
  });

  test.each(['0', '999999', '9999999999999999999', 'XX', 'XXX', 'U', 'Andorra', '', 'U%', 'ß'])(
    'no country is called %j',
    async (name) => {
      for (const ref of [{ id: name }, { iso: name }, { iso3: name }]) {
        expect((await ask(country, { ref })).errors).toEqual([{ code: 'NOT_FOUND' }]);
      }
    },
  );

  test('Decision C22: shows all its states by name, in one statement', async () => {
    const { data } = await ask('{ country(by: { iso: "AU" }) { states { name abbr } } }');
    expect(data).toEqual({
      country: {
        states: [
          { name: 'Australian Capital Territory', abbr: 'ACT' },
          { name: 'New South Wales', abbr: 'NSW' },
          { name: 'Northern Territory', abbr: 'NT' },
          { name: 'Queensland', abbr: 'QLD' },
          { name: 'South Australia', abbr: 'SA' },
          { name: 'Tasmania', abbr: 'TAS' },
          { name: 'Victoria', abbr: 'VIC' },
          { name: 'Western Australia', abbr: 'WA' },
        ],
      },
    });
    expect(statements).toHaveLength(1);
  });
});

describe('the list of countries', () => {
  test('is all of ISO 3166-1 by name, in pages', async () => {
    const { data } = await ask(
      '{ countries(perPage: 1) { nodes { name } count totalCount pages currentPage perPage } }',
    );
    expect(data).toEqual({
      countries: {
        nodes: [{ name: 'Afghanistan' }],
        count: 1,
        totalCount: 249,
        pages: 249,
        currentPage: 1,
        perPage: 1,
      },
    });
  });

  test('is searched by code in any case and by its states', async () => {
    const list = `query ($filter: CountryFilter) { countries(filter: $filter) { nodes { iso } } }`;
    const byCode = await ask(list, { filter: { iso3: { eq: 'bra' } } });
    expect(byCode.data).toEqual({ countries: { nodes: [{ iso: 'BR' }] } });
    const byState = await ask(list, { filter: { states: { abbr: { eq: 'vic' } } } });
    expect(byState.data).toEqual({ countries: { nodes: [{ iso: 'AU' }] } });
  });

  test('is sorted by what is asked', async () => {
    const { data } = await ask(
      '{ countries(perPage: 2, sort: [{ field: ISO, direction: DESC }]) { nodes { iso } } }',
    );
    expect(data).toEqual({ countries: { nodes: [{ iso: 'ZW' }, { iso: 'ZM' }] } });
  });
});

describe('Decision C21: one state', () => {
  const state = `query ($ref: StateBy!, $country: CountryBy) {
    state(by: $ref, country: $country) { id name abbr }
  }`;
  const idOf = async (abbr: string, iso: string) => {
    const found = await database.client.state.findFirstOrThrow({
      where: { abbr, country: { iso } },
    });
    return String(found.id);
  };

  test('is found by its id, alone and below its country', async () => {
    const id = await idOf('CA', 'US');
    const expected = { state: { id, name: 'California', abbr: 'CA' } };
    expect((await ask(state, { ref: { id } })).data).toEqual(expected);
    const country = { iso3: 'usa' };
    expect((await ask(state, { ref: { id }, country })).data).toEqual(expected);
    expect(statements).toHaveLength(1);
  });

  test('is found by its code below its country, in any case', async () => {
    const { data } = await ask(state, { ref: { abbr: 'ca' }, country: { iso: 'US' } });
    expect(data).toMatchObject({ state: { name: 'California' } });
  });

  test('is not looked for by its code alone: the country is asked for (V5)', async () => {
    expect((await ask(state, { ref: { abbr: 'CA' } })).errors).toEqual([
      { code: 'INVALID', fields: { country: ["can't be blank"] } },
    ]);
  });

  test('is missing below another country, by id and by code', async () => {
    const missing = [{ code: 'NOT_FOUND' }];
    const ref = { id: await idOf('CA', 'US') };
    const country = { iso: 'CA' };
    expect((await ask(state, { ref, country })).errors).toEqual(missing);
    expect((await ask(state, { ref: { abbr: 'CA' }, country })).errors).toEqual(missing);
    expect((await ask(state, { ref, country: { iso: 'XX' } })).errors).toEqual(missing);
    expect((await ask(state, { ref, country: { iso: 'nowhere' } })).errors).toEqual(missing);
  });

  test.each(['0', '999999', '9999999999999999999', 'C%', '', 'California'])(
    'no state of the United States is called %j',
    async (name) => {
      for (const ref of [{ id: name }, { abbr: name }]) {
        const { errors } = await ask(state, { ref, country: { iso: 'US' } });
        expect(errors).toEqual([{ code: 'NOT_FOUND' }]);
      }
    },
  );
});

describe('the list of states', () => {
  const list = `query ($country: CountryBy, $filter: CountryStateFilter, $sort: [CountryStateSort!]) {
    states(country: $country, filter: $filter, sort: $sort, perPage: 3) {
      nodes { abbr } totalCount
    }
  }`;

  test('is that of one country by name, in two statements: country, page with its total', async () => {
    const { data } = await ask(list, { country: { iso: 'au' } });
    expect(data).toEqual({
      states: { nodes: [{ abbr: 'ACT' }, { abbr: 'NSW' }, { abbr: 'NT' }], totalCount: 8 },
    });
    expect(statements).toHaveLength(2);
  });

  test('is that of all countries without one', async () => {
    const { data } = await ask(list);
    expect(data).toMatchObject({ states: { totalCount: 51 + 13 + 8 + 27 + 32 + 36 } });
  });

  test('is missing below a country that is not there; empty below one without states', async () => {
    expect((await ask(list, { country: { iso: 'XX' } })).errors).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await ask(list, { country: { iso: 'AD' } })).data).toEqual({
      states: { nodes: [], totalCount: 0 },
    });
  });

  test('is searched and sorted by its country', async () => {
    const { data } = await ask(list, {
      filter: { abbr: { in: ['sa', 'mg'] }, country: { iso: { notEq: 'US' } } },
      sort: [{ field: 'COUNTRY_ISO', direction: 'DESC' }],
    });
    expect(data).toEqual({ states: { nodes: [{ abbr: 'MG' }, { abbr: 'SA' }], totalCount: 2 } });
  });

  test('no filter reaches past the country', async () => {
    const { data } = await ask(list, {
      country: { iso: 'AU' },
      filter: { or: [{ abbr: { eq: 'CA' } }, { abbr: { eq: 'TAS' } }] },
    });
    expect(data).toEqual({ states: { nodes: [{ abbr: 'TAS' }], totalCount: 1 } });
  });
});
