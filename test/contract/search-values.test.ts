import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openStore } from '../support/store.ts';
import type { Account, Store } from '../support/store.ts';
import { setScene } from './scene.ts';

let store: Store;
let admin: Account;

beforeAll(async () => {
  store = await openStore();
  const scene = await setScene(store);
  ({ admin } = scene);
  const { goods } = await scene.cart();
  await store.db.variant.update({ where: { id: goods.variantId }, data: { weight: '0.5' } });
});
afterAll(() => store.close());

const nines = (count: number): string => '9'.repeat(count);
const invalid = 'Invalid search. Please fix errors and try again.';
const zeros = (count: number): string => '0'.repeat(count);

describe.each(['older', 'newer'] as const)('S18: in the %s format', (form) => {
  const found = async (path: string): Promise<unknown> => {
    const { status, headers } = await store[form](admin).get(path);
    return [status, headers.get('x-total-count')];
  };

  test.each([
    ['0.0000001', '1'],
    [`0.${zeros(62)}1`, '1'],
    ['-0.0000001', '1'],
    ['0.5', '0'],
    ['0.5000001', '0'],
  ])('a weight is compared with %s', async (value, count) => {
    expect(await found(`/api/variants?q[weight_gt]=${value}`)).toEqual([200, count]);
  });

  test.each([...[nines(31), nines(64), `-${nines(64)}`, `${nines(63)}.0`, `-${nines(62)}.12`]])(
    'a total is compared with %s, which no order has',
    async (value) => {
      const isBelow = value.startsWith('-');
      expect(await found(`/api/orders?q[total_gt]=${value}`)).toEqual([200, isBelow ? '1' : '0']);
      expect(await found(`/api/orders?q[total_lt]=${value}`)).toEqual([200, isBelow ? '0' : '1']);
    },
  );

  test.each([
    ['/api/orders', 'total'],
    ['/api/orders', 'total_quantity'],
    ['/api/orders', 'id'],
    ['/api/variants', 'weight'],
    ['/api/variants', 'product_id'],
  ])('%s: a number for %s is searched by, or told by the name that was sent', async (path, key) => {
    const values = [
      ...[
        `${nines(30)}.${nines(34)}`,
        nines(65),
        zeros(64),
        `.${zeros(64)}`,
        `${zeros(63)}.1`,
        '-0',
        '+1',
        '1.',
      ],
      ...['.5', '9999999.9999999', '1e5', '2147483648', '-2147483649', '9223372036854775808'],
    ];
    const names = [`q[${key}]`, `q[${key}_lt]`, `search[${key}_in]`];
    for (const name of names) {
      for (const value of values) {
        const { status, body } = await store[form](admin).get(
          `${path}?${name}=${encodeURIComponent(value)}`,
        );
        if (status === 200) continue;
        const told = expect.stringMatching(/^is (?:not a number|out of range)$/);
        const older = expect.stringMatching(/^(?:q|search)\[\w+\] is /);
        const errors = form === 'older' ? [older] : { [name]: [told] };
        expect([status, body]).toEqual([422, { error: invalid, errors }]);
      }
    }
  });
});
