import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  execute,
  getNamedType,
  isInputObjectType,
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
const lookUps = fields.filter(({ type }) => isObjectType(type));
const lists = fields.filter(({ type }) => !isObjectType(type));

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

test('every look-up of one record may be null, and no list', () => {
  expect(lookUps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['order', 'product', 'shipment', 'user', 'viewer']),
  );
  expect(lookUps.length + lists.length).toBe(fields.length);
  expect(lists.filter(({ type }) => isNullableType(type)).map(({ name }) => name)).toEqual([]);
  const records = lists.filter(({ type }) => !/Connection!$|\]!$/.test(String(type)));
  expect(records.map(({ name }) => name)).toEqual([]);
});
