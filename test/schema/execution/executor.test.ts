import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { buildSchema, execute, getIntrospectionQuery, isObjectType, parse } from 'graphql';
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
    [
      'the one of two operations that is named',
      'query A { viewer { id } } query B { viewer { __typename } }',
    ],
    ['@include', 'query B { viewer { id @include(if: true) } }'],
    ['@skip on a fragment', 'query B { viewer { ... @skip(if: false) { id } } }'],
    ['the whole schema', getIntrospectionQuery().replace('IntrospectionQuery', 'B')],
    [
      'one type',
      'query B { __typename __type(name: "Order") { name fields { name type { kind ofType { name } } } } }',
    ],
    ['a key that names a prototype', 'query B { viewer { __proto__: id } }'],
    ['a name that no operation has', 'query A { viewer { id } }'],
    ['an operation that the schema has none of', 'subscription B { orders { id } }'],
  ])('answers %s as graphql-js does', async (_what, text) => {
    const args = {
      schema,
      document: parse(text),
      operationName: 'B',
      contextValue: contextOn({} as Db),
    };
    const told = await createExecutor(schema)(args);
    expect(JSON.stringify(told)).toBe(JSON.stringify(await execute(args)));
  });

  describe('of a mutation with several fields', () => {
    const acts = () => {
      const plain = buildSchema(`
        type Query { a: Int }
        type Mutation { slow: Int quick: Int failing: Int throwing: Int strict: Int! many: [Int!] }
      `);
      const events: string[] = [];
      const act = (name: string, value: () => unknown) => {
        const field = plain.getMutationType()?.getFields()[name];
        if (!field) throw new Error(`no ${name}`);
        field.resolve = async () => {
          events.push(`${name} begins`);
          await pause(name === 'slow' ? 20 : 0);
          events.push(`${name} ends`);
          return value();
        };
      };
      const refuse = (): never => {
        throw new Error('refused');
      };
      act('slow', () => 1);
      act('quick', () => 2);
      act('failing', refuse);
      act('strict', () => null);
      act('many', () => new Array<number>(110_000).fill(1));
      const throwing = plain.getMutationType()?.getFields()['throwing'];
      if (throwing) throwing.resolve = refuse;
      const run = async (text: string) => {
        const document = parse(text);
        events.length = 0;
        const { data, errors = [] } = await createExecutor(plain)({
          schema: plain,
          document,
          contextValue: {},
        });
        return [data, errors.map(({ message, path }) => [message, path])];
      };
      return { events, run };
    };

    test('runs one after the other', async () => {
      const { events, run } = acts();
      expect(await run('mutation { slow quick again: slow }')).toEqual([
        { slow: 1, quick: 2, again: 1 },
        [],
      ]);
      expect(events).toEqual([
        'slow begins',
        'slow ends',
        'quick begins',
        'quick ends',
        'slow begins',
        'slow ends',
      ]);
    });

    test('goes on after one that failed, and tells which', async () => {
      const { run } = acts();
      expect(await run('mutation { quick failing throwing slow }')).toEqual([
        { quick: 2, failing: null, throwing: null, slow: 1 },
        [
          ['refused', ['failing']],
          ['refused', ['throwing']],
        ],
      ]);
    });

    test('stops after one that may not be null but is', async () => {
      const { events, run } = acts();
      const [data, errors] = await run('mutation { quick strict slow }');
      expect([data, errors]).toEqual([null, [[expect.any(String), ['strict']]]]);
      expect(events.at(-1)).toBe('strict ends');
    });

    test('shows nothing of one that would show more than its part, and all of the others', async () => {
      const { run } = acts();
      expect(await run('mutation { quick many failing }')).toEqual([
        { quick: 2, many: null, failing: null },
        [
          ['Too many values', ['many']],
          ['refused', ['failing']],
        ],
      ]);
      const [alone, errors] = await run('mutation { many }');
      expect(alone).toHaveProperty('many.length', 110_000);
      expect(errors).toEqual([]);
    });
  });

  test('is not made of a schema with values that have to be asked for their type', () => {
    const schemaWith = (sdl: string) => buildSchema(`type Query { a: Int } ${sdl}`);
    expect(() => createExecutor(schemaWith('union One = Query'))).toThrow('as of One.');
    expect(() => createExecutor(schemaWith('interface Two { a: Int }'))).toThrow('as of Two.');
  });

  test('shows no more than 200,000 ids, in however many lists', async () => {
    const plain = buildSchema('type Query { rows: [Row!] } type Row { ids: [Int!] }');
    const fields = plain.getQueryType()?.getFields()['rows'];
    const ids = new Array<number>(1_000).fill(1);
    const read = (rows: number) => {
      if (fields) fields.resolve = () => Array.from({ length: rows }, () => ({ ids }));
      return compile(plain, parse('{ rows { ids } }')).run({}, {});
    };
    expect((await read(190)).errors).toBeUndefined();
    const refused = await read(201);
    expect([refused.data, refused.errors?.length]).toEqual([null, 1]);
  });

  test('reports the error of an item that fails at once, whatever fails later beside it', async () => {
    const plain = buildSchema('type Query { rows: [Row!] } type Row { word: String! }');
    const late = () => Promise.reject(new Error('late'));
    const soon = () => {
      throw new Error('soon');
    };
    const rows = plain.getQueryType()?.getFields()['rows'];
    if (rows) rows.resolve = () => [{ word: late }, { word: 'sound' }, { word: soon }];
    const result = await compile(plain, parse('{ rows { word } }')).run({}, {});
    expect(result.data).toEqual({ rows: null });
    expect(result.errors?.map(({ message, path }) => [message, path])).toEqual([
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
    const result = await compile(plain, parse('{ row { other word } }')).run({}, {});
    expect(asked).toBe(1);
    expect(result.data).toEqual({ row: null });
    expect(result.errors?.map(({ path }) => path)).toEqual([
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
    const run = createExecutor(schema);
    await run({ schema, document, contextValue: contextOn(db) });
    await run({ schema, document, contextValue: contextOn(db) });
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
      return compile(schema, document).run(
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
      const { order } = result.data as { order: Record<string, unknown> };
      expect(order['shipAddress']).toBe(order['billAddress']);
    });

    test('reports what fails of it at both', async () => {
      const company = () => {
        throw new Error('unread');
      };
      const result = await onAddress({ id: 7n, company, city: 'York' });
      expect(result.errors?.map(({ message, path }) => [message, path])).toEqual([
        ['unread', ['order', 'billAddress', 'company']],
        ['unread', ['order', 'shipAddress', 'company']],
      ]);
    });

    test('waits for what is late of it at both', async () => {
      const result = await onAddress({ id: 7n, company: Promise.resolve('Ltd'), city: 'York' });
      expect(result.data).toMatchObject({
        order: { billAddress: { company: 'Ltd' }, shipAddress: { company: 'Ltd' } },
      });
    });
  });
});
