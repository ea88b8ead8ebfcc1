import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isInputObjectType } from 'graphql';
import type { Database } from '../../../prisma/database.ts';
import { schema } from '../../../schema/index.ts';
import type { Viewer } from '../../../schema/index.ts';
import { bulkDocument, type BulkMutation, sendRows } from '../../support/bulk.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { deskOf } from '../../support/orders.ts';
import { makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
const statements: string[] = [];
let clerk: Viewer;

/** Orders `erp` 1 and 2, of the variants and by the users of the same names; `shop` names them the other way round. */
const numbers: string[] = [];
const skus = ['FIRST', 'SECOND'] as const;

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
  const db = database.client;
  const rows: object[] = [];
  for (const [index, sku] of skus.entries()) {
    const variantId = await makeVariant(db, { sku, count: 9 });
    const user = await makeUser(db, `${sku.toLowerCase()}@harbour.test`);
    const { number } = await deskOf(db, viewerWith(user)).cartOf([variantId, 1]);
    numbers.push(number);
    const { productId } = await db.variant.findUniqueOrThrow({ where: { id: variantId } });
    const records = [
      { order: { number } },
      { product: { id: String(productId) } },
      { variant: { sku } },
      { user: { email: user.email } },
    ];
    for (const record of records) {
      rows.push({ record, source: 'erp', value: `A-${String(index + 1)}` });
      rows.push({ record, source: 'shop', value: `A-${String(2 - index)}` });
    }
  }
  expect((await sendRows(database, 'setExternalRefs', rows)).refused).toEqual({});
  clerk = viewerWith(await makeUser(db, 'clerk@harbour.test'), 'orders.read', 'orders.update');
});
afterAll(() => database.close());

const ask = (document: string, viewer: Viewer = adminViewer) =>
  run(database.client, viewer, document);

const ref = (value: string, source = 'erp') =>
  `{ externalRef: { source: "${source}", value: "${value}" } }`;

describe('a record is looked up by the name that another system has for it (V24)', () => {
  test('orders, products, variants and users', async () => {
    const by = ref('A-2');
    expect(
      await ask(`{ order(by: ${by}) { number } product(by: ${by}) { name }
        variant(by: ${by}) { sku } user(by: ${by}) { email } }`),
    ).toEqual({
      data: {
        order: { number: numbers[1] },
        product: { name: 'Product SECOND' },
        variant: { sku: 'SECOND' },
        user: { email: 'second@harbour.test' },
      },
      errors: [],
    });
    const other = await ask(`{ order(by: ${ref(' A-2 ', 'shop')}) { number } }`);
    expect(other.data).toEqual({ order: { number: numbers[0] } });
  });

  test.each([
    ['a value that none has', ref('A-3')],
    ['a system that is not known', ref('A-1', 'crm')],
    ['a value that cannot be stored', ref('A-1\\u0000')],
  ])('%s finds none', async (_what, by) => {
    const fields = ['order', 'product', 'variant', 'user'];
    const { data, errors } = await ask(
      `{ ${fields.map((field) => `${field}(by: ${by}) { id }`).join(' ')} }`,
    );
    expect(data).toEqual(Object.fromEntries(fields.map((field) => [field, null])));
    expect(errors).toEqual(fields.map(() => ({ code: 'NOT_FOUND' })));
  });

  test('whoever may not see such names finds none, though the record is theirs to read and to write', async () => {
    expect(
      (await ask(`{ order(by: { number: "${String(numbers[0])}" }) { number } }`, clerk)).errors,
    ).toEqual([]);
    for (const document of [
      `{ order(by: ${ref('A-1')}) { number } }`,
      `{ lineItems(order: ${ref('A-1')}) { count } }`,
      `{ variant(by: ${ref('A-1')}) { sku } }`,
      `{ variants(product: ${ref('A-1')}) { count } }`,
      `mutation { updateOrder(by: ${ref('A-1')}, input: { specialInstructions: "x" }) { order { id } userErrors { code field message } } }`,
    ]) {
      expect((await ask(document, clerk)).errors).toEqual([{ code: 'NOT_FOUND' }]);
    }
    const { records, refused } = await sendRows(
      database,
      'setExternalRefs',
      [
        {
          record: { order: { externalRef: { source: 'erp', value: 'A-1' } } },
          source: 'x',
          value: '1',
        },
      ],
      'EACH',
      clerk,
    );
    expect([records, refused]).toEqual([[null], { 0: ['NOT_FOUND record does not exist'] }]);
    expect(await database.client.externalReference.count({ where: { source: 'x' } })).toBe(0);
  });

  test('a user is found by its e-mail address too, as that is compared', async () => {
    const { data } = await ask('{ user(by: { email: " First@Harbour.test " }) { email } }');
    expect(data).toEqual({ user: { email: 'first@harbour.test' } });
    expect((await ask('{ user(by: { email: "f%@harbour.test" }) { id } }')).errors).toEqual([
      { code: 'NOT_FOUND' },
    ]);
  });
});

