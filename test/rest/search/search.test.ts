import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { filterOf, search } from './searchable-store.ts';

const variables = (query: string): unknown => {
  const found = search('Order', query);
  return 'errors' in found ? found : found.variables;
};
const errorsOf = (
  query: string,
  list: 'Order' | 'Variant' | 'InventoryUnit' = 'Order',
): unknown => {
  const found = search(list, query);
  return 'errors' in found ? found.errors : {};
};
const ignoredOf = (query: string): readonly string[] => {
  const found = search('Order', query);
  if ('errors' in found) throw new Error('The search was refused.');
  return found.ignored;
};
const sortOf = (query: string): string | undefined => {
  const found = search('Order', query);
  if ('errors' in found) throw new Error('The search was refused.');
  return found.variables.sort?.map(({ field, direction }) => `${field} ${direction}`).join(', ');
};
const repeat = (count: number, text: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => text(index)).join('&');

test('an empty query has no filter and no sort', () => {
  expect(search('Order', 'e=1&q=&search=&order_token=x')).toEqual({
    variables: { page: 1, perPage: 25 },
    ignored: [],
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe('S3: names and values', () => {
  test.each(['q%5Bemail_eq%5D=a%2Bb@shop.test', 'q[email_eq%5d=a%2Bb%40shop.test'])(
    'are decoded once: %s',
    (query) => {
      expect(filterOf(query)).toEqual({ email: { eq: 'a+b@shop.test' } });
    },
  );

  test('have blanks for plus and %20', () => {
    expect(filterOf('q[email_eq]=a+b%20c')).toEqual({ email: { eq: 'a b c' } });
  });

  test.each([
    'q[__proto__]=1',
    'q[constructor_eq]=1',
    'q[Email_eq]=1',
    'q[createdAt_gt]=2010-01-01',
  ])('%s is unknown', (query) => {
    expect(filterOf(query)).toBeUndefined();
    expect(ignoredOf(query)).toEqual([query.split('=')[0]]);
  });
});

describe('S4: a key', () => {
  test('has the longest predicate at its end', () => {
    expect(filterOf('q[email_not_cont]=x')).toEqual({ email: { notCont: 'x' } });
    expect(filterOf('q[total_less_than_or_equal_to]=5')).toEqual({ total: { lteq: '5' } });
  });

  test('means an own attribute before an association', () => {
    const found = search(
      'Country',
      'q[states_required]=1&q[states_required_true]=1&q[states_id]=4',
    );
    expect(found).toMatchObject({
      variables: {
        filter: {
          statesRequired: { eq: true },
          and: [{ statesRequired: { eq: true } }],
          states: { id: { eq: '4' } },
        },
      },
    });
    expect(filterOf('q[user_name_cont]=x&q[user_email_cont]=y')).toEqual({
      userName: { cont: 'x' },
      user: { email: { cont: 'y' } },
    });
  });
});

test('S6: one predicate for several attributes', () => {
  expect(filterOf('q[bill_address_firstname_or_bill_address_lastname_start]=x')).toEqual({
    or: [
      { billAddress: { firstname: { start: 'x' } } },
      { billAddress: { lastname: { start: 'x' } } },
    ],
  });
  expect(filterOf('q[email_and_number_cont]=x')).toEqual({
    email: { cont: 'x' },
    number: { cont: 'x' },
  });
  expect(filterOf('q[email_and_number_or_state_cont]=x')).toEqual({
    email: { cont: 'x' },
    number: { cont: 'x' },
    state: { cont: 'x' },
  });
});

test('S6: with one unknown member the key is unknown', () => {
  expect(ignoredOf('q[email_or_shoe_cont]=x')).toEqual(['q[email_or_shoe_cont]']);
});

describe('S7: any and all', () => {
  test.each([
    ['q[email_eq_any][]=a&q[email_eq_any][]=b', { email: { in: ['a', 'b'] } }],
    ['search[email_equals_any][]=a', { email: { in: ['a'] } }],
    [
      'search[email_does_not_equal_all][]=a&search[email_does_not_equal_all][]=b',
      { email: { notIn: ['a', 'b'] } },
    ],
    [
      'q[email_cont_all][]=a&q[email_cont_all][]=b',
      { and: [{ email: { cont: 'a' } }, { email: { cont: 'b' } }] },
    ],
    [
      'q[line_items_variant_sku_eq_all][]=A&q[line_items_variant_sku_eq_all][]=B',
      {
        and: [
          { lineItems: { variant: { sku: { eq: 'A' } } } },
          { lineItems: { variant: { sku: { eq: 'B' } } } },
        ],
      },
    ],
    [
      'q[email_or_number_cont_any][]=a&q[email_or_number_cont_any][]=b',
      {
        or: [
          { email: { cont: 'a' } },
          { email: { cont: 'b' } },
          { number: { cont: 'a' } },
          { number: { cont: 'b' } },
        ],
      },
    ],
    [
      'q[email_and_number_cont_any][]=a&q[email_and_number_cont_any][]=b',
      {
        or: [{ email: { cont: 'a' } }, { email: { cont: 'b' } }],
        and: [{ or: [{ number: { cont: 'a' } }, { number: { cont: 'b' } }] }],
      },
    ],
    [
      'q[email_or_number_cont_all][]=a&q[email_or_number_cont_all][]=b',
      {
        or: [
          { and: [{ email: { cont: 'a' } }, { email: { cont: 'b' } }] },
          { and: [{ number: { cont: 'a' } }, { number: { cont: 'b' } }] },
        ],
      },
    ],
    ['q[email_cont_any]=a', { or: [{ email: { cont: 'a' } }] }],
    [
      'q[email_cont_any]=a&q[email_cont_any]=b',
      { or: [{ email: { cont: 'a' } }, { email: { cont: 'b' } }] },
    ],
  ])('%s', (query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });

  test.each(['q[email_null_any]=1', 'q[email_in_any][]=1', 'q[id_cont_any][]=1'])(
    '%s is unknown',
    (query) => {
      expect(ignoredOf(query)).toEqual([query.replace(/(\[\])?=.*/, '')]);
    },
  );
});

describe('S8: groups', () => {
  test('are entries of and in a level of and', () => {
    expect(
      filterOf(
        'q[state_eq]=cart&q[g][7][m]=or&q[g][7][email_cont]=x&q[g][7][number_start]=R1&q[g][a][total_gt]=5',
      ),
    ).toEqual({
      state: { eq: 'CART' },
      and: [
        { or: [{ email: { cont: 'x' } }, { number: { start: 'R1' } }] },
        { total: { gt: '5' } },
      ],
    });
  });

  test('are entries of or in a level of or', () => {
    expect(
      filterOf(
        'q[m]=or&q[g][0][email_cont]=x&q[g][0][total_gt]=1&q[g][1][m]=or&q[g][1][id]=1&q[g][1][number]=2&q[state]=cart',
      ),
    ).toEqual({
      or: [
        { state: { eq: 'CART' } },
        { email: { cont: 'x' }, total: { gt: '1' } },
        { or: [{ id: { eq: '1' } }, { number: { eq: '2' } }] },
      ],
    });
  });

  test('are one group under empty brackets', () => {
    expect(filterOf('q[g][][email_cont]=x&q[g][][number]=1')).toEqual({
      and: [{ email: { cont: 'x' }, number: { eq: '1' } }],
    });
  });

  test('without conditions are nothing', () => {
    expect(filterOf('q[m]=or&q[g][0][m]=or&q[g][1][email_eq]=')).toBeUndefined();
  });

  test.each([
    ['q[m]=nor', ['q[m]']],
    ['q[m][]=or', ['q[m]']],
    ['q[g]=x', ['q[g]']],
    ['q[g][0]=x', ['q[g][0]']],
    ['q[g][0][shoe_eq]=x', ['q[g][0][shoe_eq]']],
    ['q[g][0][s]=number', ['q[g][0][s]']],
  ])('%s is unknown', (query, ignored) => {
    expect(ignoredOf(query)).toEqual(ignored);
  });

  test('a second or of one level goes into and', () => {
    expect(filterOf('q[email_or_number_cont]=x&q[email_or_state_cont]=y')).toEqual({
      or: [{ email: { cont: 'x' } }, { number: { cont: 'x' } }],
      and: [{ or: [{ email: { cont: 'y' } }, { state: { cont: 'y' } }] }],
    });
  });
});

describe('S9: long conditions', () => {
  test.each([
    'q[c][0][a][0][name]=email&q[c][0][a][1][name]=number&q[c][0][m]=or&q[c][0][p]=cont&q[c][0][v][0][value]=x',
    'q[c][0][a][]=email&q[c][0][a][]=number&q[c][0][m]=or&q[c][0][p]=cont&q[c][0][v][]=x',
  ])('%s', (query) => {
    expect(filterOf(query)).toEqual(filterOf('q[email_or_number_cont]=x'));
  });

  test('take any suffix, and a list of values', () => {
    expect(
      filterOf('search[c][0][a][]=created_at&search[c][0][p]=before&search[c][0][v][]=2014-01-01'),
    ).toEqual({
      createdAt: { lt: '2014-01-01T00:00:00.000Z' },
    });
    expect(
      filterOf('q[c][0][a][]=state&q[c][0][p]=eq&q[c][0][v][]=cart&q[c][0][v][]=address'),
    ).toEqual({
      state: { in: ['CART', 'ADDRESS'] },
    });
  });

  test.each([
    'q[c][0][a][]=email&q[c][0][v][]=x',
    'q[c][0][p]=cont&q[c][0][v][]=x',
    'q[c][0][a][]=shoe&q[c][0][p]=cont&q[c][0][v][]=x',
    'q[c][0][a][]=email&q[c][0][p]=resembles&q[c][0][v][]=x',
    'q[c][0][a][]=id&q[c][0][p]=cont&q[c][0][v][]=x',
    'q[c][0]=x',
  ])('%s is unknown', (query) => {
    expect(ignoredOf(query)).toEqual(['q[c][0]']);
  });

  describe('that are malformed are unknown (S10, S22)', () => {
    test.each([
      'a[]=email p=eq v[0][valeu]=x',
      'a[]=email p=eq v[0][valeu]=',
      'a[]=email p=eq v[0][value][]=x',
      'a[]=email p=eq v[0][value]=x v[1][valeu]=x',
      'a[]=email p=eq v[][]=x',
      'a[]=email p=eq v[x]=x',
      'a[]=email a[0][nme]=number p=eq v[]=x',
      'a[]=email a[0][name][]=number p=eq v[]=x',
      'a[]=email p=eq p[]=cont v[]=x',
      'a[]=email p=eq v[]=x w[]=y',
    ])('%s', (parts) => {
      const query = (root: string): string =>
        parts
          .split(' ')
          .map((part) => part.replace(/^\w+/, `${root}[c][0][$&]`))
          .join('&');
      expect(filterOf(query('q'))).toBeUndefined();
      expect(ignoredOf(query('q'))).toEqual(['q[c][0]']);
      expect(errorsOf(query('search'))).toEqual({ 'search[c][0]': ['is not searchable'] });
    });
  });

  test('name the parameter of a bad value', () => {
    const condition = 'q[c][0][a][]=id&q[c][0][p]=eq';
    expect(errorsOf(`${condition}&q[c][0][v][0][value]=x`)).toEqual({
      'q[c][0][v][0][value]': ['is not a number'],
    });
    expect(errorsOf(`${condition}&q[c][0][v][0][value]=1&q[c][0][v][1][value]=x`)).toEqual({
      'q[c][0][v][1][value]': ['is not a number'],
    });
  });
});

describe('S10: values', () => {
  test.each([
    ['q[email_eq]=%20', undefined],
    ['q[state_in][]=&q[state_in][]=%20', undefined],
    ['q[state_in][]=&q[state_in][]=cart', { state: { in: ['CART'] } }],
    ['q[total_quantity_eq]=0', { totalQuantity: { eq: 0 } }],
    ['q[email_eq]=false', { email: { eq: 'false' } }],
    ['q[state_in][1]=b&q[state_in][0]=a&q[state_in][10]=c', { state: { in: ['A', 'B', 'C'] } }],
    ['q[state_not_eq][]=a&q[state_not_eq][]=b', { state: { notIn: ['A', 'B'] } }],
    ['q[email_cont][]=a', { email: { cont: 'a' } }],
    ['q[id_in]=1, 2,,3', { id: { in: ['1', '2', '3'] } }],
    ['q[state_in]=cart,address', { state: { in: ['CART', 'ADDRESS'] } }],
    ['q[total_quantity_not_in]=1,2', { totalQuantity: { notIn: [1, 2] } }],
    ['q[total_in]=62,27.5', { total: { in: ['62', '27.5'] } }],
    ['q[number_in]=a,b', { number: { in: ['a,b'] } }],
    ['q[id_in][]=1&q[id_in][]=2', { id: { in: ['1', '2'] } }],
    ['q[id_in]=1&q[id_in]=2', { id: { in: ['1', '2'] } }],
    ['q[email_eq]=a&q[email_eq]=b', { email: { eq: 'b' } }],
    ['q[email_eq]=a&search[email_eq]=b', { and: [{ email: { eq: 'a' } }, { email: { eq: 'b' } }] }],
    ['q[email_eq]=a&q[email]=b', { email: { eq: 'a' }, and: [{ email: { eq: 'b' } }] }],
  ])('%s', (query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });

  test.each([
    ['q[email_cont][]=a&q[email_cont][]=b', { 'q[email_cont]': ['takes one value'] }],
    ['q[email_null][]=1&q[email_null][]=1', { 'q[email_null]': ['takes one value'] }],
    ['q[email_eq]=a%00', { 'q[email_eq]': ['is invalid'] }],
    ['q[email_null]=%00', { 'q[email_null]': ['is invalid'] }],
    ['q[id_in][0]=1&q[id_in][1]=x', { 'q[id_in][1]': ['is not a number'] }],
    ['q[id_in][]=1&q[id_in][]=x', { 'q[id_in]': ['is not a number'] }],
    ['q[email_cont][0]=a&q[email_cont][1]=b', { 'q[email_cont]': ['takes one value'] }],
  ])('%s is refused', (query, errors) => {
    expect(errorsOf(query)).toEqual(errors);
  });

  test.each([
    ['q[email_cont][x]=1', 'q[email_cont][x]'],
    ['q=abc', 'q'],
    ['q[]=abc', 'q'],
    ['q[email_eq=1', 'q[email_eq'],
    ['q[email_eq]x=1', 'q[email_eq]x'],
    ['q[shoe_eq]=', 'q[shoe_eq]'],
  ])('%s is unknown', (query, name) => {
    expect(ignoredOf(query)).toEqual([name]);
  });
});

describe('S12: bounds', () => {
  test('50 conditions are read and one more is not', () => {
    expect(errorsOf(repeat(50, () => 'q[email_cont_any][]=x'))).toEqual({});
    expect(errorsOf(repeat(51, () => 'q[email_cont_any][]=x'))).toEqual({
      q: ['has too many conditions'],
    });
  });

  test('the conditions of both roots and all groups count together', () => {
    const half = (root: string): string =>
      repeat(26, (index) => `${root}[g][${index}][email_cont]=x`);
    expect(errorsOf(`${half('q')}&${half('search')}`)).toEqual({
      search: ['has too many conditions'],
    });
  });

  test('500 values are read and one more is not', () => {
    expect(errorsOf(repeat(500, (index) => `q[id_in][]=${index}`))).toEqual({});
    expect(errorsOf(repeat(501, (index) => `q[id_in][]=${index}`))).toEqual({
      'q[id_in]': ['is too long'],
    });
  });

  test('a condition of hundreds of attributes is refused after its first 51 (S12, safety 9)', () => {
    const asked = `${repeat(499, () => 'q[c][0][a]=id')}&q[c][0][p]=lt_all`;
    const values = repeat(500, (index) => `q[c][0][v]=${index}`);
    const readIds = jest.spyOn(globalThis, 'BigInt');
    expect(errorsOf(`${asked}&${values}`)).toEqual({ q: ['has too many conditions'] });
    expect(errorsOf(`q[${'id_or_'.repeat(2_000)}id_in]=${'1,'.repeat(500)}`)).toEqual({
      q: ['has too many conditions'],
    });
    expect(readIds.mock.calls.length).toBe(500 + 51 * 500);
  });

  test('3 levels of groups are read and one more is not', () => {
    const group = (levels: number): string => `q${'[g][0]'.repeat(levels)}`;
    expect(errorsOf(`${group(3)}[email]=x`)).toEqual({});
    expect(errorsOf(`${group(4)}[email]=x`)).toEqual({ [group(4)]: ['has too many conditions'] });
  });

  test('6 levels of conditions are read and one more is not, which the other root may be', () => {
    const group = 'q[g][0][g][0][g][0]';
    const list = `${group}[email_or_number_cont_all][]`;
    const deep = `${group}[m]=or&${list}=a&${list}=b`;
    expect(errorsOf(deep)).toEqual({});
    expect(errorsOf(`${deep}&search[number_contains]=1`)).toEqual({
      q: ['has too many conditions'],
    });
  });

  test('1,000 characters are read and one more is not', () => {
    expect(errorsOf(`q[email]=${'x'.repeat(1000)}`)).toEqual({});
    expect(errorsOf(`q[email]=${'x'.repeat(1001)}`)).toEqual({ 'q[email]': ['is too long'] });
  });

  test('safety 9: patterns of 100 characters with 4 wildcards are read, larger ones are not (N30)', () => {
    expect(errorsOf(`q[email_cont]=${'x'.repeat(100)}`)).toEqual({});
    expect(errorsOf(`q[email_cont]=${'x'.repeat(101)}`)).toEqual({
      'q[email_cont]': ['is too long'],
    });
    expect(errorsOf(`q[email_matches]=${'%25_'.repeat(2)}\\%25`)).toEqual({});
    expect(errorsOf(`q[email_does_not_match]=${'%25a'.repeat(5)}`)).toEqual({
      'q[email_does_not_match]': ['has too many wildcards'],
    });
  });

  test('safety 9: the patterns of all roots have 1,000 characters together (N30)', () => {
    const patterns = (root: string, count: number): string =>
      repeat(count, () => `${root}[email_cont_any][]=${'x'.repeat(100)}`);
    expect(errorsOf(patterns('q', 10))).toEqual({});
    expect(errorsOf(`${patterns('q', 10)}&search[number_starts_with]=R`)).toEqual({
      search: ['has too many conditions'],
    });
    expect(errorsOf(`q[email_or_number_cont_any][]=x&${patterns('q', 5)}`)).toEqual({});
  });

  test('safety 9: a long text is searched for words, not by patterns (N31)', () => {
    expect(ignoredOf('q[special_instructions_matches]=%25a')).toEqual([
      'q[special_instructions_matches]',
    ]);
    expect(errorsOf('search[special_instructions_matches]=bell')).toEqual({});
    expect(errorsOf('q[special_instructions_cont]=bell')).toEqual({});
    expect(errorsOf('q[special_instructions_empty]=1')).toEqual({});
  });

  test('10 sort keys are read and one more is not', () => {
    const keys =
      'id,number,state,email,total,created_at,updated_at,completed_at,user_name,user_email';
    expect(errorsOf(`q[s]=${keys}`)).toEqual({});
    expect(errorsOf(`q[s]=${keys},user_id`)).toEqual({ 'q[s]': ['is too long'] });
  });
});

describe('S13: the word matches', () => {
  test('is a pattern under q and contains under search', () => {
    expect(filterOf('q[email_matches]=%25a_')).toEqual({ email: { matches: '%a_' } });
    expect(filterOf('search[email_matches]=a_')).toEqual({ email: { cont: 'a_' } });
    expect(filterOf('search[email_does_not_match]=a_')).toEqual({ email: { notMatches: 'a_' } });
    expect(filterOf('q[email_not_matches]=a_')).toEqual({ email: { notCont: 'a_' } });
  });
});

describe('S16: a flag operand', () => {
  test.each([
    ['q[completed_at_null]=0', { completedAt: { null: false } }],
    ['q[completed_at_not_null]=TRUE', { completedAt: { null: false } }],
    ['q[completed_at_not_null]=off', { completedAt: { null: true } }],
    ['q[email_present]=1', { email: { blank: false } }],
    ['q[email_empty]=1', { email: { eq: '' } }],
    ['q[email_empty]=0', { email: { notEq: '' } }],
    ['q[completed_at_null]=', undefined],
  ])('%s', (query, filter) => {
    expect(filterOf(query)).toEqual(filter);
  });

  test('that is neither true nor false is refused', () => {
    expect(errorsOf('q[completed_at_null]=maybe')).toEqual({
      'q[completed_at_null]': ['is not true or false'],
    });
  });
});

test.each(['q[id_cont]=1', 'q[state_lt]=a', 'q[total_empty]=1', 'q[email_true]=1', 'q[user_eq]=1'])(
  'S22: %s is unknown',
  (query) => {
    expect(ignoredOf(query)).toEqual([query.split('=')[0]]);
  },
);

describe('S18: a value', () => {
  const value = (list: 'Order' | 'Variant' | 'InventoryUnit', query: string): unknown => {
    const found = search(list, query);
    return 'errors' in found ? Object.values(found.errors)[0]?.[0] : found.variables.filter;
  };

  test.each<['Order' | 'Variant' | 'InventoryUnit', string, unknown]>([
    ['Order', 'q[email]= x ', { email: { eq: ' x ' } }],
    ['Order', 'q[state]= CART ', { state: { eq: 'CART' } }],
    ['Order', 'q[state_in]=new,cart', { state: { in: ['COMPLETE', 'CART'] } }],
    ['Order', 'q[shipment_state]=ready_to_ship', { shipmentState: { eq: 'READY' } }],
    ['Order', 'q[state]=compleet', { state: { in: [] } }],
    ['Order', 'q[state_not_eq]=compleet', { state: { null: false } }],
    ['Order', 'q[state_in][]=compleet&q[state_in][]=cart', { state: { in: ['CART'] } }],
    ['Order', 'q[state_in][]=compleet', { state: { in: [] } }],
    ['Order', 'q[state_not_in][]=compleet', { state: { notIn: [] } }],
    ['Order', 'q[state_cont]= NEW ', { state: { cont: 'new' } }],
    ['Order', 'q[total_quantity]= %2B2.00 ', { totalQuantity: { eq: 2 } }],
    ['Order', 'q[total_quantity]=2.5', 'is not a number'],
    ['Order', 'q[total_quantity]=2147483648', 'is out of range'],
    ['Order', 'q[total_quantity]=-2147483649', 'is out of range'],
    ['Order', 'q[total_quantity]=1e3', 'is not a number'],
    ['Variant', 'q[weight]=-0.5', { weight: { eq: -0.5 } }],
    ['Variant', 'q[weight]=1,000', 'is not a number'],
    ['Variant', 'q[weight]=10000000', 'is out of range'],
    ['Order', 'q[id]=12', { id: { eq: '12' } }],
    ['Order', 'q[id]=-1', 'is not a number'],
    ['Order', 'q[id]=9223372036854775807', { id: { eq: '9223372036854775807' } }],
    ['Order', 'q[id]=9223372036854775808', 'is out of range'],
    ['Order', 'q[id_in]=1,x', 'is not a number'],
    ['Order', 'q[total]=19.9', { total: { eq: '19.9' } }],
    ['Order', 'q[total]=-5', { total: { eq: '-5' } }],
    ['Order', 'q[total]=%2B19.990', { total: { eq: '19.99' } }],
    ['Order', 'q[total]=19.991', 'is not a number'],
    ['Order', 'q[total]=$5', 'is not a number'],
    ['Variant', 'q[in_stock]=No', { inStock: { eq: false } }],
    ['Variant', 'q[in_stock]=2', 'is not true or false'],
    ['Variant', 'q[in_stock_true]=0', { inStock: { eq: false } }],
    ['Variant', 'q[in_stock_not_true]=1', { inStock: { eq: false } }],
    ['Variant', 'q[in_stock_not_eq][]=1', { inStock: { notEq: true } }],
    ['Variant', 'q[in_stock][]=1&q[in_stock][]=0', 'takes one value'],
    ['InventoryUnit', 'q[order_id_in]=R1, 7', { orderId: { in: ['R1', '7'] } }],
    ['InventoryUnit', 'q[order_id_gt]=R1', 'is not a number'],
  ])('of %s, %s', (list, query, expected) => {
    expect(value(list, query)).toEqual(expected);
  });
});

test('S19: all bad values are reported at once, with the names as sent', () => {
  expect(
    errorsOf(
      'q[created_at_gt]=x&search[id_in][]=1&search[id_in][]=x&q%5Bg%5D[0][total_lt]=y&q[shoe_eq]=1&search[shoe]=1',
    ),
  ).toEqual({
    'q[created_at_gt]': ['is not a valid date'],
    'search[id_in]': ['is not a number'],
    'q[g][0][total_lt]': ['is not a number'],
    'search[shoe]': ['is not searchable'],
  });
});

test('S20: what the caller may not see is unknown, as attribute and as sort key', () => {
  const query = 'q[cost_price_gt]=1&q[s]=cost_price';
  const hidden = new Set(['cost_price']);
  expect(search('Variant', query)).toMatchObject({ ignored: [] });
  expect(search('Variant', query, { hidden })).toEqual({
    variables: { page: 1, perPage: 25 },
    ignored: ['q[cost_price_gt]', 'q[s]=cost_price'],
  });
});

describe('S22: an unknown key', () => {
  test.each(['1', 't', 'TRUE', 'yes', 'on'])('under q is refused with strict=%s', (strict) => {
    expect(errorsOf(`strict=${strict}&q[shoe_eq]=1&q[s]=shoe`)).toEqual({
      'q[shoe_eq]': ['is not searchable'],
      'q[s]': ['is not sortable'],
    });
  });

  test.each(['0', 'x', ''])('under q is ignored with strict=%s', (strict) => {
    expect(ignoredOf(`strict=${strict}&q[shoe_eq]=1`)).toEqual(['q[shoe_eq]']);
  });

  test('under search is always refused, sort keys included', () => {
    expect(errorsOf('search[shoe]=1&search[order]=ascend_by_shoe')).toEqual({
      'search[shoe]': ['is not searchable'],
      'search[order]': ['is not sortable'],
    });
  });
});

describe('S23: X-Search-Ignored', () => {
  test('names what was ignored in order of appearance', () => {
    expect(ignoredOf('q[foo_eq]=1&q[s]=shoe_size,number&q[g][0][bar]=1&q[id]=1')).toEqual([
      'q[foo_eq]',
      'q[s]=shoe_size',
      'q[g][0][bar]',
    ]);
  });

  test('encodes what a header cannot hold', () => {
    expect(ignoredOf('q[ä,%25%0d]=1')).toEqual(['q[%C3%A4%2C%25%0D]']);
  });

  test('ends after 20 names', () => {
    const names = ignoredOf(repeat(21, (index) => `q[foo${index}]=1`));
    expect(names).toHaveLength(21);
    expect(names.slice(-2)).toEqual(['q[foo19]', '...']);
  });
});

describe('S24: an order', () => {
  test.each([
    ['q[s]=number desc', 'NUMBER DESC'],
    ['q[s]=number+DESC', 'NUMBER DESC'],
    ['q[sorts]=completed_at:asc', 'COMPLETED_AT ASC'],
    ['search[meta_sort]=created_at.desc', 'CREATED_AT DESC'],
    ['search[order]=ascend_by_number', 'NUMBER ASC'],
    ['q[order]=descend_by_created_at', 'CREATED_AT DESC'],
    ['q[s]=state asc, number desc', 'STATE ASC, NUMBER DESC'],
    ['q[s][]=state asc&q[s][]=number desc', 'STATE ASC, NUMBER DESC'],
    ['q[s][1]=number desc&q[s][0]=state', 'STATE ASC, NUMBER DESC'],
    ['q[s][0][name]=state&q[s][0][dir]=desc&q[s][1][name]=number', 'STATE DESC, NUMBER ASC'],
    ['search[meta_sort]=state_and_number.desc', 'STATE DESC, NUMBER DESC'],
    ['q[s]=number sideways', 'NUMBER ASC'],
    ['q[s]=state&search[order]=descend_by_number&q[s]=state desc', 'STATE ASC, NUMBER DESC'],
    ['search[order]=descend_by_number&q[s]=state', 'NUMBER DESC, STATE ASC'],
    ['q[s]=user_email', 'USER_EMAIL ASC'],
    ['q[s]=', undefined],
    ['q[s]=Number', undefined],
    ['q[s]=line_items_price,number', 'NUMBER ASC'],
    ['q[s][0]=number desc&q[s][x]=total', 'NUMBER DESC'],
    ['q[s][0][nme]=state&q[s][1][name]=number', 'NUMBER ASC'],
    ['q[s]=state&search[order]=descend_by_number&q[s]=total', 'STATE ASC, NUMBER DESC, TOTAL ASC'],
    ['q[s][]=state&q[s]=number desc', 'STATE ASC, NUMBER DESC'],
    ['q[s][1]=number&q[s][]=total&q[s][0]=state', 'STATE ASC, NUMBER ASC, TOTAL ASC'],
  ])('%s', (query, expected) => {
    expect(sortOf(query)).toBe(expected);
  });

  test.each([
    ['[s][0][nme]=number', '[s][0][nme]'],
    ['[s][0][nme]=', '[s][0][nme]'],
    ['[s][0][name][]=number', '[s][0][name]'],
    ['[s][0][dir]=desc', '[s][0][dir]'],
    ['[s][][]=number', '[s][]'],
    ['[s][x]=total', '[s][x]'],
    ['[s][0]=number&ROOT[s][x]=total', '[s][x]'],
  ])('tells that the key of %s is malformed (S22)', (parameters, name) => {
    const query = (root: string): string => `${root}${parameters.replace('ROOT', root)}`;
    expect(ignoredOf(query('q'))).toEqual([`q${name}`]);
    expect(errorsOf(query('search'))).toEqual({ [`search${name}`]: ['is not sortable'] });
  });

  test('names the key that is unknown as it was sent (S19, S23)', () => {
    const query = 'q[s][0]=number&q[s][1]=shoe&q[foo]=1&q[s]=hat&q[s][2][name]=coat';
    expect(ignoredOf(query)).toEqual(['q[s][1]=shoe', 'q[foo]', 'q[s]=hat', 'q[s][2][name]=coat']);
    expect(errorsOf(`${query}&strict=1`)).toEqual({
      'q[s][1]': ['is not sortable'],
      'q[foo]': ['is not searchable'],
      'q[s]': ['is not sortable'],
      'q[s][2][name]': ['is not sortable'],
    });
  });
});

test('S28: the default order is sent where there is one, and replaced wholly', () => {
  const sort = [{ field: 'CREATED_AT', direction: 'DESC' }] as const;
  const given = { defaults: { perPage: 100, sort } };
  expect(search('Order', 'q[s]=shoe', given)).toMatchObject({ variables: { sort, perPage: 100 } });
  expect(search('Order', 'q[s]=id', given)).toMatchObject({
    variables: { sort: [{ field: 'ID', direction: 'ASC' }] },
  });
});

describe('S29: a page', () => {
  test.each([
    ['', 1, 25],
    ['page=2&per_page=10', 2, 10],
    ['page=0&per_page=0', 1, 25],
    ['page=-1&per_page=-5', 1, 25],
    ['page=2.5&per_page=1e3', 1, 25],
    ['page=abc&per_page=abc', 1, 25],
    ['page[]=2&per_page[x]=3', 1, 25],
    ['page=2&page[]=3', 1, 25],
    ['page=2147483648&per_page=501', 2_147_483_647, 500],
    ['page=99999999999999999999999&per_page=99999999999999999999999', 2_147_483_647, 500],
    ['page=2&page=3&per_page=4&per_page=x', 3, 25],
    ['page=007', 7, 25],
  ])('%s is page %i of %i rows', (query, page, perPage) => {
    expect(variables(query)).toEqual({ page, perPage });
  });
});

test('L45: ignored names are listed in at most 2,000 characters', () => {
  const name = (letter: string): string => `q[${letter.repeat(900)}_eq]`;
  const names = ['a', 'b', 'c'].map(name);
  expect(ignoredOf(names.map((one) => `${one}=1`).join('&'))).toEqual([
    ...names.slice(0, 2),
    '...',
  ]);
});
