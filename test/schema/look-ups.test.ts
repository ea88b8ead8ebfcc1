import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  execute,
  getNamedType,
  isInputObjectType,
  isListType,
  isNullableType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import type { ExecutionResult, GraphQLArgument } from 'graphql';
import type { Database } from '../../prisma/database.ts';
import { createExecutor, schema } from '../../schema/index.ts';
import type { Viewer } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, customerViewer, settings } from '../support/graphql.ts';
import { deskOf } from '../support/orders.ts';

const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
const isList = ({ type }: (typeof fields)[number]): boolean =>
  /Connection!?$|\]!$/.test(String(type));
const lists = fields.filter(isList);
const lookUps = fields.filter((field) => !isList(field));

let database: Database;
let number: string;

beforeAll(async () => {
  database = await openTestDatabase();
  ({ number } = await deskOf(database.client, adminViewer).create({}));
});
afterAll(() => database.close());

const executors = [
  ['compiled', createExecutor(schema)],
  ['run by graphql-js', execute],
] as const;

type Executor = (typeof executors)[number][1];

async function ask(
  executor: Executor,
  text: string,
  viewer: Viewer = adminViewer,
): Promise<ExecutionResult> {
  const contextValue = {
    db: database.client,
    viewer,
    now: () => new Date(),
    requestId: 'test',
    settings,
  };
  const result = await executor({ schema, document: parse(text), contextValue });
  return JSON.parse(JSON.stringify(result)) as ExecutionResult;
}

/** Values of required arguments that name no record, within an order that exists. */
const naming = ({ name, type }: GraphQLArgument): string => {
  if (name === 'order') return `order: { number: "${number}" }`;
  const isBy = isInputObjectType(getNamedType(type));
  return `${name}: ${isBy ? '{ id: "999999999" }' : '"999999999"'}`;
};

describe.each(executors)('a look-up of one record, %s (A46)', (_how, executor) => {
  test.each(lookUps.map(({ name, args }) => [name, args] as const))(
    '%s that finds none is null with an error at its path, and what stands beside it is returned',
    async (name, args) => {
      const required = args.filter(isRequiredArgument).map(naming);
      const given = required.length > 0 ? `(${required.join(', ')})` : '';
      const found = `order(by: { number: "${number}" }) { number }`;
      const { data, errors } = await ask(
        executor,
        `{ found: ${found} none: ${name}${given} { __typename } }`,
      );
      expect(data).toEqual({ found: { number }, none: null });
      expect(errors).toEqual([expect.objectContaining({ path: ['none'] })]);
    },
  );

  test('that the caller may not see is null too', async () => {
    const { data, errors } = await ask(
      executor,
      `{ order(by: { number: "${number}" }) { id } country(by: { iso: "US" }) { iso } }`,
      customerViewer(null),
    );
    expect(data).toEqual({ order: null, country: { iso: 'US' } });
    expect(errors).toEqual([expect.objectContaining({ path: ['order'] })]);
  });
});

/** Whether an argument names a record that a list belongs to. */
const namesRecord = ({ name, type }: GraphQLArgument): boolean =>
  name !== 'filter' && isInputObjectType(getNamedType(type)) && !isListType(type);

const listsOfRecord = lists.flatMap(({ name, args }) =>
  args.filter(namesRecord).map((argument) => [name, argument] as const),
);

describe.each(executors)('a list of what belongs to a record, %s (A46)', (_how, executor) => {
  test.each(listsOfRecord.map(([name, argument]) => [name, argument.name]))(
    '%s of an unknown %s is null with an error at its path, and what stands beside it is returned',
    async (name, argument) => {
      const { data, errors } = await ask(
        executor,
        `{ order(by: { number: "${number}" }) { number }
           ${name}(${argument}: { id: "999999999" }) { totalCount } }`,
      );
      expect(data).toEqual({ order: { number }, [name]: null });
      expect(errors).toEqual([
        expect.objectContaining({ path: [name], extensions: { code: 'NOT_FOUND' } }),
      ]);
    },
  );
});

test('every look-up of one record may be null, and of the lists those that belong to a record', () => {
  expect(lookUps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['order', 'product', 'shipment', 'user', 'viewer']),
  );
  expect(lookUps.filter(({ type }) => !isObjectType(type))).toEqual([]);
  expect(lists.filter(({ type }) => isNullableType(type)).map(({ name }) => name)).toEqual([
    ...new Set(listsOfRecord.map(([name]) => name)),
  ]);
  expect(listsOfRecord.map(([name, argument]) => `${name}(${argument.name})`)).toEqual([
    'inventoryUnits(order)',
    'inventoryUnits(shipment)',
    'lineItems(order)',
    'payments(order)',
    'shipments(order)',
    'states(country)',
    'variants(product)',
  ]);
});
