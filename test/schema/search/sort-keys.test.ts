import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  getNamedType,
  type GraphQLInputObjectType,
  isEnumType,
  isInputObjectType,
  isListType,
} from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { schema } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';
import { makeSearchRows } from '../../support/search-rows.ts';

const statements: string[] = [];
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  await makeSearchRows(database.client);
});
afterAll(() => database.close());

/** Lists that are read below one record alone. */
const below: Readonly<Record<string, string>> = {
  lineItems: 'order: {number: "R103"}',
  payments: 'order: {number: "R103"}',
};

const inputOf = (list: string, argument: string): GraphQLInputObjectType | undefined => {
  const field = schema.getQueryType()?.getFields()[list];
  const type = field?.args.find(({ name }) => name === argument)?.type;
  const named = type && getNamedType(type);
  return isInputObjectType(named) ? named : undefined;
};

const lists = Object.keys(schema.getQueryType()?.getFields() ?? {}).filter(
  (list) => inputOf(list, 'filter') && inputOf(list, 'sort'),
);

/** Every field that a filter leads to by records of which there is one, as the name of a sort key. */
function searchedBy(filter: GraphQLInputObjectType): string[] {
  return Object.values(filter.getFields()).flatMap(({ name, type, extensions }) => {
    const inner = getNamedType(type);
    if (isListType(type) || !isInputObjectType(inner)) return [];
    const key = name.replace(/[A-Z]/g, '_$&').toUpperCase();
    if (!inner.name.endsWith('Match')) return [key];
    if (extensions['weighsAs'] === 'records') return [];
    return searchedBy(inner).map((further) => `${key}_${further}`);
  });
}

const sortKeys = (list: string): string[] => {
  const field = inputOf(list, 'sort')?.getFields()['field'];
  const keys = field && getNamedType(field.type);
  return isEnumType(keys) ? keys.getValues().map(({ name }) => name) : [];
};

test.each(lists)('S25: %s are sorted by all that they are searched by', (list) => {
  const filter = inputOf(list, 'filter');
  expect(sortKeys(list).sort()).toEqual([...new Set(filter && searchedBy(filter))].sort());
});

test.each(lists)('S25: no key that %s are sorted by loses or repeats one', async (list) => {
  const idsOf = async (sort: string): Promise<string[]> => {
    const scope = below[list] === undefined ? '' : `${below[list]}, `;
    const document = `{ list: ${list}(${scope}${sort}, perPage: 500) { nodes { id } } }`;
    const { data, errors } = await run(database.client, adminViewer, document);
    expect(errors).toEqual([]);
    const { nodes } = (data as { list: { nodes: readonly { id: string }[] } }).list;
    return nodes.map(({ id }) => id);
  };
  const all = await idsOf('sort: [{field: ID}]');
  for (const key of sortKeys(list)) {
    const sorted = await idsOf(`sort: [{field: ${key}, direction: DESC}]`);
    expect([key, sorted.sort((a, b) => Number(a) - Number(b))]).toEqual([key, all]);
  }
});

test.each([
  ['shipments', 'ORDER_CREATED_AT', 'INNER JOIN orders'],
  ['inventoryUnits', 'VARIANT_SKU', 'INNER JOIN variants'],
  ['inventoryUnits', 'VARIANT_PRODUCT_NAME', 'INNER JOIN products'],
  ['inventoryUnits', 'SHIPMENT_ORDER_ID', 'LEFT JOIN shipments'],
  ['orders', 'SHIP_ADDRESS_COUNTRY_NAME', 'LEFT JOIN countries'],
])(
  'S25: %s sorted by %s are joined so that an index of the record can order them, if it always exists, in one statement',
  async (list, key, join) => {
    statements.length = 0;
    const document = `{ list: ${list}(sort: [{field: ${key}}], first: 2) { nodes { id } } }`;
    await run(database.client, adminViewer, document);
    expect(statements).toEqual([expect.stringContaining(join)]);
  },
);
