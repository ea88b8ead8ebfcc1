import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';
import { makeSearchRows } from '../../support/search-rows.ts';

let database: Database;
const statements: string[] = [];
const fallbacks: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => statements.push(sql),
    onFallback: (...left) => fallbacks.push(left.join(' ')),
  });
  await makeSearchRows(database.client);
});
afterAll(() => database.close());
beforeEach(() => {
  fallbacks.length = 0;
  statements.length = 0;
});

interface Node {
  readonly id: number;
  readonly number: string;
}

interface Orders {
  readonly nodes: readonly Node[];
  readonly edges: readonly { readonly cursor: string; readonly node: Node }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly totalCount: number;
}

async function ask(list: string): Promise<Orders> {
  statements.length = 0;
  const { data, errors } = await run(database.client, adminViewer, `{ ${list} }`);
  expect(errors).toEqual([]);
  return (data as { orders: Orders }).orders;
}

const whole = `edges { cursor node { id number lineItems { id } } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor }`;

describe('the edges of a list', () => {
  test('are its nodes, each with a cursor', async () => {
    const { nodes } = await ask('orders(perPage: 5) { nodes { id number } }');
    const { edges } = await ask('orders(perPage: 5) { edges { cursor node { id number } } }');
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(new Set(edges.map(({ cursor }) => cursor)).size).toBe(5);
  });

  test('tell where the page begins and ends, and whether there are others', async () => {
    const { totalCount } = await ask('orders { totalCount }');
    const last = Math.ceil(totalCount / 7);
    const page = async (number: number) => {
      const { edges, pageInfo } = await ask(
        `orders(page: ${String(number)}, perPage: 7) { ${whole} }`,
      );
      expect([pageInfo.startCursor, pageInfo.endCursor]).toEqual([
        edges.at(0)?.cursor ?? null,
        edges.at(-1)?.cursor ?? null,
      ]);
      return [edges.length, pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await page(1)).toEqual([7, false, true]);
    expect(await page(2)).toEqual([7, true, true]);
    expect(await page(last)).toEqual([totalCount - (last - 1) * 7, true, false]);
    expect(await page(last + 1)).toEqual([0, true, false]);
  });
});

describe('a list costs one statement', () => {
  test.each([
    ['its records', 'nodes { id lineItems { id } }'],
    ['its edges', 'edges { cursor node { id lineItems { id } } }'],
    ['its edges under two names', 'edges { a: cursor one: node { id } other: node { number } }'],
    ['its cursors', 'edges { cursor }'],
    ['its records and their cursors', 'nodes { id } edges { cursor }'],
    ['whether there are more', 'nodes { id } pageInfo { hasNextPage hasPreviousPage }'],
    ['only whether there are more', 'pageInfo { hasNextPage }'],
    ['everything but two kinds of records', `${whole} totalCount count pages`],
    ['the same, counted first', `totalCount pageInfo { endCursor hasNextPage } nodes { id }`],
  ])('with %s', async (_title, selection) => {
    for (const perPage of [2, 500]) {
      await ask(`orders(perPage: ${String(perPage)}) { ${selection} }`);
      expect(statements).toHaveLength(1);
    }
    expect(fallbacks).toEqual([]);
  });

  test('and another one if the records are selected twice', async () => {
    const { nodes, edges } = await ask(
      'orders(perPage: 3) { nodes { id } edges { cursor node { id } } }',
    );
    expect(edges.map(({ node }) => node)).toEqual(nodes);
    expect(statements).toHaveLength(2);
  });
});

async function refusalOf(list: string): Promise<unknown> {
  const { data, errors } = await run(database.client, adminViewer, `{ ${list} }`);
  // of one that could be limited to a record only the list itself
  expect(Object.values(data ?? { list: null })).toEqual([null]);
  expect(errors).toHaveLength(1);
  expect(errors[0]).toMatchObject({ code: 'INVALID' });
  return errors[0]?.['fields'];
}

const cursorOf = async (list: string): Promise<string> =>
  (await ask(`orders: ${list} { edges { cursor } }`)).edges.at(-1)?.cursor ?? '';

/** A cursor with these contents. */
const forged = (parts: unknown): string =>
  Buffer.from(typeof parts === 'string' ? parts : JSON.stringify(parts)).toString('base64url');

describe('a list by cursors', () => {
  const numbersOf = async (given: string): Promise<string[]> =>
    (await ask(`orders(${given}) { nodes { number } }`)).nodes.map(({ number }) => number);

  test('is 25 records long unless a number is sent: the first ones, those after a cursor, the last ones before one', async () => {
    const all = await numbersOf('perPage: 500');
    const tenth = await cursorOf('orders(first: 10)');
    expect(await numbersOf('first: 3')).toEqual(all.slice(0, 3));
    expect(await numbersOf(`after: "${tenth}"`)).toEqual(all.slice(10, 35));
    expect(await numbersOf(`first: 2, after: "${tenth}"`)).toEqual(all.slice(10, 12));
    expect(await numbersOf('last: 3')).toEqual(all.slice(-3));
    expect(await numbersOf(`before: "${tenth}"`)).toEqual(all.slice(0, 9));
    expect(await numbersOf(`last: 2, before: "${tenth}"`)).toEqual(all.slice(7, 9));
  });

  test('may lie between two cursors, and is read from either end', async () => {
    const all = await numbersOf('perPage: 500');
    const [third, tenth] = [
      await cursorOf('orders(first: 3)'),
      await cursorOf('orders(first: 10)'),
    ];
    const between = `after: "${third}", before: "${tenth}"`;
    expect(await numbersOf(between)).toEqual(all.slice(3, 9));
    expect(await numbersOf(`first: 2, ${between}`)).toEqual(all.slice(3, 5));
    expect(await numbersOf(`last: 2, ${between}`)).toEqual(all.slice(7, 9));
    expect(await numbersOf(`after: "${tenth}", before: "${third}"`)).toEqual([]);
  });

  test('between a value and none, downwards and upwards', async () => {
    for (const direction of ['ASC', 'DESC']) {
      const sort = `sort: [{ field: COMPLETED_AT, direction: ${direction} }, { field: EMAIL, direction: DESC }]`;
      const all = await numbersOf(`${sort}, perPage: 500`);
      for (let from = 1; from < all.length; from += 5) {
        for (let to = from + 1; to <= all.length; to += 4) {
          const after = await cursorOf(`orders(${sort}, first: ${String(from)})`);
          const before = await cursorOf(`orders(${sort}, first: ${String(to)})`);
          const between = `${sort}, after: "${after}", before: "${before}"`;
          expect(await numbersOf(`first: 500, ${between}`)).toEqual(all.slice(from, to - 1));
          expect(await numbersOf(`last: 500, ${between}`)).toEqual(all.slice(from, to - 1));
        }
      }
    }
  });

  test('tells whether there is more in the direction of reading; a cursor tells it for the other', async () => {
    const { totalCount } = await ask('orders { totalCount }');
    const tenth = await cursorOf('orders(first: 10)');
    const ends = async (given: string) => {
      const { pageInfo } = await ask(
        `orders(${given}) { pageInfo { hasPreviousPage hasNextPage } }`,
      );
      return [pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    expect(await ends(`first: ${String(totalCount)}`)).toEqual([false, false]);
    expect(await ends(`first: ${String(totalCount - 1)}`)).toEqual([false, true]);
    expect(await ends(`last: ${String(totalCount)}`)).toEqual([false, false]);
    expect(await ends(`last: ${String(totalCount - 1)}`)).toEqual([true, false]);
    expect(await ends(`after: "${tenth}", first: ${String(totalCount - 10)}`)).toEqual([
      true,
      false,
    ]);
    expect(await ends(`after: "${tenth}", first: ${String(totalCount - 11)}`)).toEqual([
      true,
      true,
    ]);
    expect(await ends(`before: "${tenth}", last: 9`)).toEqual([false, true]);
    expect(await ends(`before: "${tenth}", last: 8`)).toEqual([true, true]);
  });

  test('between two cursors there is more only as far as the one at the end of reading', async () => {
    const [third, tenth] = [
      await cursorOf('orders(first: 3)'),
      await cursorOf('orders(first: 10)'),
    ];
    const ends = async (given: string) => {
      const { pageInfo } = await ask(
        `orders(${given}) { pageInfo { hasPreviousPage hasNextPage } }`,
      );
      return [pageInfo.hasPreviousPage, pageInfo.hasNextPage];
    };
    const between = `after: "${third}", before: "${tenth}"`;
    expect(await ends(`${between}, first: 6`)).toEqual([true, false]);
    expect(await ends(`${between}, first: 5`)).toEqual([true, true]);
    expect(await ends(`${between}, last: 6`)).toEqual([false, true]);
    expect(await ends(`${between}, last: 5`)).toEqual([true, true]);
    expect(await ends(`before: "${tenth}", first: 500`)).toEqual([false, false]);
    expect(await ends(`after: "${third}", last: 500`)).toEqual([false, false]);
  });

  test('counts all matching records, and has no page number', async () => {
    const { totalCount } = await ask('orders { totalCount }');
    const tenth = await cursorOf('orders(first: 10)');
    for (const given of [
      'first: 3',
      `first: 3, after: "${tenth}"`,
      `last: 500, after: "${tenth}"`,
    ]) {
      expect(await ask(`orders(${given}) { totalCount currentPage nodes { id } }`)).toMatchObject({
        totalCount,
        currentPage: null,
      });
      expect(statements).toHaveLength(1);
    }
    const last = await cursorOf('orders(last: 1)');
    expect(await ask(`orders(after: "${last}") { totalCount nodes { id } }`)).toEqual({
      totalCount,
      nodes: [],
    });
    expect(statements).toHaveLength(2);
  });

  test('goes on after a record that was deleted meanwhile', async () => {
    await database.query("INSERT INTO orders (number) VALUES ('R900'), ('R901'), ('R902')");
    const given = 'filter: { number: { start: "R90" } }';
    const second = await cursorOf(`orders(${given}, first: 2)`);
    await database.query("DELETE FROM orders WHERE number = 'R901'");
    expect(await numbersOf(`${given}, first: 2, after: "${second}"`)).toEqual(['R902']);
    await database.query("DELETE FROM orders WHERE number LIKE 'R90%'");
  });

  test('costs one statement wherever it begins, sorted by a column of another table and in reverse too', async () => {
    for (const sort of ['ID', 'COMPLETED_AT', 'USER_EMAIL']) {
      for (const direction of ['ASC', 'DESC']) {
        const sorted = `sort: [{ field: ${sort}, direction: ${direction} }]`;
        const tenth = await cursorOf(`orders(${sorted}, first: 10)`);
        for (const given of ['first: 3', 'last: 3', `first: 3, after: "${tenth}"`]) {
          await ask(`orders(${sorted}, ${given}) { ${whole} totalCount }`);
          expect(statements).toHaveLength(1);
        }
      }
    }
    expect(fallbacks).toEqual([]);
  });
});

describe('refused is', () => {
  test.each([
    ['first: 0', 'first'],
    ['first: 501', 'first'],
    ['first: -1', 'first'],
    ['last: 0', 'last'],
    ['last: 501', 'last'],
    ['perPage: 0', 'perPage'],
    ['perPage: 501', 'perPage'],
    ['perPage: -1', 'perPage'],
  ])('%s', async (given, name) => {
    expect(await refusalOf(`orders(${given}) { nodes { id } }`)).toEqual({
      [name]: ['must be between 1 and 500'],
    });
    expect(statements).toEqual([]);
  });

  test.each([
    ['page: 0', { page: ['must be between 1 and 2147483647'] }],
    ['page: -1, perPage: 501', { page: [expect.anything()], perPage: [expect.anything()] }],
    ['first: 1, last: 1', { last: ['cannot be sent with first'] }],
    ['first: 1, page: 1', { page: ['cannot be sent with first'] }],
    ['last: 1, perPage: 1', { perPage: ['cannot be sent with last'] }],
    ['page: 2, after: "x"', { page: ['cannot be sent with after'] }],
    ['page: 2, before: "x"', { page: ['cannot be sent with before'] }],
  ])('%s', async (given, fields) => {
    expect(await refusalOf(`orders(${given}) { nodes { id } }`)).toEqual(fields);
    expect(await refusalOf(`roles(${given}) { nodes { id } }`)).toEqual(fields);
    expect(statements).toEqual([]);
  });

  test('lists of ids of one page are read by one statement', async () => {
    const lists = await ask('orders { two: ids(most: 2) one: ids(most: 1) more: ids(most: 3) }');
    expect(statements).toHaveLength(1);
    const { more } = lists as unknown as Record<string, string[]>;
    expect(more).toHaveLength(3);
    expect(lists).toEqual({ two: more?.slice(0, 2), one: more?.slice(0, 1), more });
  });

  test('a list of more ids than allowed', async () => {
    for (const most of [0, 100_001]) {
      expect(await refusalOf(`orders { ids(most: ${String(most)}) }`)).toEqual({
        most: ['must be between 1 and 100000'],
      });
    }
  });

  test('null is as if nothing was sent', async () => {
    const given = 'first: null, last: null, after: null, before: null, page: 2, perPage: 3';
    expect((await ask(`orders(${given}) { nodes { id } }`)).nodes).toHaveLength(3);
  });

  test('a cursor of another order or list', async () => {
    const other = { after: ['is a cursor of another list or sort order'] };
    const cursor = await cursorOf('orders(first: 1)');
    const byTotal = 'sort: [{ field: TOTAL }]';
    expect(await refusalOf(`orders(${byTotal}, after: "${cursor}") { nodes { id } }`)).toEqual(
      other,
    );
    expect(await refusalOf(`shipments(after: "${cursor}") { nodes { id } }`)).toEqual(other);
    expect(await refusalOf(`myOrders(after: "${cursor}") { nodes { id } }`)).toEqual(other);
    expect(await refusalOf(`shipments(before: "${cursor}") { nodes { id } }`)).toEqual({
      before: other.after,
    });
  });

  test.each([
    ['nothing', ''],
    ['a number', '17'],
    ['no base64', 'a b'],
    ['no JSON', forged('Order id ASC')],
    ['no list', forged({ id: '1' })],
    ['no values', forged(['Order total ASC, id ASC'])],
    ['too many values', forged(['Order total ASC, id ASC', '1', '1', '1'])],
    ['a value of another type', forged(['Order total ASC, id ASC', 1, '1'])],
    ['no number', forged(['Order total ASC, id ASC', '1; DROP TABLE orders', '1'])],
    ['a number that is too large', forged(['Order total ASC, id ASC', '1', '9223372036854775808'])],
    ['no value where there always is one', forged(['Order total ASC, id ASC', null, '1'])],
    ['100,000 characters', 'x'.repeat(100_000)],
  ])('what is no cursor: %s', async (_title, cursor) => {
    const list = 'orders(sort: [{ field: TOTAL }], after: $cursor) { nodes { id } }';
    const { errors } = await run(
      database.client,
      adminViewer,
      `query ($cursor: String) { ${list} }`,
      { cursor },
    );
    expect(errors).toMatchObject([{ code: 'INVALID', fields: { after: ['is not a cursor'] } }]);
    expect(statements).toEqual([]);
  });

  test.each([
    '2026-02-31T00:00:00.000000Z',
    '0000-01-01T00:00:00.000000Z',
    'yesterday',
    '2026-01-01T00:00:00Z',
    '',
    '\u0000',
  ])('a time that is none, in a cursor: %j', async (time) => {
    const cursor = forged(['Order createdAt ASC, id ASC', time, '1']);
    const sort = 'sort: [{ field: CREATED_AT }]';
    expect(await refusalOf(`orders(${sort}, after: "${cursor}") { nodes { id } }`)).toEqual({
      after: ['is not a cursor'],
    });
  });
});
