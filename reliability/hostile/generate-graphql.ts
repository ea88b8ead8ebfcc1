import fc from 'fast-check';
import { getNamedType, isInputObjectType, isLeafType, isListType, isNonNullType } from 'graphql';
import type { GraphQLField, GraphQLInputType } from 'graphql';
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

/** The selection: plain fields, and those of a list's records. */
function selection({ type }: GraphQLField<unknown, unknown>): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  const plain = 'getFields' in named ? Object.values(named.getFields()) : [];
  const names = plain
    .filter(
      (field) =>
        isLeafType(getNamedType(field.type)) && !('args' in field && field.args.length > 0),
    )
    .map(({ name }) => name);
  return `{ __typename ${names.slice(0, 12).join(' ')} }`;
}

/** Values of the type's shape that contain something odd. */
function valueFor(type: GraphQLInputType, ground: Ground, depth: number): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return valueFor(type.ofType, ground, depth);
  if (isListType(type)) return fc.array(valueFor(type.ofType, ground, depth), { maxLength: 3 });
  if (isInputObjectType(type) && depth > 0) {
    const fields = Object.values(type.getFields());
    return fc
      .uniqueArray(fc.constantFrom(...fields), { maxLength: 4, selector: ({ name }) => name })
      .chain((chosen) =>
        fc.record(
          Object.fromEntries(
            chosen.map((field) => [field.name, valueFor(field.type, ground, depth - 1)]),
          ),
        ),
      );
  }
  if (isInputObjectType(type)) return fc.constant({});
  switch (type.name) {
    case 'Boolean':
      return fc.boolean();
    case 'Int':
    case 'Float':
      return fc.oneof(fc.constantFrom(0, -1, 1, 2, 2147483647, -2147483648), fc.integer());
    case 'String':
      return fc.oneof(fc.constantFrom(ground.order, 'complete', 'cancel', '1'), oddText);
    case 'ID':
      return fc.oneof(fc.constantFrom('1', ground.variantId), oddText);
    default:
      return fc.oneof(oddText, oddValue(['id', 'eq', 'in', 'name']));
  }
}

function operation([kind, field]: RootField, ground: Ground): fc.Arbitrary<unknown> {
  const { name, args } = field;
  const declared = args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const given = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  const inBrackets = (text: string): string => (text === '' ? '' : `(${text})`);
  const query = `${kind} Odd${inBrackets(declared)} { answer: ${name}${inBrackets(given)} ${selection(field)} }`;
  const values = Object.fromEntries(
    args.map((arg) => [
      arg.name,
      fc.oneof(
        { weight: 8, arbitrary: valueFor(arg.type, ground, 3) },
        { weight: 1, arbitrary: oddValue(['id', 'eq', 'name']) },
      ),
    ]),
  );
  return fc.record(values).map((variables) => ({ query, variables }));
}

const notAQuery: fc.Arbitrary<unknown> = fc.oneof(
  oddText.map((query) => ({ query })),
  oddText.map((text) => ({
    query: `{ orders(filter: {number: {eq: ${JSON.stringify(text)}}}) { nodes { id } } }`,
  })),
  oddValue(['query', 'variables', 'operationName', 'extensions']),
);

/** Requests to every field of query and mutation, and some that are not GraphQL. */
export function graphqlRequest(ground: Ground): fc.Arbitrary<GeneratedRequest> {
  const [name = '', key = ''] = ground.newer.split(': ');
  return fc
    .oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom(...rootFields).chain((field) => operation(field, ground)),
      },
      { weight: 1, arbitrary: notAQuery },
    )
    .map((body) => ({
      method: 'POST',
      path: '/graphql',
      headers: { [name]: key, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    }));
}
