import { describe, expect, test } from '@jest/globals';
import { execute, parse, validate } from 'graphql';
import type { DocumentNode } from 'graphql';
import { documents } from '../../../bench/graphql-documents.ts';
import { newer } from '../../../rest/forms/newer.ts';
import { createOlder } from '../../../rest/forms/older.ts';
import { narrowOperations } from '../../../rest/narrow.ts';
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

const leftToGraphqlJs: Compiled['unplanned'] = [{ field: 'all', why: 'operation' }];

/** What every run of a document plans anew, whatever the values of its conditions are. */
function plannedAnew(document: DocumentNode): Compiled['unplanned'] {
  const conditions = conditionsOf(document);
  if (!conditions) return leftToGraphqlJs;
  const values = conditions.valuesOf({}) === undefined ? ['t', 'f'] : [''];
  return values.flatMap(
    (value) => compile(schema, conditions.under(value))?.unplanned ?? leftToGraphqlJs,
  );
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

  test('of an operation that is left to graphql-js, each time', async () => {
    expect(await heard('{ __schema { queryType { name } } }')).toEqual(['operation']);
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

  test('is left to graphql-js if a value is missing, or of another kind', async () => {
    const run = createExecutor(schema);
    for (const variableValues of [{}, { detailed: 'yes' }, { detailed: true, short: null }]) {
      const args = {
        schema,
        document,
        variableValues,
        contextValue: contextOn(madeRows(7, false)),
      };
      expect(JSON.stringify(await run(args))).toBe(JSON.stringify(await execute(args)));
    }
  });

  test('is left to graphql-js if it has more than two conditions', () => {
    const conditions = ['a', 'b', 'c'].map((name) => `${name}: id @include(if: $${name})`);
    const many = `query ($a: Boolean!, $b: Boolean!, $c: Boolean!) { viewer { ${conditions.join(' ')} } }`;
    expect(conditionsOf(parse(many))).toBeUndefined();
  });
});
