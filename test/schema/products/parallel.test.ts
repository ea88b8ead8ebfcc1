import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { emptyCatalogue, makeProduct, mutate } from '../../support/catalogue.ts';
import { openTestDatabase, testedKinds } from '../../support/database.ts';
import { adminViewer, run } from '../../support/graphql.ts';

describe.each(testedKinds)('writes at once on the %s database', (kind) => {
  let database: Database;

  beforeAll(async () => {
    database = await openTestDatabase({ kind });
  });

  beforeEach(() => emptyCatalogue(database));

  afterAll(() => database.close());

  const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)));

  const create = (input: Readonly<Record<string, unknown>>) =>
    mutate(database, 'createProduct', { input: { name: 'Shirt', price: '1', ...input } });

  const taken = (key: string) => [
    { code: 'INVALID', fields: { [key]: ['has already been taken'] } },
  ];

  test('Decision C3: products of one name each get a permalink of their own', async () => {
    const answers = await times(12, () => create({}));
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    const products = await database.client.product.findMany({ orderBy: { permalink: 'asc' } });
    expect(new Set(products.map(({ permalink }) => permalink))).toEqual(
      new Set(['shirt', ...Array.from({ length: 11 }, (_, index) => `shirt-${String(index + 1)}`)]),
    );
  });

  test.each([
    [['shirt-2', 'shirt'], 'shirt-1'],
    [['shirt-1'], 'shirt'],
    [['shirt', 'shirt-1', 'shirt-2'], 'shirt-3'],
  ])('Decision C3: beside %j a product gets the permalink %s', async (permalinks, free) => {
    for (const permalink of permalinks) await create({ permalink });
    const { data } = await run(
      database.client,
      adminViewer,
      'mutation { createProduct(input: { name: "Shirt", price: "1" }) { product { permalink } userErrors { code field message allowed lockVersion } } }',
    );
    expect(data).toEqual({ createProduct: { permalink: free } });
  });

  test('Decision C3: a product named New gets no permalink that is a word of paths', async () => {
    await create({ name: 'New' });
    const products = await database.client.product.findMany();
    expect(products.map(({ permalink }) => permalink)).toEqual(['new-1']);
  });

  test('Decision C3: of products that ask for one permalink, one gets it', async () => {
    const answers = await times(5, () => create({ permalink: 'mine' }));
    expect(answers.flatMap(({ errors }) => errors)).toEqual(
      Array.from({ length: 4 }, () => taken('permalink')[0]),
    );
    expect(await database.client.product.count()).toBe(1);
  });

  test('Decision C3: a chosen permalink and a generated one never meet', async () => {
    const answers = await times(6, (index) =>
      index % 2 === 0 ? create({}) : create({ permalink: `shirt-${String(index)}` }),
    );
    for (const { errors } of answers) expect([[], taken('permalink')]).toContainEqual(errors);
    const products = await database.client.product.findMany();
    expect(new Set(products.map(({ permalink }) => permalink)).size).toBe(products.length);
  });

  test('Decision C8: of variants that ask for one sku, one gets it', async () => {
    const answers = await times(5, (index) =>
      create({ name: `Shirt ${String(index)}`, variants: [{}, { sku: 'X-1' }] }),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual(
      Array.from({ length: 4 }, () => taken('variants.1.sku')[0]),
    );
    expect(await database.client.variant.count({ where: { sku: 'X-1' } })).toBe(1);
    expect(await database.client.product.count()).toBe(1);
  });

  test('Decision C8: of variants that change to one sku, one gets it', async () => {
    const products = await times(4, () => makeProduct(database));
    const answers = await Promise.all(
      products.map(({ permalink, master }) =>
        mutate(database, 'updateVariant', {
          product: permalink,
          id: master.id,
          input: { sku: 'X' },
        }),
      ),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual(
      Array.from({ length: 3 }, () => taken('sku')[0]),
    );
  });

  test('Decision C10: options of one name are made once', async () => {
    const answers = await times(6, (index) =>
      create({
        name: `Shirt ${String(index)}`,
        shippingCategory: 'Bulky',
        variants: [
          {
            options: [
              { name: 'Size', value: 'S' },
              { name: 'Fit', value: 'Slim' },
            ],
          },
        ],
      }),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await database.client.optionType.count()).toBe(2);
    expect(await database.client.optionValue.count()).toBe(2);
    expect(await database.client.shippingCategory.count()).toBe(2);
    expect(await database.client.shippingMethod.count()).toBe(4);
  });

  test('Decision P75: of the last shipping category there is room for, one is made', async () => {
    await database.script(
      `INSERT INTO shipping_categories (name, is_default) SELECT 'Kind ' || n, false FROM generate_series(2, 49) n`,
    );
    const answers = await times(4, (index) =>
      create({ name: `Shirt ${String(index)}`, shippingCategory: `New ${String(index)}` }),
    );
    expect(answers.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(await database.client.shippingCategory.count()).toBe(50);
  });

  test('Decision C9: counts set at once end with one of them and a ledger that adds up', async () => {
    const { permalink, master } = await makeProduct(database);
    const answers = await times(6, (index) =>
      mutate(database, 'updateVariant', {
        product: permalink,
        id: master.id,
        input: { countOnHand: index + 1 },
      }),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    const item = await database.client.stockItem.findFirstOrThrow({
      include: { stockMovements: true },
    });
    const sum = item.stockMovements.reduce((total, { quantity }) => total + quantity, 0);
    expect(sum).toBe(item.countOnHand);
    expect([1, 2, 3, 4, 5, 6]).toContain(item.countOnHand);
  });

  test('Decision C9: adjustments at once all count', async () => {
    const { master } = await makeProduct(database);
    const answers = await times(8, (index) =>
      mutate(database, 'adjustStock', { input: { variantId: master.id, quantity: index + 1 } }),
    );
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await database.client.stockItem.findFirstOrThrow()).countOnHand).toBe(36);
  });

  test('Decision T53: orders that complete while counts rise leave nothing owed unseen', async () => {
    const { permalink, master } = await makeProduct(database);
    const orders = await times(4, async () => {
      const { data } = await run(
        database.client,
        adminViewer,
        'mutation ($id: ID!) { createOrder(input: { lineItems: [{ variantId: $id, quantity: 2 }] }) { order { number } userErrors { code field message allowed lockVersion } } }',
        { id: master.id },
      );
      return (data as { createOrder: { number: string } }).createOrder.number;
    });
    const answers = await Promise.all([
      ...orders.map((number) =>
        run(
          database.client,
          adminViewer,
          'mutation ($ref: OrderBy!) { fireOrderEvent(by: $ref, event: COMPLETE) { order { id } userErrors { code field message allowed lockVersion } } }',
          { ref: { number } },
        ),
      ),
      ...[3, 4].map((countOnHand) =>
        mutate(database, 'updateVariant', {
          product: permalink,
          id: master.id,
          input: { countOnHand },
        }),
      ),
      mutate(database, 'adjustStock', { input: { variantId: master.id, quantity: 1 } }),
    ]);
    expect(answers.flatMap(({ errors }) => errors)).toEqual([]);
    const item = await database.client.stockItem.findFirstOrThrow({
      include: { stockMovements: true },
    });
    const sum = item.stockMovements.reduce((total, { quantity }) => total + quantity, 0);
    expect(sum).toBe(item.countOnHand);
    const owed = await database.client.inventoryUnit.count({ where: { state: 'backordered' } });
    expect(owed).toBeLessThanOrEqual(Math.max(0, -item.countOnHand));
  });
});
