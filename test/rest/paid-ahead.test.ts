import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { GraphQLError } from 'graphql';
import { apron } from './apron-order.ts';
import { serveRest, type RestServer } from './rest-server.ts';

const all = Array.from({ length: 230 }, (_, place) => String(place + 1));

let server: RestServer;
let mayPay = true;
/** How many records each operation read, and how much was paid ahead. */
let seen: (number | string)[] = [];

beforeAll(async () => {
  server = await serveRest({
    admit: (ctx) => {
      ctx.state.isShared = true;
      return Promise.resolve([]);
    },
    execute: (ctx, _document, variables) => {
      const { perPage, filter } = variables as {
        perPage?: number;
        filter?: { id?: { in?: string[] } };
      };
      ctx.state.payAhead = (times) => {
        seen.push(`paid ${times.toFixed(2)} times`);
        const extensions = { code: 'RATE_LIMITED', retryAfter: 7 };
        return Promise.resolve(mayPay ? undefined : new GraphQLError('refused', { extensions }));
      };
      const found = filter?.id?.in ?? all.slice(0, perPage ?? 50);
      seen.push(found.length);
      const nodes = found.map((id) => ({ ...apron, id }));
      const page = { count: nodes.length, totalCount: all.length, pages: 1, currentPage: 1 };
      const ids = all;
      return Promise.resolve({ data: { variants: { ...page, perPage: 500, nodes, ids } } });
    },
  });
});
afterAll(() => server.close());
beforeEach(() => {
  seen = [];
  mayPay = true;
});

test('N33: a page in parts is paid for when its first part was read, by what that cost', async () => {
  expect((await server.newer.get('/api/variants?per_page=230')).status).toBe(200);
  expect(seen.slice(-4)).toEqual([100, 'paid 1.30 times', 100, 30]);
});

test('N33: a list without pages is paid for when its first page was read, by what that cost', async () => {
  expect((await server.older.get('/api/variants')).status).toBe(200);
  expect(seen.slice(0, 2)).toEqual([100, 'paid 2.30 times']);
  expect(seen.slice(-3)).toEqual([100, 100, 30]);
});

test('N33: a list in parts that the caller cannot pay for is 429, and no further part is read', async () => {
  mayPay = false;
  const { status, headers } = await server.newer.get('/api/variants?per_page=230');
  expect([status, headers.get('retry-after')]).toEqual([429, '7']);
  expect(seen.slice(-2)).toEqual([100, 'paid 1.30 times']);
});