describe('writes name records by them too', () => {
  test('an act of an order, and a part of an order', async () => {
    const written = await ask(
      `mutation { updateOrder(by: ${ref('A-2')}, input: { specialInstructions: "Ring" }) { order { number specialInstructions } userErrors { code } } }`,
    );
    expect(written.data).toEqual({
      updateOrder: { number: numbers[1], specialInstructions: 'Ring' },
    });
    const added = await ask(
      `mutation { addLineItem(order: ${ref('A-2')}, input: { sku: "FIRST" }) { order { number totalQuantity } userErrors { code } } }`,
    );
    expect(added.data).toEqual({ addLineItem: { number: numbers[1], totalQuantity: 2 } });
  });

  test('a variant', async () => {
    const written = await ask(
      `mutation { updateVariant(by: ${ref('A-1')}, product: ${ref('A-1')}, input: { weight: 2 }) { variant { sku weight } userErrors { code } } }`,
    );
    expect(written.data).toEqual({ updateVariant: { sku: 'FIRST', weight: 2 } });
  });

  const named = (value: string) => ({ externalRef: { source: 'erp', value } });

  test.each<[BulkMutation, (value: string) => object, object]>([
    ['setStockLevels', (value) => ({ variant: named(value), onHand: 7 }), { countOnHand: 7 }],
    ['setPrices', (value) => ({ variant: named(value), price: '8.00' }), { price: '8.0' }],
    [
      'setExternalRefs',
      (value) => ({ record: { variant: named(value) }, source: 'pim', value }),
      { sku: 'SECOND' },
    ],
  ])(
    'the rows of %s, with no more statements for all of them than for one',
    async (mutation, rowOf, shown) => {
      const { records, refused } = await sendRows(
        database,
        mutation,
        [rowOf('A-2'), rowOf('A-3')],
        'EACH',
      );
      expect(records).toMatchObject([shown, null]);
      expect(Object.keys(refused)).toEqual(['1']);

      const looks: number[] = [];
      for (const values of [['A-1'], ['A-1', 'A-2']]) {
        statements.length = 0;
        await sendAll(mutation, values.map(rowOf));
        looks.push(statements.filter((sql) => /AS g\(source text, value text\)/.test(sql)).length);
      }
      expect(looks[0]).toBeGreaterThan(0);
      expect(looks[1]).toBe(looks[0]);
    },
  );

  const sendAll = (mutation: BulkMutation, rows: readonly object[]) =>
    run(database.client, adminViewer, bulkDocument(mutation), { rows, policy: 'EACH' });

  test('a row that names a record by its SKU and one that names it by a reference write the same', async () => {
    const { whole } = await sendRows(database, 'setStockLevels', [
      { variant: { sku: 'FIRST' }, onHand: 1 },
      { variant: named('A-1'), onHand: 2 },
    ]);
    expect(whole).toEqual(['INVALID rows.1 writes the same as row 0']);
  });
});

describe('lists are searched by them', () => {
  const conditions = 'externalRefs: { source: { eq: "erp" }, value: { eq: "A-1" } }';

  test('one and the same reference meets all conditions', async () => {
    const { data } = await ask(`{
      orders(filter: { ${conditions} }) { nodes { number } }
      products(filter: { ${conditions} }) { nodes { name } }
      variants(filter: { ${conditions} }) { nodes { sku } }
      users(filter: { ${conditions} }) { nodes { email } } }`);
    expect(data).toEqual({
      orders: { nodes: [{ number: numbers[0] }] },
      products: { nodes: [{ name: 'Product FIRST' }] },
      variants: { nodes: [{ sku: 'FIRST' }] },
      users: { nodes: [{ email: 'first@harbour.test' }] },
    });
  });

  test.each([
    ['a value in any system', 'externalRefs: { value: { eq: "A-1" } }', skus],
    ['part of a value', 'externalRefs: { value: { cont: "a-2" } }', skus],
    [
      'several values',
      'externalRefs: { source: { eq: "erp" }, value: { in: ["A-1", "A-9"] } }',
      ['FIRST'],
    ],
    ['no reference at all', 'externalRefs: { value: { null: true } }', ['BARE']],
    ['a product that has one', `product: { ${conditions} }`, ['FIRST']],
  ])('variants by %s', async (_what, filter, expected) => {
    if (!(await database.client.variant.findFirst({ where: { sku: 'BARE' } }))) {
      await makeVariant(database.client, { sku: 'BARE' });
    }
    const { data } = await ask(`{ variants(filter: { ${filter} }) { totalCount nodes { sku } } }`);
    expect(data).toEqual({
      variants: { totalCount: expected.length, nodes: expected.map((sku) => ({ sku })) },
    });
  });

  test('orders by the references of what they hold and of who placed them', async () => {
    for (const filter of [`lineItems: { variant: { ${conditions} } }`, `user: { ${conditions} }`]) {
      const { data } = await ask(
        `{ orders(filter: { id: { gt: "0" }, ${filter} }, sort: [{ field: ID }], first: 1) { nodes { number } } }`,
      );
      expect(data).toEqual({ orders: { nodes: [{ number: numbers[0] }] } });
    }
  });

  test.each(['OrderFilter', 'ProductFilter', 'VariantFilter', 'UserFilter', 'VariantMatch'])(
    '%s counts such a condition as a search among other records',
    (name) => {
      const type = schema.getType(name);
      const field = isInputObjectType(type) ? type.getFields()['externalRefs'] : undefined;
      expect(field?.extensions).toEqual(expect.objectContaining({ weighsAs: 'records' }));
    },
  );

  test('whoever may not see such names cannot search by them, not even in their own orders', async () => {
    for (const path of ['', 'user.', 'lineItems.variant.']) {
      const steps = path.split('.').slice(0, -1);
      const filter = steps.reduceRight((inner, step) => `${step}: { ${inner} }`, conditions);
      const { errors } = await ask(`{ myOrders(filter: { ${filter} }) { count } }`, clerk);
      const at = `filter.${path}externalRefs`;
      expect(errors).toEqual([
        {
          code: 'INVALID',
          fields: {
            [`${at}.source`]: ['is not searchable'],
            [`${at}.value`]: ['is not searchable'],
          },
        },
      ]);
    }
  });
});
