import fc from 'fast-check';
import {
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import type { GraphQLField, GraphQLInputType, GraphQLOutputType } from 'graphql';
import { schema } from '../../schema/index.ts';
import type { GeneratedRequest } from './generate-rest.ts';
import type { Ground } from './ground.ts';
import { oddText, oddValue } from './odd-values.ts';

type RootField = readonly [kind: 'query' | 'mutation', field: GraphQLField<unknown, unknown>];

/** Excluded, because it would revoke the key these requests are sent with. */
const sawsOff = /^(revoke|generate|rotate)|User|Role/;

const rootFields: readonly RootField[] = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field): RootField => [
    'query',
    field,
  ]),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field): RootField => [
    'mutation',
    field,
  ]),
].filter(([, { name }]) => !sawsOff.test(name));

/** How many levels of a response are selected. */
const levels = 3;

/** Some of these values, in their order. */
const atMost = <Value>(most: number, values: readonly Value[]): fc.Arbitrary<Value[]> =>
  fc.subarray([...values], { maxLength: Math.min(most, values.length) });

/** A selection: plain fields, and some of the records below, down to so many levels. */
function selection(type: GraphQLOutputType, depth: number): fc.Arbitrary<string> {
  const named = getNamedType(type);
  if (!isObjectType(named)) return fc.constant('');
  const fields = Object.values(named.getFields()).filter(
    ({ args }) => !args.some(isRequiredArgument),
  );
  const leaves = fields.filter((field) => isLeafType(getNamedType(field.type)));
  const plain = leaves.map(({ name }) => name).slice(0, 12);
  const below = fields.filter((field) => !leaves.includes(field));
  const chosen = depth > 1 ? atMost(2, below) : fc.constant([]);
  return chosen
    .chain((inner) => fc.tuple(...inner.map((field) => fieldOf(field, depth - 1))))
    .map((inner) => ` { __typename ${[...plain, ...inner].join(' ')} }`);
}

const fieldOf = (
  { name, type }: GraphQLField<unknown, unknown>,
  depth: number,
): fc.Arbitrary<string> => selection(type, depth).map((inside) => `${name}${inside}`);

/** Values that fit a scalar, and odd ones. */
function scalarFor(name: string, ground: Ground): fc.Arbitrary<unknown> {
  const small = fc.integer({ min: 0, max: 60 });
  switch (name) {
    case 'Boolean':
      return fc.boolean();
    case 'Int':
    case 'Float':
      return fc.oneof(small, fc.constantFrom(-1, 1.5, 2147483647, -2147483648), fc.integer());
    case 'String':
      return fc.oneof(fc.constantFrom(ground.order, 'complete', 'erp', 'US', '1'), oddText);
    case 'ID':
      return fc.oneof(small.map(String), fc.constant(String(ground.variantId)), oddText);
    case 'Money':
      return fc.oneof(small.map(String), fc.constantFrom('0.01', '-5', '99999999.99'), oddText);
    case 'DateTime':
      return fc.oneof(fc.constantFrom('2026-01-01', '0001-01-01', '9999-12-31T23:59:59Z'), oddText);
    default:
      return fc.oneof(oddText, oddValue(['id', 'eq', 'in', 'name']));
  }
}

/** Values that mostly fit the type: what does not is refused before any of our code sees it. */
const valueFor = (type: GraphQLInputType, ground: Ground, depth: number): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 30, arbitrary: fittingFor(type, ground, depth) },
    { weight: 2, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: oddValue(['id', 'eq', 'name']) },
  );

function fittingFor(
  declared: GraphQLInputType,
  ground: Ground,
  depth: number,
): fc.Arbitrary<unknown> {
  const type = getNullableType(declared);
  if (isListType(type)) return fc.array(valueFor(type.ofType, ground, depth), { maxLength: 3 });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (!isInputObjectType(type)) return scalarFor(type.name, ground);
  const fields = Object.values(type.getFields());
  const some = type.isOneOf
    ? fc.subarray(fields, { minLength: 1, maxLength: 1 })
    : atMost(4, depth > 0 ? fields : []);
  return some
    .map((chosen) => fields.filter((one) => isRequiredInputField(one) || chosen.includes(one)))
    .chain((sent) =>
      fc.record(
        Object.fromEntries(sent.map(({ name, type }) => [name, valueFor(type, ground, depth - 1)])),
      ),
    );
}

function operation([kind, field]: RootField, ground: Ground): fc.Arbitrary<unknown> {
  return fc
    .subarray([...field.args])
    .map((some) => field.args.filter((arg) => isRequiredArgument(arg) || some.includes(arg)))
    .chain((args) => {
      const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
      const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
      const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`);
      const values = Object.fromEntries(
        args.map((arg) => [arg.name, valueFor(arg.type, ground, 3)]),
      );
      return fc
        .tuple(fc.record(values), selection(field.type, levels))
        .map(([variables, shown]) => ({
          query: `${kind} Odd${inBrackets(declared)} { answer: ${field.name}${inBrackets(given)}${shown} }`,
          variables,
        }));
    });
}

const notAQuery: fc.Arbitrary<unknown> = fc.oneof(
  oddText.map((query) => ({ query })),
  oddText.map((text) => ({
    query: `{ orders(filter: {number: {eq: ${JSON.stringify(text)}}}) { nodes { id } } }`,
  })),
  oddValue(['query', 'variables', 'operationName', 'extensions']),
);

/** Whose requests they are: mostly the admin's, so that they reach what they ask for. */
const credentialsOf = ({
  newer,
  token,
}: Ground): fc.Arbitrary<Readonly<Record<string, string>>> => {
  const [name = '', key = ''] = newer.split(': ');
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant({ [name]: key }) },
    { weight: 1, arbitrary: fc.constant({ 'X-ServiceOrderToken': token }) },
  );
};

/** Requests to every field of query and mutation, and some that are not GraphQL. */
export function graphqlRequest(ground: Ground): fc.Arbitrary<GeneratedRequest> {
  const body = fc.oneof(
    {
      weight: 9,
      arbitrary: fc.constantFrom(...rootFields).chain((field) => operation(field, ground)),
    },
    { weight: 1, arbitrary: notAQuery },
  );
  // some are sent twice: what was done is not done again
  const repeated = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: undefined, freq: 4 });
  return fc.tuple(body, credentialsOf(ground), repeated).map(([sent, credentials, key]) => ({
    method: 'POST',
    path: '/graphql',
    headers: {
      ...credentials,
      ...(key !== undefined && { 'Idempotency-Key': key }),
      'content-type': 'application/json',
    },
    body: Buffer.from(JSON.stringify(sent)),
  }));
}
