import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Store } from '../support/store.ts';
import { setScene } from './scene.ts';
import type { Scene } from './scene.ts';

const error = 'Invalid search. Please fix errors and try again.';

let store: Store;
let scene: Scene;
/** The payments of an order that has one; its owner may not see their response codes. */
let path: string;

beforeAll(async () => {
  store = await openStore();
  scene = await setScene(store);
  const { number } = await scene.paid();
  path = `/api/orders/${number}/payments`;
});
afterAll(() => store.close());

describe.each(['older', 'newer'] as const)('S20, S22: in the %s format', (form) => {
  const ask = (query: string, headers = {}) =>
    store[form](scene.ann).get(`${path}?${query}`, { headers });
  const told = (errors: Readonly<Record<string, string>>) => ({
    error,
    errors:
      form === 'older'
        ? Object.entries(errors).map(([name, message]) => `${name} ${message}`)
        : Object.fromEntries(Object.entries(errors).map(([name, message]) => [name, [message]])),
  });

  test.each(['response_code', 'nosuch'])(
    'under q %s is ignored, whatever its value',
    async (name) => {
      for (const [condition, value] of [
        [`q[${name}_null]`, 'maybe'],
        [`q[${name}_eq]`, 'x'.repeat(1001)],
        [`q[${name}_start]`, '%00'],
      ]) {
        const { status, headers } = await ask(`${condition}=${value}`);
        expect([status, headers.get('x-total-count')]).toEqual([200, '1']);
        expect(headers.get('x-search-ignored')).toBe(condition);
      }
    },
  );

  test.each(['response_code', 'nosuch'])(
    'under search %s is told beside a bad value, as what cannot be searched by',
    async (name) => {
      const { status, body } = await ask(`search[${name}]=x&search[amount_gt]=abc`);
      const errors = {
        [`search[${name}]`]: 'is not searchable',
        'search[amount_gt]': 'is not a number',
      };
      expect([status, body]).toEqual([422, told(errors)]);
    },
  );

  test.each(['response_code', 'nosuch'])(
    'under search a bad value of %s is not told, only that it cannot be searched by',
    async (name) => {
      const { status, body } = await ask(`search[${name}_is_null]=maybe&search[id]=1`);
      const errors = { [`search[${name}_is_null]`]: 'is not searchable' };
      expect([status, body]).toEqual([422, told(errors)]);
    },
  );

  test.each(['response_code', 'nosuch'])('so is a sort by %s', async (name) => {
    const { status, body } = await ask(`search[s]=${name}+desc&search[amount_gt]=abc`);
    const errors = { 'search[s]': 'is not sortable', 'search[amount_gt]': 'is not a number' };
    expect([status, body]).toEqual([422, told(errors)]);
  });

  test.each(['response_code', 'nosuch'])(
    'O9: with Prefer: handling=strict %s is told beside what does not exist',
    async (name) => {
      const { status, body } = await ask(`q[${name}_eq]=x&q[shoe_eq]=1`, {
        Prefer: 'handling=strict',
      });
      const errors = {
        [`q[${name}_eq]`]: 'is not searchable',
        'q[shoe_eq]': 'is not searchable',
      };
      expect([status, body]).toEqual([400, told(errors)]);
    },
  );

  test('who may see response codes is told of a bad value', async () => {
    const { status, body } = await store[form](scene.admin).get(
      `${path}?q[response_code_null]=maybe`,
    );
    const errors = { 'q[response_code_null]': 'is not true or false' };
    expect([status, body]).toEqual([422, told(errors)]);
  });

  test('a stranger is told of no value at all', async () => {
    const { status } = await store[form](scene.bob).get(`${path}?q[response_code_null]=maybe`);
    expect(status).toBe(401);
  });
});
