import { describe, expect, test } from '@jest/globals';
import { execute, getOperationAST, parse, validate } from 'graphql';
import type { DocumentNode, OperationDefinitionNode } from 'graphql';
import { documents } from '../../../bench/graphql-documents.ts';
import { newer } from '../../../rest/forms/newer.ts';
import { createOlder } from '../../../rest/forms/older.ts';
import { narrowOperations } from '../../../rest/operations-by-format.ts';
import { routes } from '../../../rest/routes.ts';
import { compile } from '../../../schema/execution/compile.ts';
import type { Compiled } from '../../../schema/execution/compile.ts';
import { conditionsOf } from '../../../schema/execution/conditions.ts';
import { createExecutor, schema } from '../../../schema/index.ts';
import type { Context, Db, Unplanned } from '../../../schema/index.ts';
import { adminViewer, settings } from '../../support/graphql.ts';
import { madeRows } from '../../support/made-rows.ts';

const contextOn = (db: Db): Context => ({
  db,
  viewer: adminViewer,
  now: () => new Date(0),
  requestId: 'test',
  settings,
});

/** What every run of a document plans anew, whatever the values of its conditions are. */
function plannedAnew(document: DocumentNode): Compiled['unplanned'] {
  const conditions = conditionsOf(document);
  const operation = getOperationAST(document) as OperationDefinitionNode;
  const letters = conditions.valuesOf({});
  const values = Array.from(letters).reduce(
    (found) => found.flatMap((one) => [`${one}t`, `${one}f`]),
    [''],
  );
  return values.flatMap((value) => compile(schema, conditions.under(value, operation)).unplanned);
}

describe('Q26: every query is planned once', () => {
  const operations = narrowOperations(1);

  test.each(
    routes.flatMap((route) =>
      [newer, createOlder('UTC')].map(
        (form) => [route.method, route.path, form.name, route, form] as const,
      ),
    ),
  )('of %s %s in the %s format', (_method, _path, _name, route, form) => {
    expect(plannedAnew(operations.of(route, form))).toEqual([]);
  });

  test.each(Object.entries(documents))(
    'of the document that the benchmark sends: %s',
    (_job, text) => {
      const document = parse(text);
      expect(validate(schema, document)).toEqual([]);
      expect(plannedAnew(document)).toEqual([]);
    },
  );
});

describe('Q26: who watches the executor hears', () => {
  async function heard(text: string, variables = {}, db: Db = madeRows(1, false)) {
    const why: Unplanned[] = [];
    const run = createExecutor(schema, (one) => why.push(one));
    const document = parse(text);
    expect(validate(schema, document)).toEqual([]);
    await run({ schema, document, contextValue: contextOn(db), variableValues: variables });
    return why;
  }

  test('of nothing where each query was planned once, whatever variables its arguments have', async () => {
    expect(await heard('query ($page: Int) { orders(page: $page) { nodes { number } } }')).toEqual(
      [],
    );
    const text =
      'query ($first: Int) { user(by: { id: 1 }) { id orders(first: $first) { nodes { number } } } }';
    expect(await heard(text, { first: 1 })).toEqual([]);
  });

  test('of a row that was read without the relation that is shown of it', async () => {
    const findFirst = () => Promise.resolve({ id: 1n, userId: null, token: null });
    const db = { order: { findFirst, findUniqueOrThrow: findFirst } } as unknown as Db;
    const text = '{ order(by: { number: "R1" }) { id lineItems { id } } }';
    expect(await heard(text, {}, db)).toEqual(['row']);
  });
});

describe('Q27: an operation with @skip and @include', () => {
  const text = `query ($detailed: Boolean!, $short: Boolean = true) {
    order(by: { number: "R1" }) {
      id
      lineItems @include(if: $detailed) { ...Line }
      shipments @skip(if: $short) { id @include(if: true) number @skip(if: true) }
      ... @include(if: $detailed) { number }
      ...Money @skip(if: $short)
    }
  }
  fragment Line on LineItem { quantity @include(if: $detailed) variant { sku @skip(if: $detailed) } }
  fragment Money on Order { total }`;
  const document = parse(text);
  const given = [
    { detailed: true },
    { detailed: false },
    { detailed: true, short: false },
    { detailed: false, short: false },
  ];

  test('is planned once for each value, and answers what graphql-js answers', async () => {
    expect(validate(schema, document)).toEqual([]);
    const why: Unplanned[] = [];
    const run = createExecutor(schema, (one) => why.push(one));
    for (const variableValues of [...given, ...given]) {
      const args = { schema, document, variableValues };
      const fast = await run({ ...args, contextValue: contextOn(madeRows(7, false)) });
      const slow = await execute({ ...args, contextValue: contextOn(madeRows(7, false)) });
      expect(JSON.stringify(fast)).toBe(JSON.stringify(slow));
      expect(fast.errors).toBeUndefined();
    }
    expect(why).toEqual([]);
  });

  test('is refused as graphql-js refuses it if a value is missing, or of another kind', async () => {
    const run = createExecutor(schema);
    for (const variableValues of [{}, { detailed: 'yes' }]) {
      const args = {
        schema,
        document,
        variableValues,
        contextValue: contextOn(madeRows(7, false)),
      };
      expect(JSON.stringify(await run(args))).toBe(JSON.stringify(await execute(args)));
    }
  });

  test('is refused as a whole if one of them is null', async () => {
    const { data, errors } = await createExecutor(schema)({
      schema,
      document,
      variableValues: { detailed: true, short: null },
      contextValue: contextOn(madeRows(7, false)),
    });
    expect(data).toBeUndefined();
    expect(errors?.map(({ message }) => message)).toEqual([
      'Argument "if" of non-null type "Boolean!" must not be null.',
    ]);
  });

  test('answers what graphql-js answers also if ten of them have any values', async () => {
    const names = 'abcdefghij'.split('');
    const many = parse(
      `query (${names.map((name) => `$${name}: Boolean!`).join(' ')}) { viewer { ${names
        .map((name) => `${name}: id @include(if: $${name})`)
        .join(' ')} __typename } }`,
    );
    const run = createExecutor(schema);
    for (let place = 0; place < 20; place += 1) {
      const variableValues = Object.fromEntries(
        names.map((name, at) => [name, ((place * 37) >> at) % 2 === 1]),
      );
      const args = { schema, document: many, variableValues, contextValue: contextOn({} as Db) };
      expect(JSON.stringify(await run(args))).toBe(JSON.stringify(await execute(args)));
    }
  });
});
