import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';

const limit = 250;
const statements: string[] = [];
let store: Store;
let admin: Account;
let customer: Account;

/** Orders 1 to `count`, each a minute newer than the one before it. */
async function makeOrders(count: number, owner: Account): Promise<void> {
  await store.db.$executeRaw`
    INSERT INTO orders (number, token, email, user_id, created_at)
    SELECT 'R' || (900000000 + g), md5(g::text), 'buyer' || g % 5 || '@store.example', ${owner.id},
      timestamptz '2026-01-01 00:00:00Z' + g * interval '1 minute'
    FROM generate_series(1, ${count}::int) g`;
}

beforeAll(async () => {
  store = await openStore({ olderListLimit: limit, onStatement: (sql) => statements.push(sql) });
  admin = await store.account('admin', ['admin']);
  customer = await store.account('customer');
  await makeOrders(limit, customer);
});
afterAll(() => store.close());

const numbersOf = (body: unknown): number[] =>
  (body as { order: { number: string } }[]).map(({ order }) => Number(order.number.slice(1)) - 9e8);
const downTo = (first: number, last: number): number[] =>
  Array.from({ length: first - last + 1 }, (_, place) => first - place);
const tooLong = {
  error: 'More than 250 records match. Narrow the search, or send page and per_page.',
};

describe('O1: a list of the older format without page and per_page', () => {
  test('holds every match, youngest first', async () => {
    const { status, headers, body } = await store.older(admin).get('/api/orders.json');
    expect(status).toBe(200);
    expect(numbersOf(body)).toEqual(downTo(limit, 1));
    expect(headers.get('X-Total-Count')).toBe('250');
    expect(headers.get('Link')).toBeNull();
  });

  test('holds the same records as its pages together', async () => {
    const whole = await store.older(admin).get('/api/orders');
    const pages: unknown[] = [];
    for (const page of [1, 2, 3]) {
      const { body } = await store.older(admin).get(`/api/orders?page=${page}&per_page=100`);
      pages.push(...(body as unknown[]));
    }
    expect(whole.body).toEqual(pages);
  });

  test('keeps the requested order and conditions', async () => {
    const { headers, body } = await store
      .older(admin)
      .get('/api/orders?q[s]=email+desc,number+asc&search[email_contains]=BUYER&q[id_not_eq]=7');
    const expected = [4, 3, 2, 1, 0].flatMap((rest) =>
      downTo(limit, 1)
        .reverse()
        .filter((place) => place % 5 === rest),
    );
    const told = numbersOf(body);
    expect(headers.get('X-Total-Count')).toBe(String(told.length));
    expect(told).toEqual(expected.filter((place) => told.includes(place)));
    expect(told).toHaveLength(limit - 1);
  });

  test('holds every order of its owner', async () => {
    const { body } = await store.older(customer).get('/api/orders/mine');
    expect(numbersOf(body)).toEqual(downTo(limit, 1));
  });

  test('is returned at once if one page holds it', async () => {
    const { headers, body } = await store
      .older(admin)
      .get('/api/orders?search[email]=buyer0@store.example');
    expect(numbersOf(body)).toHaveLength(50);
    expect(headers.get('X-Total-Count')).toBe('50');
    expect(headers.get('Link')).toBeNull();
  });

  test('has the same headers on HEAD', async () => {
    const { status, headers, text } = await store.older(admin).head('/api/orders');
    expect([status, text, headers.get('X-Total-Count')]).toEqual([200, '', '250']);
  });

  test.each(['page=1', 'per_page=100', 'page=', 'per_page[]=9', 'page=first'])(
    'is a page of a hundred where the request says %s',
    async (query) => {
      const { headers, body } = await store.older(admin).get(`/api/orders?${query}`);
      expect(numbersOf(body)).toEqual(downTo(limit, limit - 99));
      expect(headers.get('Link')).toContain('rel="next"');
    },
  );

  test('is a page of 25 in the newer format', async () => {
    const { body } = await store.newer(admin).get('/api/orders');
    expect(body).toMatchObject({ count: 25, pages: 10, total_count: 250, per_page: 25 });
  });
});

describe('N24: a list that is longer than its first page', () => {
  beforeEach(() => {
    statements.length = 0;
  });

  test('costs two statements and one for each hundred records', async () => {
    await store.older(admin).get('/api/orders');
    const reads = statements.filter((sql) => !sql.includes('api_keys'));
    expect(reads).toHaveLength(2 + 3);
    expect(reads.filter((sql) => /OFFSET (?!\$|0)/.test(sql))).toEqual([]);
  });

  // of one caller a quarter: a stream and 250 ids, without and with the hundred orders that are read at once
  test.each([
    [1_120_000, 503],
    [1_400_000, 200],
  ])(
    'counts with what was read of it among the answers not taken: of %d bytes it is %d (N25)',
    async (answerBudget, status) => {
      const small = await openStore({
        database: { client: store.db } as never,
        parts: { answerBudget },
      });
      expect((await small.older(admin).get('/api/orders')).status).toBe(status);
      await small.close();
    },
  );
});

describe('O1: a list beyond OLDER_LIST_LIMIT', () => {
  beforeAll(() => makeOrdersBeyond());
  const makeOrdersBeyond = async (): Promise<void> => {
    await store.db.order.create({
      data: { number: 'R900000251', createdAt: new Date('2026-02-01T00:00:00Z') },
    });
  };

  test('is refused with what to do, and reads no record of it', async () => {
    const { status, headers, body } = await store.older(admin).get('/api/orders');
    expect([status, body]).toEqual([422, tooLong]);
    expect(headers.get('X-Total-Count')).toBeNull();
  });

  test('is returned page by page', async () => {
    const { status, headers, body } = await store.older(admin).get('/api/orders?page=3');
    expect([status, numbersOf(body)]).toEqual([200, downTo(51, 1)]);
    expect(headers.get('X-Total-Count')).toBe('251');
  });

  test('is returned if the search is narrow enough', async () => {
    const { status, body } = await store
      .older(admin)
      .get('/api/orders?search[created_at_greater_than]=2026-01-01T00:10:00Z');
    expect([status, numbersOf(body)]).toEqual([200, [251, ...downTo(250, 11)]]);
  });

  test('is refused without permission, as every list is', async () => {
    const { status, body } = await store.older(customer).get('/api/orders');
    expect([status, body]).toEqual([
      401,
      { error: 'You are not authorized to perform that action.' },
    ]);
  });
});

describe('countries and states', () => {
  test.each(['/api/countries', '/api/states', '/api/countries/US/states'])(
    'come whole in both formats: %s',
    async (path) => {
      const older = await store.older(customer).get(path);
      const newer = await store.newer(customer).get(path);
      const { length } = older.body as unknown[];
      expect(length).toBeGreaterThan(50);
      expect(newer.body).toMatchObject({ count: length, total_count: length, pages: 1 });
    },
  );

  test('have pages on request', async () => {
    const { body } = await store.newer(customer).get('/api/countries?per_page=10');
    expect(body).toMatchObject({ count: 10, pages: 25, per_page: 10, total_count: 249 });
  });
});
