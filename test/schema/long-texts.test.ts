import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  getNamedType,
  getNullableType,
  type GraphQLInputField,
  type GraphQLArgument,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isLeafType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
} from 'graphql';
import pg from 'pg';
import type { Database } from '../../prisma/database.ts';
import { createExecutor, schema } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';

/** Longer than any stored text, 65,535 characters of two units. */
const long = 'x'.repeat(200_000);

let database: Database;
let longest = 0;
const original = Reflect.get(pg.Client.prototype, 'query') as (...args: unknown[]) => unknown;

const lengthOf = (value: unknown): number =>
  typeof value === 'string' ? value.length : JSON.stringify(value ?? '').length;

beforeAll(async () => {
  database = await openTestDatabase();
  Reflect.set(pg.Client.prototype, 'query', function query(this: pg.Client, ...args: unknown[]) {
    const { values = [] } = (args[0] ?? {}) as { readonly values?: readonly unknown[] };
    for (const value of values)
      longest = Math.max(longest, lengthOf(typeof value === 'bigint' ? '' : value));
    return Reflect.apply(original, this, args);
  });
});
afterAll(async () => {
  Reflect.set(pg.Client.prototype, 'query', original);
  await database.close();
});

type Input = GraphQLInputField | GraphQLArgument;
type Values = Readonly<Record<string, unknown>>;

const isText = (type: GraphQLInputType): boolean => getNamedType(type).name === 'String';
const isRequired = (input: Input): boolean =>
  'astNode' in input && (isRequiredArgument(input) || isRequiredInputField(input));

/** A value that has the type. */
function anyOf(type: GraphQLInputType): unknown {
  const given = getNullableType(type);
  if (isListType(given)) return [];
  if (isInputObjectType(given)) {
    const fields = Object.values(given.getFields());
    return fieldsOf(given.isOneOf ? fields.slice(0, 1) : fields, given.isOneOf);
  }
  if (isEnumType(given)) return given.getValues()[0]?.value;
  return (
    { Boolean: true, Int: 1, Float: 1, WholeNumber: 1, DateTime: '2026-01-02T03:04:05Z' }[
      getNamedType(given).name
    ] ?? '1'
  );
}

const fieldsOf = (inputs: readonly Input[], all = false): Values =>
  Object.fromEntries(
    inputs.filter((one) => all || isRequired(one)).map(({ name, type }) => [name, anyOf(type)]),
  );

/** Values for inputs, each with the long text in one place; what is required is there too. */
function* withLong(
  inputs: readonly Input[],
  isOneOf: boolean,
  seen: readonly string[],
): Generator<Values> {
  const others = isOneOf ? {} : fieldsOf(inputs);
  for (const { name, type } of inputs) {
    for (const value of longOf(type, seen)) yield { ...others, [name]: value };
  }
}

function* longOf(type: GraphQLInputType, seen: readonly string[]): Generator {
  const given = getNullableType(type);
  if (isListType(given)) for (const value of longOf(given.ofType, seen)) yield [value];
  else if (isInputObjectType(given)) {
    if (seen.includes(given.name)) return;
    yield* withLong(Object.values(given.getFields()), given.isOneOf, [...seen, given.name]);
  } else if (isText(given)) yield long;
}

/** The fields that take a text anywhere, each with its arguments for every place. */
const cases = (['mutation', 'query'] as const).flatMap((kind) => {
  const root = kind === 'query' ? schema.getQueryType() : schema.getMutationType();
  return Object.values(root?.getFields() ?? {}).flatMap((field) => {
    const variables = [...withLong(field.args, false, [])];
    return variables.length > 0 ? [[kind, field.name, field, variables] as const] : [];
  });
});

const executor = createExecutor(schema);

test.each(cases)(
  '%s %s sends no text to the database that is longer than any stored one (A39)',
  async (kind, name, { args, type }, variables) => {
    const named = args.map((one) => `$${one.name}: ${String(one.type)}`).join(', ');
    const given = args.map((one) => `${one.name}: $${one.name}`).join(', ');
    const leaf = isLeafType(getNamedType(type)) ? '' : '{ __typename }';
    const document = parse(`${kind} (${named}) { ${name}(${given}) ${leaf} }`);
    for (const variableValues of variables) {
      longest = 0;
      await executor({
        schema,
        document,
        variableValues,
        contextValue: {
          db: database.client,
          viewer: adminViewer,
          now: () => new Date(),
          requestId: 'test',
          settings,
        },
      });
      const path = JSON.stringify(variableValues).replaceAll(long, 'LONG');
      expect({ path, isLong: longest > 140_000 }).toEqual({ path, isLong: false });
    }
  },
);
