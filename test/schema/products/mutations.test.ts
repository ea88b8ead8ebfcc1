import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  accepted,
  emptyCatalogue,
  invalid,
  makeProduct,
  makeVariant,
  mutate,
  refused,
  type ShownProduct,
  snapshot,
} from '../../support/catalogue.ts';
import { openTestDatabase } from '../../support/database.ts';
import {
  adminViewer,
  badKeyViewer,
  customerViewer,
  nobody,
  run,
  viewerWith,
} from '../../support/graphql.ts';

let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(() => emptyCatalogue(database));

afterAll(() => database.close());

const inRest = { ...adminViewer, language: 'rest' } as const;

const somebody = { id: 1n, email: 'someone@example.test', name: null };

const create = (input: Readonly<Record<string, unknown>>) =>
  refused(database, 'createProduct', { input });

const update = (ref: string, input: Readonly<Record<string, unknown>>, ifVersion?: number) =>
  accepted<ShownProduct>(database, 'updateProduct', { ref, input, ifVersion });

const refuseUpdate = (ref: string, input: Readonly<Record<string, unknown>>, ifVersion?: number) =>
  refused(database, 'updateProduct', { ref, input, ifVersion });

describe('Decision C2: a created product', () => {
  test('is complete from a name, a description and a price', async () => {
    const before = Date.now();
    const product = await makeProduct(database, {
      name: 'Bag & Tote',
      description: 'Holds things.',
    });
    expect(product).toMatchObject({
      name: 'Bag & Tote',
      description: 'Holds things.',
      permalink: 'bag-and-tote',
      price: '19.9',
      countOnHand: 0,
      hasVariants: false,
      shippingCategory: { id: '1' },
      metaDescription: null,
      metaKeywords: null,
      optionTypes: [],
      lockVersion: 0,
      deletedAt: null,
      variants: [],
    });
    expect(Date.parse(String(product['availableOn']))).toBeGreaterThanOrEqual(before - 1000);
    expect(Date.parse(String(product['availableOn']))).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(String(product['availableOn'])) % 1000).toBe(0);
    expect(product.master).toMatchObject({
      isMaster: true,
      position: 1,
      sku: '',
      price: '19.9',
      countOnHand: 0,
      backorderable: true,
      trackInventory: true,
      inStock: false,
      optionValues: [],
    });
  });

  test('points at its master, whose stock item lies in the default stock location', async () => {
    const { id } = await makeProduct(database);
    const product = await database.client.product.findUniqueOrThrow({
      where: { id: BigInt(id) },
      select: {
        master: { select: { stockItem: { include: { stockLocation: true } }, stockItems: true } },
      },
    });
    expect(product.master?.stockItems).toHaveLength(1);
    expect(product.master?.stockItem).toMatchObject({
      countOnHand: 0,
      backorderable: true,
      stockLocation: { isDefault: true },
    });
  });

  test('is seen by customers at once', async () => {
    await makeProduct(database);
    const { data } = await run(
      database.client,
      customerViewer(somebody),
      '{ product(by: { permalink: "shirt" }) { name } }',
    );
    expect(data).toEqual({ product: { name: 'Shirt' } });
  });

  test('takes the attributes of its master', async () => {
    const product = await makeProduct(database, {
      sku: ' S-1 ',
      costPrice: '10',
      weight: '0.25',
      height: 1,
      width: 2.5,
      depth: '3',
      trackInventory: false,
      backorderable: false,
      countOnHand: 7,
    });
    expect(product.countOnHand).toBe(7);
    expect(product.master).toMatchObject({
      sku: 'S-1',
      costPrice: '10.0',
      weight: 0.25,
      height: 1,
      width: 2.5,
      depth: 3,
      trackInventory: false,
      backorderable: false,
      countOnHand: 7,
    });
  });
});

