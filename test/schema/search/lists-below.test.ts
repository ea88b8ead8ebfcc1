import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { makeUser } from '../../support/records.ts';

let database: Database;
const statements: string[] = [];
const fallbacks: string[] = [];
let users: { id: bigint; email: string; name: string | null }[];

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: (sql) => statements.push(sql),
    onFallback: (...left) => fallbacks.push(left.join(' ')),
  });
  users = [];
  for (const name of ['ada', 'ben', 'cleo']) {
    users.push(await makeUser(database.client, `${name}@harbour.test`));
  }
  // Ada has 1 order, Ben 2, Cleo 3, made in turn.
  for (const [place, user] of [2, 1, 2, 0, 1, 2].entries()) {
    await database.client.order.create({
      data: {
        number: `R${String(place)}`,
        userId: users[user]?.id ?? null,
        channel: place % 2 === 0 ? 'shop' : 'web',
        createdAt: new Date(Date.UTC(2026, 0, place + 1)),
      },
    });
  }
});
afterAll(() => database.close());

async function ask(query: string, viewer: Viewer = adminViewer): Promise<unknown> {
  statements.length = 0;
  const { data, errors } = await run(database.client, viewer, query);
  expect(errors).toEqual([]);
  return data;
}

const orders = (...lists: readonly (readonly string[])[]) => ({
  users: {
    nodes: lists.map((numbers) => ({ orders: { nodes: numbers.map((number) => ({ number })) } })),
  },
});

