import { describe, expect, test } from '@jest/globals';
import SchemaBuilder, { BasePlugin } from '@pothos/core';
import type { SchemaTypes } from '@pothos/core';
import { queryFromInfo } from '@pothos/plugin-prisma';
import { getNamedType, getOperationAST, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import type { DocumentNode, FieldNode, GraphQLResolveInfo, OperationDefinitionNode } from 'graphql';
import { documents } from '../../../bench/graphql-documents.ts';
import { getDatamodel } from '../../../prisma/generated/pothos-types.ts';
import type PrismaTypes from '../../../prisma/generated/pothos-types.ts';
import { newer } from '../../../rest/forms/newer.ts';
import { createOlder } from '../../../rest/forms/older.ts';
import { narrowOperations } from '../../../rest/operations-by-format.ts';
import { routes } from '../../../rest/routes.ts';
import { coerceVariables } from '../../../schema/execution/coerce-variables.ts';
import { compile } from '../../../schema/execution/compile.ts';
import { conditionsOf } from '../../../schema/execution/conditions.ts';
import { planOnce } from '../../../schema/execution/plan.ts';
import { recordsFieldOf } from '../../../schema/execution/records-field.ts';
import { Selections } from '../../../schema/execution/selection.ts';
import { schema } from '../../../schema/index.ts';
import { Draws } from '../../support/draws.ts';
import { randomOperation } from '../../support/random-operation.ts';

/** Expects of every field of a document that reads records the queries that plugin-prisma plans; returns how many. */
function expectSameQueries(document: DocumentNode, variableValues = {}): number {
  const selections = new Selections(document);
  const types = new TypeInfo(schema);
  let met = 0;
  const compare = (node: FieldNode): void => {
    const field = types.getFieldDef();
    const records = field && recordsFieldOf(field);
    if (!records) return;
    met += 1;
    const info = {
      schema,
      fragments: selections.fragments,
      fieldNodes: [node],
      returnType: field.type,
      parentType: types.getParentType(),
      path: { prev: undefined, key: field.name, typename: undefined },
      variableValues,
    } as unknown as GraphQLResolveInfo;
    const planned = planOnce(selections, getNamedType(field.type), [node], records.paths);
    expect(planned).toEqual(
      records.paths.map((path): object => queryFromInfo({ context: {}, info, path: [...path] })),
    );
  };
  visit(document, visitWithTypeInfo(types, { Field: compare }));
  return met;
}

describe('Q21: a plan asks for what plugin-prisma would ask for', () => {
  const operations = narrowOperations(1);

  test.each(
    routes.flatMap((route) =>
      [newer, createOlder('UTC')].map(
        (form) => [route.method, route.path, form.name, route, form] as const,
      ),
    ),
  )('in %s %s in the %s format', (_method, _path, _name, route, form) => {
    expectSameQueries(operations.of(route, form));
  });

  test.each(Object.entries(documents))('in the document of the benchmark: %s', (_job, text) => {
    expect(expectSameQueries(parse(text))).toBeGreaterThan(0);
  });

  test('in random operations', () => {
    let met = 0;
    for (let place = 0; place < 200; place += 1) {
      const { text, operations, variables } = randomOperation(
        schema,
        Draws.named(1, String(place)),
      );
      const document = parse(text);
      const conditions = conditionsOf(document);
      const operation = getOperationAST(document, operations[0]) as OperationDefinitionNode;
      const { coerced } = coerceVariables(schema, operation.variableDefinitions ?? [], variables);
      if (!coerced) continue;
      const alone = conditions.under(conditions.valuesOf(coerced), operation);
      met += expectSameQueries(alone, coerced);
    }
    expect(met).toBeGreaterThan(200);
  });
});

class Wrapping extends BasePlugin<SchemaTypes> {}
SchemaBuilder.registerPlugin('wrapping' as never, Wrapping as never);

/** A builder of schemas beside the store's. */
const builderWith = (plugins: readonly string[]) =>
  new SchemaBuilder<{ PrismaTypes: PrismaTypes; Context: { readonly isLong: boolean } }>({
    plugins: ['prisma', 'plans', ...plugins] as never,
    prisma: { client: {} as never, dmmf: getDatamodel() },
  });

/** A schema whose fields read what a plan has to leave to plugin-prisma. */
function odd() {
  const builder = builderWith([]);
  const State = builder.prismaObject('State', {
    fields: (t) => ({ name: t.exposeString('name') }),
  });
  const Country = builder.prismaObject('Country', {
    select: {},
    fields: (t) => ({
      name: t.exposeString('name'),
      numbered: t.relation('addresses', { query: { orderBy: { id: 'asc' } } }),
      named: t.relation('addresses', { query: { orderBy: { city: 'asc' } } }),
    }),
  });
  builder.prismaObject('Address', {
    select: {},
    fields: (t) => ({
      city: t.exposeString('city'),
      byArgument: t.string({
        args: { isLong: t.arg.boolean({ required: true }) },
        select: (_args) => ({ city: true }),
        resolve: ({ city }) => city,
      }),
      byContext: t.string({
        select: (_args, { isLong }) => ({ city: true, zipcode: isLong }),
        resolve: ({ city }) => city,
      }),
      later: t.string({
        select: () => Promise.resolve({ city: true }) as never,
        resolve: () => '',
      }),
      constant: t.string({ resolve: () => 'always' }),
      country: t.relation('country'),
      elsewhere: t.field({ type: Country, resolve: () => ({ id: 1n }) as never }),
      wholeState: t.relation('state', { type: State, nullable: true }),
      orNone: t.relation('country', { nullable: true, onNull: () => new Error('None.') }),
    }),
  });
  builder.queryType({
    fields: (t) => ({
      address: t.prismaField({ type: 'Address', nullable: true, resolve: () => null }),
    }),
  });
  return builder.toSchema();
}

describe('Q26: a query is planned anew', () => {
  const schemaOfOdd = odd();
  test.each([
    ['never if each field tells what it reads', '{ city country { name } }', []],
    [
      'if what a field reads depends on its arguments',
      '{ byArgument(isLong: true) }',
      ['argument'],
    ],
    ['if what a field reads depends on the context', '{ byContext }', ['context']],
    ['if it is known only later what a field reads', '{ later }', ['context']],
    [
      'if two fields read a relation in two orders',
      '{ country { numbered { city } named { city } } }',
      ['field'],
    ],
    ['if a field shows records of its own', '{ elsewhere { name } }', ['field']],
    ['if all columns of a record are read', '{ wholeState { name } }', ['field']],
    [
      'if a relation is answered otherwise if it is missing',
      '{ orNone { __typename } }',
      ['field'],
    ],
    ['never if a field reads nothing of its row', '{ constant }', []],
  ])('%s', (_when, shown, why) => {
    const compiled = compile(schemaOfOdd, parse(`{ address ${shown} }`));
    expect(compiled.unplanned.map((one) => one.why)).toEqual(why);
  });
});

test('Q21: a schema with a plugin that may wrap fields is refused', () => {
  const builder = builderWith(['wrapping']);
  builder.queryType({ fields: (t) => ({ hello: t.string({ resolve: () => 'hello' }) }) });
  expect(() => builder.toSchema()).toThrow(
    'plugin-prisma must be the only one, but there is wrapping.',
  );
});
