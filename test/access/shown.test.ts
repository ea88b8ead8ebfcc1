import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isObjectType } from 'graphql';
import type { GraphQLObjectType } from 'graphql';
import { schema } from '../../schema/index.ts';
import { shownTo } from '../../schema/shown.ts';
import { keyHeader } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { columns, connectionFields, doors, edgeFields, fields, searches, ways } from './fields.ts';
import type { Cells, Column, Way } from './fields.ts';
import { fillRecords } from './filled.ts';
import { setSetting } from './setting.ts';
import type { Caller, Setting } from './setting.ts';

type Asker = Pick<Caller, 'credentials' | 'badKey'>;

let store: Store;
let setting: Setting;
let callers: readonly (readonly [
  title: string,
  column: Column,
  caller: Pick<Caller, 'credentials'>,
])[];

/** The callers of the matrix used for each column, beside the accounts created here. */
const titles: Readonly<Partial<Record<Column, readonly string[]>>> = {
  none: ['no key'],
  token: ['the token in the header', 'a revoked key and the token'],
  wrong: ['the token of another order'],
  stranger: ['a stranger'],
  owner: ['the owner'],
  reader: ['a reader'],
  admin: ['an admin'],
};

const everyIndex = [
  'orders',
  'line_items',
  'payments',
  'shipments',
  'inventory_units',
  'users',
  'roles',
];

beforeAll(async () => {
  store = await openStore();
  const made = await setSetting(store);
  setting = { ...made, records: { ...made.records, ...(await fillRecords(store, made.records)) } };
  const keyOf = async (name: string, permissions: readonly string[]) => {
    await store.ask('mutation ($input: CreateRoleInput!) { createRole(input: $input) { id } }', {
      input: { name, permissions },
    });
    const { key, id } = await store.account(name, [name]);
    await store.db.user.update({ where: { id: BigInt(id) }, data: { name } });
    return { credentials: { key } };
  };
  const lister = await keyOf(
    'lister',
    everyIndex.map((resource) => `${resource}.index`),
  );
  const clerk = await keyOf('clerk', ['users.index', 'users.read']);
  callers = [
    ...columns.flatMap((column) =>
      (titles[column] ?? []).map((title) => {
        const caller = setting.callers.find((one) => one.title === title);
        if (!caller) throw new Error(`The setting has nobody who is ${title}.`);
        return [title, column, caller] as const;
      }),
    ),
    ['who may list', 'lister', lister],
    ['who may read users', 'clerk', clerk],
  ];
});

afterAll(() => store.close());

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeOf = (name: string): GraphQLObjectType => schema.getType(name) as GraphQLObjectType;

const words = (text: string): string[] => text.trim().split(/\s+/);

function namedFields(type: string): string {
  if (type.endsWith('Connection')) return connectionFields;
  return type.endsWith('Edge') ? edgeFields : (fields[type] ?? '');
}

const fieldsOf = ({ type, hidden = {} }: Way): string[] => [
  ...words(namedFields(type)),
  ...Object.keys(hidden),
];

/** The fields as a selection: of a nested record only whether it exists. */
const selection = (way: Way): string =>
  fieldsOf(way)
    .map((field) => {
      const { type } = typeOf(way.type).getFields()[field] ?? {};
      const isLeaf = !isObjectType(schema.getType(String(type).replace(/[^A-Za-z]/g, '')));
      if (field === 'ids') return 'ids(most: 1)';
      return isLeaf ? field : `${field} { __typename }`;
    })
    .join(' ');

interface Told {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly extensions: {
      readonly code: string;
      readonly reason?: string;
      readonly fields?: Readonly<Record<string, readonly string[]>>;
    };
  }[];
}

async function ask(query: string, { credentials }: Asker): Promise<Told> {
  const { key, headers } = credentials;
  const client = store.client({ ...(key !== undefined && keyHeader(key)), ...headers });
  const text = query.replace(/\{(\w+)\}/g, (whole, name: string) => setting.records[name] ?? whole);
  const { body } = await client.post('/graphql', { body: { query: text } });
  return body as Told;
}

const signs: Readonly<Record<string, string>> = {
  missing_key: 'K',
  invalid_key: 'B',
  insufficient_rights: 'U',
};

/** The refusal in a response; undefined if it succeeded. */
function refusalOf({ errors }: Told): string | undefined {
  const [error] = errors ?? [];
  if (!error) return undefined;
  const { code, reason = '', fields: named = {} } = error.extensions;
  const isUnknown = Object.values(named).some(([message = '']) =>
    /is not (searchable|sortable)/.test(message),
  );
  return isUnknown ? '-' : (signs[reason] ?? code);
}

/**
 * The innermost record of a response, whose fields were selected; undefined if there is none. Of a list, the
 * first value that is there of each field.
 */
function recordIn(data: unknown, field: string): Readonly<Record<string, unknown>> | undefined {
  if (Array.isArray(data)) {
    const records = data.map((entry) => recordIn(entry, field)).filter(isRecord);
    if (records.length === 0) return undefined;
    return records.reduceRight((later, record) => ({ ...record, ...later, ...thoseThere(record) }));
  }
  if (!isRecord(data)) return undefined;
  if (field in data) return data;
  return Object.values(data)
    .map((value) => recordIn(value, field))
    .find((value) => value !== undefined);
}

