import { describe, expect, test } from '@jest/globals';
import { buildSchema, isObjectType, parse } from 'graphql';
import { compile } from '../../../schema/execution/compile.ts';
import { createExecutor, schema } from '../../../schema/index.ts';
import type { Context, Db } from '../../../schema/index.ts';
import { adminViewer, settings } from '../../support/graphql.ts';

const contextOn = (db: Db): Context => ({
  db,
  viewer: adminViewer,
  now: () => new Date(0),
  requestId: 'test',
  settings,
});

describe('the executor', () => {
  test.each([
    ['two operations', 'query A { viewer { id } } query B { viewer { id } }'],
    ['@include', '{ viewer { id @include(if: true) } }'],
    ['@skip on a fragment', '{ viewer { ... @skip(if: false) { id } } }'],
    ['introspection', '{ __schema { queryType { name } } }'],
    [
      'two fields of a mutation',
      'mutation { a: emptyOrder(by: { number: "R1" }) { order { id } userErrors { code field message allowed lockVersion } } b: emptyOrder(by: { number: "R2" }) { order { id } userErrors { code field message allowed lockVersion } } }',
    ],
    ['a key that names a prototype', '{ viewer { __proto__: id } }'],
  ])('leaves %s to graphql-js', (_what, text) => {
    expect(compile(schema, parse(text))).toBeUndefined();
  });

  test('runs what it leaves', async () => {
    const document = parse('{ __schema { queryType { name } } }');
    const execute = createExecutor(schema);
    expect(await execute({ schema, document, contextValue: contextOn({} as Db) })).toEqual({
      data: { __schema: { queryType: { name: 'Query' } } },
    });
  });

  test('shows no more than a million ids, in however many lists', async () => {
    const plain = buildSchema('type Query { rows: [Row!] } type Row { ids: [Int!] }');
    const fields = plain.getQueryType()?.getFields()['rows'];
    const ids = new Array<number>(1_000).fill(1);
    const read = (rows: number) => {
      if (fields) fields.resolve = () => Array.from({ length: rows }, () => ({ ids }));
      return compile(plain, parse('{ rows { ids } }'))?.run({}, {});
    };
    expect((await read(990))?.errors).toBeUndefined();
    const refused = await read(1_001);
    expect([refused?.data, refused?.errors?.length]).toEqual([null, 1]);
  });

  test('runs no operation but the one that is named', async () => {
    const document = parse('query A { viewer { id } }');
    const result = await createExecutor(schema)({
      schema,
      document,
      contextValue: contextOn({} as Db),
      operationName: 'B',
    });
    expect(result.errors?.map(({ message }) => message)).toEqual(['Unknown operation named "B".']);
  });

  test('reports the error of an item that fails at once, whatever fails later beside it', async () => {
    const plain = buildSchema('type Query { rows: [Row!] } type Row { word: String! }');
    const late = () => Promise.reject(new Error('late'));
    const soon = () => {
      throw new Error('soon');
    };
    const rows = plain.getQueryType()?.getFields()['rows'];
    if (rows) rows.resolve = () => [{ word: late }, { word: 'sound' }, { word: soon }];
    const result = await compile(plain, parse('{ rows { word } }'))?.run({}, {});
    expect(result?.data).toEqual({ rows: null });
    expect(result?.errors?.map(({ message, path }) => [message, path])).toEqual([
      ['soon', ['rows', 2, 'word']],
    ]);
  });

  test('asks each resolver of an object once, also where a value that may not be null is', async () => {
    const plain = buildSchema('type Query { row: Row } type Row { word: String! other: String }');
    let asked = 0;
    const fields = plain.getType('Row');
    const other = isObjectType(fields) ? fields.getFields()['other'] : undefined;
    if (other) {
      other.resolve = () => {
        asked += 1;
        throw new Error('unread');
      };
    }
    const row = plain.getQueryType()?.getFields()['row'];
    if (row) row.resolve = () => ({ word: null });
    const result = await compile(plain, parse('{ row { other word } }'))?.run({}, {});
    expect(asked).toBe(1);
    expect(result?.data).toEqual({ row: null });
    expect(result?.errors?.map(({ path }) => path)).toEqual([
      ['row', 'other'],
      ['row', 'word'],
    ]);
  });

  test('hands every request the same query, which nobody can change', async () => {
    const queries: unknown[] = [];
    const findFirst = (args: { select?: object }) => {
      queries.push(args.select);
      return Promise.resolve(null);
    };
    const db = { order: { findFirst } } as unknown as Db;
    const document = parse('{ order(by: { number: "R1" }) { id lineItems { variant { name } } } }');
    const execute = createExecutor(schema);
    await execute({ schema, document, contextValue: contextOn(db) });
    await execute({ schema, document, contextValue: contextOn(db) });
    expect(queries).toHaveLength(2);
    expect(queries[0]).toBe(queries[1]);
    const [query] = queries as { lineItems: { select: object } }[];
    expect(query?.lineItems).toMatchObject({ orderBy: { id: 'asc' } });
    expect(Object.isFrozen(query)).toBe(true);
    expect(Object.isFrozen(query?.lineItems)).toBe(true);
  });

  describe('if one row occurs at two positions', () => {
    const document = parse(`
      { order(by: { number: "R1" }) { billAddress { ...Parts } shipAddress { ...Parts } } }
      fragment Parts on Address { id company city }
    `);
    const onAddress = (address: object) => {
      const findFirst = () =>
        Promise.resolve({ id: 1n, billAddress: address, shipAddress: address });
      return compile(schema, document)?.run(
        contextOn({ order: { findFirst } } as unknown as Db),
        {},
      );
    };

    test('reads it once', async () => {
      const result = await onAddress({ id: 7n, company: null, city: 'York' });
      expect(result).toEqual({
        data: {
          order: {
            billAddress: { id: '7', company: null, city: 'York' },
            shipAddress: { id: '7', company: null, city: 'York' },
          },
        },
      });
      const { order } = result?.data as { order: Record<string, unknown> };
      expect(order['shipAddress']).toBe(order['billAddress']);
    });

    test('reports what fails of it at both', async () => {
      const company = () => {
        throw new Error('unread');
      };
      const result = await onAddress({ id: 7n, company, city: 'York' });
      expect(result?.errors?.map(({ message, path }) => [message, path])).toEqual([
        ['unread', ['order', 'billAddress', 'company']],
        ['unread', ['order', 'shipAddress', 'company']],
      ]);
    });

    test('waits for what is late of it at both', async () => {
      const result = await onAddress({ id: 7n, company: Promise.resolve('Ltd'), city: 'York' });
      expect(result?.data).toMatchObject({
        order: { billAddress: { company: 'Ltd' }, shipAddress: { company: 'Ltd' } },
      });
    });
  });
});