describe('the orders of every user on a page', () => {
  test('are listed newest first, by two statements for all users', async () => {
    const query = '{ users { nodes { orders { nodes { number } } } } }';
    expect(await ask(query)).toEqual(orders(['R3'], ['R4', 'R1'], ['R5', 'R2', 'R0']));
    expect(statements).toHaveLength(3);
    expect(fallbacks).toEqual([]);
  });

  test('are filtered, sorted and limited for each user', async () => {
    const filtered =
      '{ users { nodes { orders(filter: { channel: { eq: "shop" } }) { nodes { number } } } } }';
    expect(await ask(filtered)).toEqual(orders([], ['R4'], ['R2', 'R0']));
    const sorted =
      '{ users { nodes { orders(sort: [{ field: CHANNEL }], perPage: 2) { nodes { number } } } } }';
    expect(await ask(sorted)).toEqual(orders(['R3'], ['R4', 'R1'], ['R0', 'R2']));
    const last = '{ users { nodes { orders(last: 1) { nodes { number } } } } }';
    expect(await ask(last)).toEqual(orders(['R3'], ['R1'], ['R0']));
  });

  test('have figures, ids and cursors of their own', async () => {
    const query = `{ users { nodes { orders(first: 2) {
      totalCount count pages ids(most: 3) pageInfo { hasNextPage hasPreviousPage }
      edges { cursor node { number } } } } } }`;
    const { users: found } = (await ask(query)) as {
      users: { nodes: { orders: { edges: { cursor: string; node: { number: string } }[] } }[] };
    };
    expect(found.nodes.map(({ orders: list }) => list)).toMatchObject([
      { totalCount: 1, count: 1, pages: 1, pageInfo: { hasNextPage: false } },
      { totalCount: 2, count: 2, pages: 1, pageInfo: { hasNextPage: false } },
      {
        totalCount: 3,
        count: 2,
        pages: 2,
        ids: [expect.any(String), expect.any(String), expect.any(String)],
        pageInfo: { hasNextPage: true, hasPreviousPage: false },
      },
    ]);
    const { cursor } = found.nodes[2]?.orders.edges[1] ?? { cursor: '' };
    const next = `{ user(by: { id: "${String(users[2]?.id)}" }) { orders(first: 2, after: "${cursor}") { nodes { number } } } }`;
    expect(await ask(next)).toEqual({ user: { orders: { nodes: [{ number: 'R0' }] } } });
  });

  test('lead on to other users and their orders, level by level', async () => {
    const query = `{ users { nodes { orders { nodes { number user { orders(first: 1) { nodes { number } } } } } } } }`;
    const { users: found } = (await ask(query)) as {
      users: { nodes: { orders: { nodes: { user: unknown }[] } }[] };
    };
    expect(found.nodes[2]?.orders.nodes.map(({ user }) => user)).toEqual(
      ['R5', 'R5', 'R5'].map((number) => ({ orders: { nodes: [{ number }] } })),
    );
    expect(statements).toHaveLength(5);
  });

  test('are read once for a user that many records lead to', async () => {
    const wanted: unknown[] = [];
    const spied = new Proxy(database.client.order, {
      get: (order, name) =>
        name === 'findMany'
          ? (args: Parameters<typeof order.findMany>[0]) => {
              wanted.push(args?.where?.id);
              return order.findMany(args);
            }
          : (Reflect.get(order, name) as unknown),
    });
    const client = new Proxy(database.client, {
      get: (all, name) => (name === 'order' ? spied : (Reflect.get(all, name) as unknown)),
    });
    const query = '{ orders { nodes { user { orders(first: 2) { nodes { number } } } } } }';
    const { data } = await run(client, adminViewer, query);
    expect(data).toMatchObject({ orders: { nodes: { length: 6 } } });
    // the last read: of Ada 1, of Ben 2, of Cleo, whom three of the six lead to, 2
    expect(wanted.at(-1)).toEqual({ in: expect.any(Array) });
    expect((wanted.at(-1) as { in: bigint[] }).in).toHaveLength(5);
  });

  test('are two lists if they are asked for twice with other arguments', async () => {
    const query = `{ users { nodes { old: orders(last: 1) { nodes { number } } new: orders(first: 1) { nodes { number } } } } }`;
    expect(await ask(query)).toMatchObject({
      users: {
        nodes: [
          {},
          { old: { nodes: [{ number: 'R1' }] }, new: { nodes: [{ number: 'R4' }] } },
          { old: { nodes: [{ number: 'R0' }] }, new: { nodes: [{ number: 'R5' }] } },
        ],
      },
    });
    expect(statements).toHaveLength(5);
  });

  test('are null but for oneself, or with `orders.index`', async () => {
    const query = '{ users { nodes { orders { totalCount } } } }';
    const counts = (...numbers: readonly (number | null)[]) => ({
      users: {
        nodes: numbers.map((totalCount) => ({
          orders: totalCount === null ? null : { totalCount },
        })),
      },
    });
    const [, ben = null] = users;
    expect(await ask(query, viewerWith(ben, 'users.index'))).toEqual(counts(null, 2, null));
    expect(await ask(query, viewerWith(null, 'users.index', 'orders.index'))).toEqual(
      counts(1, 2, 3),
    );
  });

  test('cannot be searched by what the caller may not see', async () => {
    const [, ben = null] = users;
    const query =
      '{ viewer { orders(filter: { user: { email: { start: "b" } } }) { totalCount } } }';
    expect(await ask(query, viewerWith(ben))).toEqual({ viewer: { orders: { totalCount: 2 } } });
    const wrong = '{ users { nodes { orders(first: 501) { nodes { id } } } } }';
    const { data, errors } = await run(database.client, adminViewer, wrong);
    expect(errors[0]).toMatchObject({
      code: 'INVALID',
      fields: { first: ['must be between 1 and 500'] },
    });
    expect(data).toMatchObject({ users: { nodes: [{ orders: null }, {}, {}] } });
  });

  test('find out once for all records that a cursor is of another order', async () => {
    const cursor = Buffer.from(JSON.stringify(['another', ...Array<number>(100).fill(0)]));
    const read = jest.spyOn(JSON, 'parse');
    const query = `{ orders { nodes { history(after: "${cursor.toString('base64url')}") { count } } } }`;
    const { errors } = await run(database.client, adminViewer, query);
    const times = read.mock.calls.filter(([text]) => text.includes('another')).length;
    read.mockRestore();
    expect(errors[0]).toMatchObject({ code: 'INVALID', fields: { after: [expect.any(String)] } });
    expect(times).toBe(1);
  });

  test('leave no failure without a handler, whatever is read beside it', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => {
      unhandled.push(error);
    };
    process.on('unhandledRejection', note);
    const [ada = null] = users;
    // Ada's orders are being read while the arguments of every history are refused.
    const query =
      '{ orders { nodes { user { orders { totalCount } } history(first: 501) { count } } } }';
    const { data, errors } = await run(database.client, viewerWith(ada, 'orders.index'), query);
    await new Promise(setImmediate);
    process.off('unhandledRejection', note);
    expect(data).toBeNull();
    expect(errors[0]).toMatchObject({ code: 'INVALID' });
    expect(unhandled).toEqual([]);
  });
});
