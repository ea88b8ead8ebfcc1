import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Client, Reply } from '../support/clients.ts';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { readReference } from './answers.ts';

let store: Store;
let admin: Account;
let customer: Account;

beforeAll(async () => {
  store = await openStore();
  admin = await store.account('admin', ['admin']);
  customer = await store.account('customer');
});
afterAll(() => store.close());

const error = 'Invalid search. Please fix errors and try again.';
const preferring = (client: Client, path: string): Promise<Reply> =>
  client.get(path, { headers: { Prefer: 'handling=strict' } });
const appliedBy = ({ headers }: Reply): string | null => headers.get('Preference-Applied');

test('S12: lists in three levels of groups are nested too deep, and told as too many conditions', async () => {
  const group = 'q[g][0][g][0][g][0]';
  const list = `${group}[email_or_number_cont_all][]`;
  const path = `/api/orders?${group}[m]=or&${list}=a&${list}=b&search[number_contains]=1`;
  const newer = await store.newer(admin).get(path);
  expect([newer.status, newer.body]).toEqual([
    422,
    { error, errors: { q: ['has too many conditions'] } },
  ]);
  const older = await store.older(admin).get(path);
  expect([older.status, older.body]).toEqual([
    422,
    { error, errors: ['q has too many conditions'] },
  ]);
});

describe('O9: with Prefer: handling=strict', () => {
  const ignored = '/api/orders?q[shoe_eq]=1&q[number_cont]=R&q[s]=shoe+asc,id';

  test('conditions and sort keys that would be ignored are refused by name in the newer format', async () => {
    const reply = await preferring(store.newer(admin), ignored);
    expect([reply.status, reply.body, appliedBy(reply)]).toEqual([
      400,
      {
        error,
        errors: { 'q[shoe_eq]': ['is not searchable'], 'q[s]=shoe': ['is not sortable'] },
      },
      'handling=strict',
    ]);
  });

  test('they are refused by name in the older format', async () => {
    const reply = await preferring(store.older(admin), ignored);
    expect([reply.status, reply.body]).toEqual([
      400,
      { error, errors: ['q[shoe_eq] is not searchable', 'q[s]=shoe is not sortable'] },
    ]);
  });

  test('a parameter that no list reads is refused too: it may be meant as a condition', async () => {
    const reply = await preferring(store.newer(admin), '/api/orders?state=complete&per_page=2');
    expect([reply.status, reply.body]).toEqual([
      400,
      { error, errors: { state: ['is not a parameter of this list'] } },
    ]);
    const choices = await preferring(store.newer(admin), '/api/payment_methods?name=Check');
    expect([choices.status, choices.body]).toEqual([
      400,
      { error, errors: { name: ['is not a parameter of this list'] } },
    ]);
  });

  test('parameters that a list reads are not', async () => {
    const path = '/api/products?show_deleted=true&page=1&per_page=2&strict=1&order_token=x';
    const reply = await preferring(store.newer(admin), path);
    expect([reply.status, appliedBy(reply)]).toEqual([200, 'handling=strict']);
  });

  test.each(['/api/variants?product_id=linen-apron', '/api/states?country_id=US'])(
    'the parameter of %s is documented and not refused',
    async (path) => {
      const product = { name: 'Linen apron', price: '19.9', permalink: 'linen-apron' };
      await store.newer(admin).post('/api/products', { body: { product } });
      const reply = await preferring(store.newer(admin), path);
      expect([reply.status, appliedBy(reply)]).toEqual([200, 'handling=strict']);
    },
  );

  test.each([
    ['shipments', 'order'],
    ['shipments', 'sort'],
    ['shipments', 'filter'],
    ['variants', 'product'],
    ['states', 'is_below_country'],
    ['products', 'product_id'],
  ])('a list of %s refuses %s, which only GraphQL or another list reads', async (list, name) => {
    const reply = await preferring(store.newer(admin), `/api/${list}?${name}=1`);
    expect([reply.status, reply.body]).toEqual([
      400,
      { error, errors: { [name]: ['is not a parameter of this list'] } },
    ]);
  });

  test('a search without unknown names is answered as ever', async () => {
    const reply = await preferring(store.newer(admin), '/api/orders?q[number_cont]=R&q[s]=id');
    expect([reply.status, appliedBy(reply)]).toEqual([200, 'handling=strict']);
    expect(reply.body).toMatchObject({ orders: [], total_count: 0 });
  });

  test('what is refused anyway keeps its status, and names the others too', async () => {
    const path = '/api/orders?q[shoe_eq]=1&q[created_at_gt]=soon';
    const reply = await preferring(store.newer(admin), path);
    expect(reply.status).toBe(422);
    expect(reply.body).toMatchObject({ errors: { 'q[shoe_eq]': ['is not searchable'] } });
  });

  test('a missing permission is reported first', async () => {
    const reply = await preferring(store.newer(customer), ignored);
    expect([reply.status, reply.body]).toEqual([
      401,
      { error: 'You are not authorized to perform that action.' },
    ]);
  });

  test('a list that cannot be searched refuses every condition', async () => {
    const reply = await preferring(store.newer(admin), '/api/payment_methods?q[name_eq]=Check');
    expect([reply.status, reply.body]).toEqual([
      400,
      { error, errors: { 'q[name_eq]': ['is not searchable'] } },
    ]);
  });

  test.each(['page', 'per_page', 'strict'])(
    'a list that has neither pages nor a search refuses %s',
    async (name) => {
      const reply = await preferring(store.newer(admin), `/api/stock_locations?${name}=2`);
      expect([reply.status, reply.body, appliedBy(reply)]).toEqual([
        400,
        { error, errors: { [name]: ['is not a parameter of this list'] } },
        'handling=strict',
      ]);
      const described = (await readReference(store))('GET /api/stock_locations', 'newer', reply);
      expect(described).toEqual([]);
    },
  );

  test('a record has nothing to be strict about', async () => {
    const reply = await preferring(store.newer(admin), '/api/countries/US?q[shoe_eq]=1');
    expect([reply.status, appliedBy(reply)]).toEqual([200, null]);
  });
});

describe('O9: without it', () => {
  test('they are ignored and told in a header', async () => {
    const reply = await store.newer(admin).get('/api/orders?q[shoe_eq]=1&q[s]=shoe');
    expect([reply.status, appliedBy(reply)]).toEqual([200, null]);
    expect(reply.headers.get('X-Search-Ignored')).toBe('q[shoe_eq], q[s]=shoe');
  });

  test('conditions on a list that is not searchable are listed in the header, too', async () => {
    const reply = await store.newer(admin).get('/api/stock_locations?q[name_eq]=Mars');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('X-Search-Ignored')).toBe('q[name_eq]');
  });
});