describe('Decision C1: what a product is made of', () => {
  test('an empty create lists exactly name and price', async () => {
    expect(await create({})).toEqual(
      invalid({ name: ["can't be blank"], price: ["can't be blank"] }),
    );
  });

  test.each([
    ['name', "can't be blank", null],
    ['name', "can't be blank", '   '],
    ['name', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['name', 'is invalid', 'a\u0000b'],
    ['price', "can't be blank", null],
    ['price', 'is not a number', 'abc'],
    ['price', 'must have at most 2 decimal places', '1.001'],
    ['price', 'must be greater than or equal to 0', '-1'],
    ['price', 'must be less than or equal to 99999999.99', '100000000'],
    ['description', 'is too long (maximum is 65535 characters)', 'x'.repeat(65_536)],
    ['metaDescription', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['metaKeywords', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['availableOn', 'is not a valid date', 'soon'],
    ['permalink', 'is invalid', 'a b'],
    ['permalink', 'is invalid', '1984'],
    ['permalink', 'is reserved', 'new'],
    ['shippingCategoryId', 'is invalid', 999],
    ['shippingCategory', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['sku', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['costPrice', 'is not a number', '12,50'],
    ['weight', 'is not a number', 'heavy'],
    ['height', 'must be greater than or equal to 0', -1],
    ['width', 'must have at most 3 decimal places', '0.0001'],
    ['depth', 'must be less than or equal to 9999999.999', '10000000'],
    ['countOnHand', 'must be an integer', '1.5'],
    ['onHand', 'is not a number', 'many'],
    ['optionTypes', 'is invalid', ['Size', ' ']],
    ['optionTypes', 'is too long (maximum is 255 characters)', ['x'.repeat(256)]],
    [
      'optionTypes',
      'is too long (maximum is 500 entries)',
      Array.from({ length: 501 }, () => 'Size'),
    ],
    ['variants', 'is too long (maximum is 500 entries)', Array.from({ length: 501 }, () => ({}))],
  ])('a wrong %s is refused (%s) and nothing is made', async (attribute, message, value) => {
    expect(await create({ name: 'Shirt', price: '1', [attribute]: value })).toEqual(
      invalid({ [attribute]: [message] }),
    );
  });

  test.each([
    [{ name: 'Shirt' }],
    [{ price: '1' }],
    [{ name: 'Shirt', price: null }],
    [{ name: 'Shirt', price: 'abc' }],
    [{ name: 'Shirt', price: '1', weight: 'heavy' }],
    [{ name: 'Shirt', price: '1', weight: '0.25' }],
    [{ name: 'Shirt', price: '1', countOnHand: 1.5 }],
    [{ name: 'Shirt', price: '1', countOnHand: 2_147_483_648 }],
    [{ name: 'Shirt', price: '1', availableOn: 'soon' }],
  ])(
    'a client of GraphQL that sends %j gets an error of the request, and nothing is made (V6)',
    async (input) => {
      const before = await snapshot(database);
      const document =
        'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } userErrors { code } } }';
      const { data, errors } = await run(database.client, adminViewer, document, { input });
      expect({ data, errors }).toEqual({ data: null, errors: [{ code: 'BAD_USER_INPUT' }] });
      expect(await snapshot(database)).toBe(before);
    },
  );

  test.each([
    [{ weight: -1 }, 'weight', 'must be greater than or equal to 0'],
    [{ height: 0.0005 }, 'height', 'must have at most 3 decimal places'],
    [{ depth: 10_000_000 }, 'depth', 'must be less than or equal to 9999999.999'],
    [{ countOnHand: -1 }, 'countOnHand', 'must be greater than or equal to 0'],
  ])(
    'a client of GraphQL that sends %j is told what is wrong (V6)',
    async (sent, name, message) => {
      const before = await snapshot(database);
      const document =
        'mutation ($input: CreateProductInput!) { createProduct(input: $input) { product { id } userErrors { code field message } } }';
      const input = { name: 'Shirt', price: '1', backorderable: false, ...sent };
      const { errors } = await run(database.client, adminViewer, document, { input });
      expect(errors).toEqual(invalid({ [name]: [message] }));
      expect(await snapshot(database)).toBe(before);
    },
  );

  test('all errors are reported at once', async () => {
    const input = {
      name: ' ',
      price: 'x',
      availableOn: 'y',
      variants: [{ price: '-1' }, { sku: 'A' }, { sku: 'A' }],
    };
    expect(await create(input)).toEqual(
      invalid({
        name: ["can't be blank"],
        price: ['is not a number'],
        availableOn: ['is not a valid date'],
        'variants.0.price': ['must be greater than or equal to 0'],
        'variants.2.sku': ['has already been taken'],
      }),
    );
  });

  test('texts are kept as sent, the name without blanks around it', async () => {
    const product = await makeProduct(database, {
      name: '  Shirt ',
      description: ' fine ',
      metaDescription: 'meta',
      metaKeywords: 'a,b',
      availableOn: '2024-02-06T10:00:00.987+02:00',
      price: '$1,299.50',
    });
    expect(product).toMatchObject({
      name: 'Shirt',
      description: ' fine ',
      metaDescription: 'meta',
      metaKeywords: 'a,b',
      availableOn: '2024-02-06T08:00:00.000Z',
      price: '1299.5',
    });
  });

  test('a null available_on hides it from customers', async () => {
    expect((await makeProduct(database, { availableOn: null }))['availableOn']).toBeNull();
    const { errors } = await run(
      database.client,
      customerViewer(somebody),
      '{ product(by: { permalink: "shirt" }) { name } }',
    );
    expect(errors).toEqual([{ code: 'NOT_FOUND' }]);
  });

  test('a shipping category is made by name with the methods of the default one, and found again', async () => {
    const first = await makeProduct(database, { shippingCategory: ' Bulky ' });
    const second = await makeProduct(database, { shippingCategory: 'BULKY' });
    expect(second['shippingCategory']).toEqual(first['shippingCategory']);
    expect(
      await database.client.shippingCategory.findMany({
        where: { isDefault: false },
        select: {
          name: true,
          shippingMethods: { select: { name: true, active: true }, orderBy: { id: 'asc' } },
        },
      }),
    ).toEqual([
      {
        name: 'Bulky',
        shippingMethods: [
          { name: 'Standard', active: true },
          { name: 'Express', active: true },
        ],
      },
    ]);
  });

  test('a store has 50 shipping categories at most; those it has are found (P75)', async () => {
    await database.script(
      `INSERT INTO shipping_categories (name, is_default) SELECT 'Kind ' || n, false FROM generate_series(2, 50) n`,
    );
    expect(await create({ name: 'Crate', price: '1', shippingCategory: 'Fragile' })).toEqual(
      invalid({ shippingCategory: ['is new, and the store has no room for more than 50'] }),
    );
    const product = await makeProduct(database, { shippingCategory: 'KIND 50' });
    expect(await refuseUpdate('shirt', { shippingCategory: 'Fragile' })).toEqual(
      invalid({ shippingCategory: ['is new, and the store has no room for more than 50'] }),
    );
    expect((await update('shirt', { shippingCategory: 'kind 2' }))['shippingCategory']).not.toEqual(
      product['shippingCategory'],
    );
  });

  test('of two names of a shipping category the second is refused; REST takes the id (V30)', async () => {
    const both = {
      name: 'Shirt',
      price: '19.90',
      shippingCategoryId: 1,
      shippingCategory: 'Bulky',
    };
    expect(await create(both)).toEqual(
      invalid({ shippingCategory: ['cannot be sent with shippingCategoryId'] }),
    );
    const product = await accepted<ShownProduct>(
      database,
      'createProduct',
      { input: both },
      inRest,
    );
    expect(product['shippingCategory']).toEqual({ id: '1' });
    expect(await database.client.shippingCategory.count()).toBe(1);
  });

  test('option types are made by name in their order, and found in any case', async () => {
    const first = await makeProduct(database, { optionTypes: ['Size', 'Color', 'size'] });
    expect(first['optionTypes']).toEqual([
      { name: 'Size', presentation: 'Size' },
      { name: 'Color', presentation: 'Color' },
    ]);
    await makeProduct(database, { name: 'Hat', optionTypes: ['COLOR', 'Brim'] });
    const types = await database.client.optionType.findMany({ orderBy: { position: 'asc' } });
    expect(types.map(({ name, position }) => [name, position])).toEqual([
      ['Size', 1],
      ['Color', 2],
      ['Brim', 3],
    ]);
  });

  test('variants are made with it, at its price and behind the master', async () => {
    const product = await makeProduct(database, {
      optionTypes: ['Size'],
      variants: [
        {
          sku: 'S',
          options: [
            { name: 'Size', value: 'Small' },
            { name: 'Fit', value: 'Slim' },
          ],
          countOnHand: 3,
        },
        {
          sku: 'L',
          price: '21',
          options: [
            { name: 'size', value: 'Large' },
            { name: 'Fit', value: 'Slim' },
          ],
        },
      ],
    });
    expect(product).toMatchObject({ hasVariants: true, countOnHand: 3 });
    expect(product['optionTypes']).toMatchObject([{ name: 'Size' }, { name: 'Fit' }]);
    expect(product.variants).toMatchObject([
      {
        sku: 'S',
        price: '19.9',
        position: 2,
        countOnHand: 3,
        optionsText: 'Size: Small, Fit: Slim',
      },
      {
        sku: 'L',
        price: '21.0',
        position: 3,
        countOnHand: 0,
        optionsText: 'Size: Large, Fit: Slim',
      },
    ]);
  });

  test('a product whose variants have more units than an Int holds shows as many as it holds, and REST can send them back (R23)', async () => {
    const product = await makeProduct(database, {
      variants: [
        { sku: 'S', countOnHand: 999_999_999 },
        { sku: 'M', countOnHand: 999_999_999 },
        { sku: 'L', countOnHand: 999_999_999 },
      ],
    });
    expect(product.countOnHand).toBe(2_147_483_647);
    const { id, countOnHand } = product;
    const sentBack = { ref: id, input: { countOnHand } };
    const { master } = await accepted<ShownProduct>(database, 'updateProduct', sentBack, inRest);
    expect(master).toMatchObject({ countOnHand: 0 });
  });

  test('a count that REST read before a sale is not written to the master when it is sent back (R23, F11)', async () => {
    const product = await makeProduct(database, { variants: [{ sku: 'S', countOnHand: 30 }] });
    const { id, countOnHand } = product;
    const sentBack = { ref: id, input: { countOnHand: Number(countOnHand) + 1 } };
    const after = await accepted<ShownProduct>(database, 'updateProduct', sentBack, inRest);
    expect([after.master['countOnHand'], after.countOnHand]).toEqual([0, 30]);
  });

  test('the count of a master is written, also if it is what its variants have together (V30)', async () => {
    const { id } = await makeProduct(database, { variants: [{ sku: 'S', countOnHand: 4 }] });
    const { master, countOnHand } = await update(id, { countOnHand: 4 });
    expect([master['countOnHand'], countOnHand]).toEqual([4, 4]);
  });

  test.each(['permalink', 'shippingCategoryId', 'shippingCategory', 'optionTypes'])(
    'no product is without %s: null is refused (V30)',
    async (field) => {
      await makeProduct(database);
      expect(await refuseUpdate('shirt', { [field]: null })).toEqual(
        invalid({ [field]: ["can't be blank"] }),
      );
    },
  );

  test('a version is that of a variant which exists (V30)', async () => {
    await makeProduct(database);
    expect(await refuseUpdate('shirt', { variants: [{ sku: 'NEW', ifVersion: 0 }] })).toEqual(
      invalid({ 'variants.0.ifVersion': ['cannot be sent without id'] }),
    );
  });

  test('variants without a needed option, and two with the same, are refused', async () => {
    const small = [{ name: 'Size', value: 'S' }];
    const variants = [{ sku: 'A', options: small }, { sku: 'B' }, { sku: 'C', options: small }];
    expect(
      await create({ name: 'Shirt', price: '1', optionTypes: ['Size', 'Fit'], variants }),
    ).toEqual(
      invalid({
        'variants.0.options': ['must include Fit'],
        'variants.1.options': ['must include Size, Fit'],
        'variants.2.options': ['must include Fit'],
      }),
    );
    expect(
      await create({ name: 'Shirt', price: '1', variants: [variants[0], variants[2]] }),
    ).toEqual(invalid({ 'variants.1.options': ['has already been taken'] }));
  });

  test('more option types than a product may have are refused before any is made (P75)', async () => {
    const lastIds = () =>
      database.query(
        'SELECT t.last_value AS type, v.last_value AS value FROM option_types_id_seq t, option_values_id_seq v',
      );
    const names = Array.from({ length: 11 }, (_, index) => `Type ${index}`);
    const options = names.map((name) => ({ name, value: 'One' }));
    const product = await makeProduct(database, { optionTypes: ['Type 0'] });
    const before = await lastIds();
    const refusal = invalid({ optionTypes: ['is too long (maximum is 10 entries)'] });
    const input = { name: 'Shirt', price: '1' };
    expect(await create({ ...input, optionTypes: names })).toEqual(refusal);
    expect(await create({ ...input, variants: [{ options }] })).toEqual(refusal);
    expect(await refuseUpdate(product.id, { optionTypes: names })).toEqual(refusal);
    expect(
      await refused(database, 'createVariant', { product: product.id, input: { options } }),
    ).toEqual(refusal);
    expect(await lastIds()).toEqual(before);
    const ten = [...names.slice(1), ...names.slice(1).map((name) => name.toUpperCase())];
    expect((await update(product.id, { optionTypes: ten }))['optionTypes']).toHaveLength(10);
  });

  test('500 variants are made in one write', async () => {
    const variants = Array.from({ length: 500 }, (_, index) => ({
      sku: `V-${index}`,
      countOnHand: index,
      options: [{ name: 'Number', value: `No. ${index}` }],
    }));
    const product = await makeProduct(database, { variants });
    expect(
      product.variants.map(({ sku, countOnHand, optionsText }) => [sku, countOnHand, optionsText]),
    ).toEqual(
      variants.map(({ sku, countOnHand }) => [sku, countOnHand, `Number: No. ${countOnHand}`]),
    );
  });

  test('an id in variants of a new product is invalid', async () => {
    expect(await create({ name: 'Shirt', price: '1', variants: [{ id: 1 }] })).toEqual(
      invalid({ 'variants.0.id': ['is invalid'] }),
    );
  });
});

describe('Decision C3: the permalink', () => {
  test.each([
    ["Men's Crème Straße-Shirt (XL)", 'mens-creme-strasse-shirt-xl'],
    ['1984', 'p-1984'],
    ['日本', 'product'],
    ['New', 'new-1'],
  ])('of %s is %s', async (name, permalink) => {
    expect((await makeProduct(database, { name })).permalink).toBe(permalink);
  });

  test('gets the smallest free suffix', async () => {
    const permalinks = [];
    for (const name of ['Shirt', 'Shirt', 'SHIRT!', 'Shirt blue', 'Shirt']) {
      permalinks.push((await makeProduct(database, { name })).permalink);
    }
    expect(permalinks).toEqual(['shirt', 'shirt-1', 'shirt-2', 'shirt-blue', 'shirt-3']);
    await accepted(database, 'deleteProduct', { ref: 'shirt-1' });
    expect((await makeProduct(database)).permalink).toBe('shirt-1');
  });

  test('can be chosen, in any letter case, and is refused when taken', async () => {
    expect((await makeProduct(database, { permalink: 'My_Shirt-2' })).permalink).toBe('my_shirt-2');
    expect(await create({ name: 'Shirt', price: '1', permalink: 'MY_shirt-2' })).toEqual(
      invalid({ permalink: ['has already been taken'] }),
    );
  });

  test('stays when the product is renamed, and can be changed by itself', async () => {
    await makeProduct(database);
    expect(await update('shirt', { name: 'Blouse' })).toMatchObject({
      name: 'Blouse',
      permalink: 'shirt',
    });
    const blank = { ref: 'shirt', input: { permalink: '' } };
    expect(await refused(database, 'updateProduct', blank)).toEqual(
      invalid({ permalink: ["can't be blank"] }),
    );
    expect(await accepted(database, 'updateProduct', blank, inRest)).toMatchObject({
      permalink: 'shirt',
    });
    expect((await update('shirt', { permalink: 'blouse' })).permalink).toBe('blouse');
  });
});

describe('Decision C1: a change', () => {
  test('writes what is sent and keeps the rest', async () => {
    const former = await makeProduct(database, { description: 'Old', sku: 'S' });
    const product = await update('shirt', {
      price: '25',
      description: null,
      availableOn: null,
      countOnHand: 4,
      metaKeywords: 'new',
    });
    expect(product).toMatchObject({
      id: former.id,
      name: 'Shirt',
      description: null,
      price: '25.0',
      availableOn: null,
      metaKeywords: 'new',
      countOnHand: 4,
      lockVersion: 1,
      master: { sku: 'S', price: '25.0', countOnHand: 4, lockVersion: 1 },
    });
  });

  test('is found by id too', async () => {
    const { id } = await makeProduct(database);
    expect(await update(id, { name: 'Blouse' })).toMatchObject({ id, name: 'Blouse' });
  });

  test('of equal values changes nothing', async () => {
    const product = await makeProduct(database, {
      description: 'Old',
      sku: 'S',
      countOnHand: 3,
      weight: '1.5',
      optionTypes: ['Size'],
      variants: [{ sku: 'V', options: [{ name: 'Size', value: 'S' }] }],
    });
    const before = await snapshot(database);
    await update(
      'shirt',
      {
        name: ' Shirt',
        price: 19.9,
        description: 'Old',
        permalink: 'SHIRT',
        availableOn: product['availableOn'],
        shippingCategoryId: '1',
        sku: 'S',
        weight: 1.5,
        costPrice: null,
        countOnHand: '3',
        trackInventory: true,
        backorderable: true,
        optionTypes: ['size'],
        variants: [
          {
            id: product.variants[0]?.id,
            sku: 'V',
            price: '19.90',
            position: 2,
            countOnHand: 0,
            options: [{ name: 'SIZE', value: 's' }],
            ifVersion: 0,
          },
        ],
      },
      0,
    );
    expect(await snapshot(database)).toBe(before);
  });

  test.each([
    ['name', "can't be blank", null],
    ['name', "can't be blank", ''],
    ['price', "can't be blank", null],
    ['trackInventory', "can't be blank", null],
    ['backorderable', "can't be blank", null],
    ['countOnHand', "can't be blank", null],
    ['shippingCategoryId', 'is invalid', 'x'],
    ['permalink', 'has already been taken', 'taken'],
    ['sku', 'has already been taken', 'T'],
  ])('to a wrong %s is refused (%s) and changes nothing', async (attribute, message, value) => {
    await makeProduct(database, { permalink: 'taken', sku: 'T' });
    await makeProduct(database);
    expect(await refuseUpdate('shirt', { [attribute]: value, description: 'other' })).toEqual(
      invalid({ [attribute]: [message] }),
    );
  });

  test.each([
    ['', "can't be blank"],
    [' ', "can't be blank"],
    [false, 'is not a number'],
    ['0x0', 'is not a number'],
  ])(
    'to the count %j is refused, though its variants have none in stock',
    async (sent, message) => {
      await makeProduct(database, { variants: [{ sku: 'V' }] });
      expect(await refuseUpdate('shirt', { countOnHand: sent })).toEqual(
        invalid({ countOnHand: [message] }),
      );
    },
  );

  test('with an older lockVersion is a conflict that returns the stored one', async () => {
    await makeProduct(database);
    await update('shirt', { description: 'first' }, 0);
    expect(await refuseUpdate('shirt', { description: 'second', name: '' }, 0)).toEqual([
      { code: 'CONFLICT', lockVersion: 1 },
    ]);
  });

  test('changes the variants with an id, adds those without, removes none', async () => {
    const product = await makeProduct(database, { variants: [{ sku: 'A' }, { sku: 'B' }] });
    const [a] = product.variants;
    const after = await update('shirt', {
      price: '30',
      variants: [{ id: a?.id, sku: 'A2' }, { sku: 'C' }],
    });
    expect(after.variants).toMatchObject([
      { id: a?.id, sku: 'A2', price: '19.9' },
      { sku: 'B', price: '19.9' },
      { sku: 'C', price: '30.0', position: 4 },
    ]);
    expect(after.master).toMatchObject({ price: '30.0' });
  });

  test('gives all variants that it adds behind the last position there is that position (C7)', async () => {
    const product = await makeProduct(database, { variants: [{ sku: 'A' }] });
    const [a] = product.variants;
    const { variants } = await update('shirt', {
      variants: [{ id: a?.id, position: 2_147_483_646 }, { sku: 'B' }, { sku: 'C' }, { sku: 'D' }],
    });
    expect(variants.map(({ sku, position }) => [sku, position])).toEqual([
      ['A', 2_147_483_646],
      ['B', 2_147_483_647],
      ['C', 2_147_483_647],
      ['D', 2_147_483_647],
    ]);
  });

  test('with an id that is no live variant of the product, or its master, is refused', async () => {
    const other = await makeProduct(database, { name: 'Hat', variants: [{}] });
    const product = await makeProduct(database, { variants: [{}, {}] });
    const [first, second] = product.variants;
    await accepted(database, 'deleteVariant', { product: 'shirt', id: second?.id });
    const variants = [
      first?.id,
      other.variants[0]?.id,
      product.master.id,
      second?.id,
      first?.id,
      'x',
    ].map((id) => ({ id, price: '1' }));
    expect(await refuseUpdate('shirt', { variants })).toEqual(
      invalid(
        Object.fromEntries(
          [1, 2, 3, 4, 5].map((index) => [`variants.${index}.id`, ['is invalid']]),
        ),
      ),
    );
  });

  test('with an older lockVersion of a variant is a conflict', async () => {
    const product = await makeProduct(database, { variants: [{}] });
    const variants = [{ id: product.variants[0]?.id, ifVersion: 3 }];
    expect(await refuseUpdate('shirt', { variants })).toEqual([
      { code: 'CONFLICT', field: 'variants.0.ifVersion', lockVersion: 0 },
    ]);
  });

  test('replaces the list of option types, in its order', async () => {
    await makeProduct(database, { optionTypes: ['Size', 'Color'] });
    expect((await update('shirt', { optionTypes: ['Color', 'Fit'] }))['optionTypes']).toMatchObject(
      [{ name: 'Color' }, { name: 'Fit' }],
    );
  });

  test('cannot leave out an option type that a live variant uses', async () => {
    const product = await makeProduct(database, {
      variants: [{ options: [{ name: 'Size', value: 'S' }] }],
    });
    expect(await refuseUpdate('shirt', { optionTypes: ['Color'] })).toEqual(
      invalid({ optionTypes: ['is invalid'] }),
    );
    const [variant] = product.variants;
    const options = [{ name: 'Color', value: 'Red' }];
    const variants = [{ id: variant?.id, optionValueIds: [], options }];
    expect(
      (await update('shirt', { optionTypes: ['Color'], variants }))['optionTypes'],
    ).toMatchObject([{ name: 'Color' }]);
  });

  test('gives every variant a value of a new option type, or is refused', async () => {
    const product = await makeProduct(database, {
      variants: [
        { sku: 'S', options: [{ name: 'Size', value: 'S' }] },
        { sku: 'M', options: [{ name: 'Size', value: 'M' }] },
      ],
    });
    const [small, medium] = product.variants.map(({ id }) => id);
    const red = [{ name: 'Color', value: 'Red' }];
    const lacked = ['must not add Color, which another variant lacks'];
    expect(await refuseUpdate('shirt', { optionTypes: ['Size', 'Color'] })).toEqual(
      invalid({ optionTypes: lacked }),
    );
    expect(await refuseUpdate('shirt', { variants: [{ id: small, options: red }] })).toEqual(
      invalid({ 'variants.0.options': lacked }),
    );
    const variants = [small, medium].map((id) => ({ id, options: red }));
    expect((await update('shirt', { variants })).variants).toMatchObject([
      { sku: 'S', optionsText: 'Size: S, Color: Red' },
      { sku: 'M', optionsText: 'Size: M, Color: Red' },
    ]);
  });

  test('exchanges the options of two variants in one write', async () => {
    const sizes = ['S', 'M'].map((value) => [{ name: 'Size', value }]);
    const product = await makeProduct(database, {
      variants: sizes.map((options) => ({ options })),
    });
    const variants = product.variants.map(({ id }, index) => ({ id, options: sizes[1 - index] }));
    expect((await update('shirt', { variants })).variants).toMatchObject([
      { optionsText: 'Size: M' },
      { optionsText: 'Size: S' },
    ]);
  });

  test('refuses options and a position of a master, which REST ignores (C10, V30)', async () => {
    const { master } = await makeProduct(database);
    const input = { options: [{ name: 'Size', value: 'S' }], optionValueIds: [99], position: 7 };
    const sent = { product: 'shirt', id: master.id, input };
    const ofMaster = ['cannot be set on a master variant'];
    expect(await refused(database, 'updateVariant', sent)).toEqual(
      invalid({ position: ofMaster, optionValueIds: ofMaster, options: ofMaster }),
    );
    const before = await snapshot(database);
    await accepted(database, 'updateVariant', sent, inRest);
    const own = { options: [], optionValueIds: [], position: 1 };
    await accepted(database, 'updateVariant', { ...sent, input: own });
    expect(await snapshot(database)).toBe(before);
  });
});

describe('Decision C5: deleting', () => {
  test('marks the product and its variants, and frees permalink and skus', async () => {
    const product = await makeProduct(database, {
      sku: 'M',
      countOnHand: 2,
      variants: [{ sku: 'V' }],
    });
    const deleted = await accepted<ShownProduct>(database, 'deleteProduct', { ref: 'shirt' });
    expect(deleted).toMatchObject({ id: product.id, permalink: 'shirt', variants: [] });
    expect(deleted['deletedAt']).not.toBeNull();
    const rows = await database.client.variant.findMany({ orderBy: { id: 'asc' } });
    expect(rows.map(({ sku, deletedAt }) => [sku, deletedAt === null])).toEqual([
      ['M', false],
      ['V', false],
    ]);
    const again = await makeProduct(database, { sku: 'M', variants: [{ sku: 'V' }] });
    expect(again.permalink).toBe('shirt');
    expect(await database.client.stockMovement.count()).toBe(1);
  });

  test('a deleted product is missing for every write', async () => {
    const { id, master } = await makeProduct(database);
    await accepted(database, 'deleteProduct', { ref: 'shirt' });
    const ref = id;
    const missing = [{ code: 'NOT_FOUND' }];
    expect(await refused(database, 'deleteProduct', { ref })).toEqual(missing);
    expect(await refuseUpdate(ref, { name: 'Other' })).toEqual(missing);
    expect(await refused(database, 'createVariant', { product: ref, input: {} })).toEqual(missing);
    expect(
      await refused(database, 'updateVariant', { product: ref, id: master.id, input: {} }),
    ).toEqual(missing);
  });
});

describe('Decision A18, A20: who may write products', () => {
  const writes = [
    ['createProduct', { input: {} }],
    ['updateProduct', { ref: 'nothing', input: {} }],
    ['deleteProduct', { ref: 'nothing' }],
  ] as const;

  test.each(writes)('%s checks the permission before it reads', async (mutation, variables) => {
    const reader = viewerWith(somebody, 'products.show_hidden', 'orders.read');
    for (const [viewer, error] of [
      [nobody, { code: 'UNAUTHENTICATED', reason: 'missing_key' }],
      [badKeyViewer, { code: 'UNAUTHENTICATED', reason: 'invalid_key' }],
      [customerViewer(somebody), { code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
      [reader, { code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
    ] as const) {
      expect(await refused(database, mutation, variables, viewer)).toEqual([error]);
    }
  });

  test.each(writes.slice(1))(
    '%s of a missing product is NOT_FOUND',
    async (mutation, variables) => {
      expect(await refused(database, mutation, variables)).toEqual([{ code: 'NOT_FOUND' }]);
    },
  );

  test('the permission is enough', async () => {
    const clerk = viewerWith(null, 'products.create');
    const { errors } = await mutate(
      database,
      'createProduct',
      { input: { name: 'Shirt', price: 1 } },
      clerk,
    );
    expect(errors).toEqual([]);
  });
});

test('a new price leaves variants alone', async () => {
  const product = await makeProduct(database);
  const variant = await makeVariant(database, product);
  await update('shirt', { price: '99' });
  const stored = await database.client.variant.findUniqueOrThrow({
    where: { id: BigInt(variant.id) },
  });
  expect(stored.price.toString()).toBe('19.9');
});