const thoseThere = (record: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => isThere(value)));

/** The selection of the way, in a query that starts with a field only this type has. */
const questionOf = (way: Way): string =>
  way.ask.replace('*', `asked: __typename ${selection(way)}`);

const valuesOf = (told: Told) => recordIn(told.data, 'asked') ?? {};

const isThere = (value: unknown): boolean =>
  value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);

/** The verdict in the table; an invalid key is reported as such. Decision: A3. */
const expectedOf = (cells: Cells, column: Column, { badKey }: Asker): string =>
  badKey && /[KU]/.test(cells[column]) ? 'B' : cells[column];

/** What an admin gets: a field that is null for admins too hides nothing. */
const adminOf = () => callers.find(([, column]) => column === 'admin')?.[2] ?? { credentials: {} };

const toldAdmin = new Map<string, Readonly<Record<string, unknown>>>();

async function askAdmin(way: Way): Promise<Readonly<Record<string, unknown>>> {
  const told = await ask(questionOf(way), adminOf());
  expect(told.errors ?? []).toEqual([]);
  const values = valuesOf(told);
  toldAdmin.set(way.ask, values);
  return values;
}

describe('A26, R10: what is shown to whom', () => {
  test.each(ways.map((way) => ({ title: `${way.type} by ${way.ask}`, way })))(
    '$title',
    async ({ way }) => {
      const whole = await askAdmin(way);
      const found: Record<string, Record<string, string>> = {};
      const expected: typeof found = {};
      for (const [title, column, caller] of callers) {
        const told = await ask(questionOf(way), caller);
        const refusal = refusalOf(told);
        const values = valuesOf(told);
        for (const field of fieldsOf(way)) {
          const isShown = field in values && (values[field] !== null || whole[field] === null);
          (found[field] ??= {})[title] = refusal ?? (isShown ? '+' : '-');
          (expected[field] ??= {})[title] = expectedOf(
            way.hidden?.[field] ?? way.reached,
            column,
            caller,
          );
        }
      }
      expect(found).toEqual(expected);
    },
  );

  test('every field was seen with a value, so that what is null was hidden', () => {
    const seen = new Set(
      ways.flatMap((way) =>
        Object.entries(toldAdmin.get(way.ask) ?? {})
          .filter(([, value]) => isThere(value))
          .map(([field]) => `${way.type}.${field}`),
      ),
    );
    const asked = ways.flatMap((way) => fieldsOf(way).map((field) => `${way.type}.${field}`));
    // a record that allows no event shows an empty list, to everybody
    const mayBeEmpty = (field: string): boolean => field.endsWith('.allowedEvents');
    expect([...new Set(asked)].filter((field) => !seen.has(field) && !mayBeEmpty(field))).toEqual(
      [],
    );
  });
});

/** One verdict for each caller, by title. */
async function verdicts(question: string, isFound: (told: Told) => boolean) {
  const found: Record<string, string> = {};
  for (const [title, , caller] of callers) {
    const told = await ask(question, caller);
    found[title] = refusalOf(told) ?? (isFound(told) ? '+' : '-');
  }
  return found;
}

const allExpected = (cells: Cells) =>
  Object.fromEntries(
    callers.map(([title, column, caller]) => [title, expectedOf(cells, column, caller)]),
  );

describe('A21, C6: hidden records', () => {
  test.each(doors)('$argument', async ({ ask: question, found }) => {
    const hasNodes = ({ data }: Told): boolean => recordIn(data, 'id') !== undefined;
    expect(await verdicts(question, hasNodes)).toEqual(allExpected(found));
  });
});

describe('R10: what is hidden is neither searched nor sorted by', () => {
  test.each(searches)('$ask', async ({ ask: question, heard }) => {
    expect(await verdicts(question, () => true)).toEqual(allExpected(heard));
  });
});

describe('no field is without a row', () => {
  const types = Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType =>
      isObjectType(type) &&
      !type.name.startsWith('__') &&
      // payloads.test.ts asks who sees what a mutation answers
      !/(?:Payload|Result)$/.test(type.name) &&
      type.name !== 'UserError' &&
      type !== schema.getQueryType() &&
      type !== schema.getMutationType(),
  );

  test.each(types.map(({ name }) => name))('%s', (name) => {
    const reached = ways.filter(({ type }) => type === name);
    expect(reached).not.toEqual([]);
    for (const way of reached) {
      expect(fieldsOf(way).toSorted()).toEqual(Object.keys(typeOf(name).getFields()).toSorted());
    }
  });

  test('every rule of the schema is asked about', () => {
    const asked = [
      ...ways.flatMap(({ type, hidden = {} }) =>
        Object.keys(hidden)
          .map((name) => `${type}.${name}`)
          // the ways back have rules by type: back-edges.test.ts
          .filter((name) => !/\.(user|order|product|variant|stockLocation)$/.test(name)),
      ),
      ...doors.map(({ argument }) => argument),
    ];
    expect([...new Set(asked)].toSorted()).toEqual(Object.keys(shownTo).toSorted());
  });
});
