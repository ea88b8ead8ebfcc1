import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  accepted,
  emptyCatalogue,
  invalid,
  ledgerOf,
  makeProduct,
  makeVariant,
  refused,
  type ShownProduct,
  type ShownVariant,
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

type Input = Readonly<Record<string, unknown>>;

let database: Database;
let product: ShownProduct;

beforeAll(async () => {
  database = await openTestDatabase();
});

beforeEach(async () => {
  await emptyCatalogue(database);
  product = await makeProduct(database);
});

afterAll(() => database.close());

const inRest = { ...adminViewer, language: 'rest' } as const;

const somebody = { id: 1n, email: 'someone@example.test', name: null };

const create = (input: Input = {}) => makeVariant(database, product, input);

const update = ({ id }: { readonly id: string }, input: Input, ifVersion?: unknown) =>
  accepted(database, 'updateVariant', { product: product.permalink, id, input, ifVersion });

const refuseCreate = (input: Input) =>
  refused(database, 'createVariant', { product: product.permalink, input });

const refuseUpdate = ({ id }: { readonly id: string }, input: Input, ifVersion?: number) =>
  refused(database, 'updateVariant', { product: product.permalink, id, input, ifVersion });

const productUpdatedAt = async () =>
  (await database.client.product.findUniqueOrThrow({ where: { id: BigInt(product.id) } }))
    .updatedAt;

const notFound = [{ code: 'NOT_FOUND' }];

describe('Decision C7: a new variant', () => {
  test('has a default for everything', async () => {
    expect(await create()).toMatchObject({
      productId: product.id,
      isMaster: false,
      sku: '',
      price: '19.9',
      costPrice: null,
      weight: null,
      height: null,
      width: null,
      depth: null,
      position: 2,
      trackInventory: true,
      backorderable: true,
      countOnHand: 0,
      inStock: false,
      optionValues: [],
      lockVersion: 0,
      deletedAt: null,
    });
  });

  test('takes what is sent', async () => {
    const variant = await create({
      sku: ' V-1 ',
      price: '$1,299.50',
      costPrice: 100,
      weight: '1.125',
      height: 2,
      width: '3.0',
      depth: 0,
      position: '9',
      trackInventory: false,
      backorderable: false,
      countOnHand: '12',
    });
    expect(variant).toMatchObject({
      sku: 'V-1',
      price: '1299.5',
      costPrice: '100.0',
      weight: 1.125,
      height: 2,
      width: 3,
      depth: 0,
      position: 9,
      trackInventory: false,
      backorderable: false,
      countOnHand: 12,
      inStock: true,
    });
    expect(await ledgerOf(database, variant.id)).toEqual([
      { kind: 'set', quantity: 12, countAfter: 12 },
    ]);
  });

  test('has one count: a second is refused, and ignored in REST (V30)', async () => {
    const input = { countOnHand: 12, onHand: 99 };
    expect(await refuseCreate(input)).toEqual(
      invalid({ onHand: ['cannot be sent with countOnHand'] }),
    );
    const sent = { product: product.permalink, input };
    expect(await accepted(database, 'createVariant', sent, inRest)).toMatchObject({
      countOnHand: 12,
    });
  });

  test('takes nulls as not sent', async () => {
    const nulls = [
      'sku',
      'price',
      'costPrice',
      'weight',
      'position',
      'trackInventory',
      'backorderable',
    ];
    const input = Object.fromEntries(
      [...nulls, 'countOnHand', 'optionValueIds', 'options'].map((name) => [name, null]),
    );
    expect(await create(input)).toMatchObject({
      sku: '',
      price: '19.9',
      position: 2,
      trackInventory: true,
    });
  });

  test('comes behind the last one', async () => {
    await create({ position: 41 });
    expect(await create()).toMatchObject({ position: 42 });
  });

  test('lies in the default stock location, which it points at', async () => {
    const { id } = await create({ onHand: 3 });
    const stored = await database.client.variant.findUniqueOrThrow({
      where: { id: BigInt(id) },
      select: {
        stockItem: {
          select: { countOnHand: true, stockLocation: { select: { isDefault: true } } },
        },
      },
    });
    expect(stored.stockItem).toEqual({ countOnHand: 3, stockLocation: { isDefault: true } });
  });

  test('moves the updated_at of its product', async () => {
    const before = await productUpdatedAt();
    await create();
    expect((await productUpdatedAt()).getTime()).toBeGreaterThan(before.getTime());
  });

  test('can be made below zero where backorderable', async () => {
    expect(await create({ countOnHand: -2 })).toMatchObject({ countOnHand: -2 });
  });
});

const wrongAttributes = [
  ['sku', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
  ['sku', 'is invalid', '\u0000'],
  ['price', 'is not a number', 'abc'],
  ['price', 'is not a number', true],
  ['price', 'is not a number', '1e3'],
  ['price', 'must have at most 2 decimal places', 1.005],
  ['price', 'must be greater than or equal to 0', '-0.01'],
  ['price', 'must be less than or equal to 99999999.99', '100000000'],
  ['costPrice', 'is not a number', '12,50'],
  ['costPrice', 'must have at most 2 decimal places', '1.234'],
  ['weight', 'is not a number', 'heavy'],
  ['height', 'must be greater than or equal to 0', '-1'],
  ['width', 'must have at most 3 decimal places', '1.0001'],
  ['depth', 'must be less than or equal to 9999999.999', 10_000_000],
  ['position', 'must be greater than 0', 0],
  ['position', 'must be an integer', '1.5'],
  ['position', 'is not a number', 'first'],
  ['countOnHand', 'is not a number', 'many'],
  ['countOnHand', 'must be an integer', 1.5],
  ['countOnHand', 'must be less than or equal to 2147483647', '2147483648'],
  ['onHand', 'must be an integer', '0.5'],
  ['optionValueIds', 'is invalid', [99]],
  ['optionValueIds', 'is invalid', ['x']],
  ['optionValueIds', 'is too long (maximum is 500 entries)', Array.from({ length: 501 }, () => 1)],
  ['options', 'is invalid', [{ name: ' ', value: 'S' }]],
  ['options', 'is invalid', [{ name: 'Size' }]],
  [
    'options',
    'is invalid',
    [
      { name: 'Size', value: 'S' },
      { name: 'SIZE', value: 'M' },
    ],
  ],
  [
    'options',
    'is too long (maximum is 255 characters)',
    [{ name: 'Size', value: 'x'.repeat(256) }],
  ],
] as const;

describe('Decision C7: wrong attributes', () => {
  test.each(wrongAttributes)('%s: %s, and nothing is made', async (attribute, message, value) => {
    expect(await refuseCreate({ [attribute]: value })).toEqual(invalid({ [attribute]: [message] }));
  });

  test.each([
    ...wrongAttributes,
    ['price', "can't be blank", null],
    ['price', "can't be blank", ' '],
    ['position', "can't be blank", null],
    ['countOnHand', "can't be blank", null],
    ['trackInventory', "can't be blank", null],
    ['backorderable', "can't be blank", null],
  ] as const)('%s: %s, and nothing is changed', async (attribute, message, value) => {
    const variant = await create({ sku: 'V', countOnHand: 1 });
    expect(await refuseUpdate(variant, { depth: 5, [attribute]: value })).toEqual(
      invalid({ [attribute]: [message] }),
    );
  });

  test('all are reported at once', async () => {
    expect(
      await refuseCreate({ price: 'x', weight: 'y', countOnHand: 'z', options: [{}] }),
    ).toEqual(
      invalid({
        price: ['is not a number'],
        weight: ['is not a number'],
        countOnHand: ['is not a number'],
        options: ['is invalid'],
      }),
    );
  });
});

describe('Decision C7: a change', () => {
  test('writes what is sent and keeps the rest', async () => {
    const variant = await create({ sku: 'V', price: 5, costPrice: 3, weight: 1, depth: 2 });
    const before = await productUpdatedAt();
    const after = await update(variant, { price: '6', costPrice: null, weight: '', position: 7 });
    expect(after).toMatchObject({
      id: variant.id,
      sku: 'V',
      price: '6.0',
      costPrice: null,
      weight: null,
      depth: 2,
      position: 7,
      lockVersion: 1,
    });
    expect(after['updatedAt']).not.toBe(variant['updatedAt']);
    expect((await productUpdatedAt()).getTime()).toBeGreaterThan(before.getTime());
  });

  test('of a record sent back whole changes nothing', async () => {
    const variant = await create({
      sku: 'V',
      costPrice: 3,
      weight: '1.5',
      countOnHand: -4,
      options: [{ name: 'Size', value: 'S' }],
    });
    const before = await snapshot(database);
    const { sku, price, costPrice, weight, height, position, trackInventory } = variant;
    const { backorderable, countOnHand, optionValues, lockVersion } = variant;
    const whole = {
      ...{ sku, price, costPrice, weight, height, position, trackInventory, backorderable },
      countOnHand,
      optionValueIds: (optionValues as ShownVariant[]).map(({ id }) => id),
    };
    await update(variant, whole, lockVersion);
    expect(await snapshot(database)).toBe(before);
  });

  test('a sku of null becomes the empty one', async () => {
    const variant = await create({ sku: 'V' });
    expect(await update(variant, { sku: null })).toMatchObject({ sku: '' });
  });

  test('with an older lockVersion is a conflict, before the data are looked at', async () => {
    const variant = await create();
    await update(variant, { weight: 1 }, 0);
    expect(await refuseUpdate(variant, { price: 'x' }, 0)).toEqual([
      { code: 'CONFLICT', lockVersion: 1 },
    ]);
  });

  test('the product is named by its id or permalink', async () => {
    const { id } = await create();
    for (const ref of [product.id, 'SHIRT']) {
      const answer = await accepted(database, 'updateVariant', {
        product: ref,
        id,
        input: { weight: 1 },
      });
      expect(answer.id).toBe(id);
    }
  });

  test('Decision C12: reaches a master, whose position stays 1', async () => {
    const input = { sku: 'M', position: 8, countOnHand: 2 };
    expect(await refuseUpdate(product.master, input)).toEqual(
      invalid({ position: ['cannot be set on a master variant'] }),
    );
    const sent = { product: product.permalink, id: product.master.id, input };
    expect(await accepted(database, 'updateVariant', sent, inRest)).toMatchObject({
      isMaster: true,
      sku: 'M',
      position: 1,
      countOnHand: 2,
      lockVersion: 1,
    });
  });
});

describe('Decision C8: the sku', () => {
  test('is unique among live variants of the store, masters included', async () => {
    await makeProduct(database, { name: 'Hat', sku: 'A' });
    expect(await refuseCreate({ sku: ' A ' })).toEqual(
      invalid({ sku: ['has already been taken'] }),
    );
    const variant = await create({ sku: 'a' });
    expect(await refuseUpdate(variant, { sku: 'A' })).toEqual(
      invalid({ sku: ['has already been taken'] }),
    );
  });

  test('may be empty any number of times', async () => {
    expect([await create(), await create({ sku: ' ' })]).toMatchObject([{ sku: '' }, { sku: '' }]);
  });

  test('is free again once its variant is deleted', async () => {
    const { id } = await create({ sku: 'A' });
    await accepted(database, 'deleteVariant', { product: 'shirt', id });
    expect(await create({ sku: 'A' })).toMatchObject({ sku: 'A' });
  });
});

describe('Decision C9: the count', () => {
  test('set is read back, with its difference in the ledger', async () => {
    const variant = await create({ countOnHand: 5 });
    expect(await update(variant, { countOnHand: 2 })).toMatchObject({
      countOnHand: 2,
      lockVersion: 1,
    });
    expect(await update(variant, { onHand: '7' })).toMatchObject({ countOnHand: 7, inStock: true });
    expect(await ledgerOf(database, variant.id)).toEqual([
      { kind: 'set', quantity: 5, countAfter: 5 },
      { kind: 'set', quantity: -3, countAfter: 2 },
      { kind: 'set', quantity: 5, countAfter: 7 },
    ]);
  });

  test('passes from the lowest to the highest number', async () => {
    const variant = await create({ countOnHand: -2_147_483_648 });
    expect(await update(variant, { countOnHand: 2_147_483_647 })).toMatchObject({
      countOnHand: 2_147_483_647,
    });
    const ledger = await ledgerOf(database, variant.id);
    expect(ledger.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(2_147_483_647);
  });

  test('falls below zero only where backorderable after the write', async () => {
    const message = { countOnHand: ['must be greater than or equal to 0'] };
    expect(await refuseCreate({ countOnHand: -1, backorderable: false })).toEqual(invalid(message));
    const variant = await create({ backorderable: false, countOnHand: 1 });
    expect(await refuseUpdate(variant, { countOnHand: -1 })).toEqual(invalid(message));
    expect(await update(variant, { countOnHand: -1, backorderable: true })).toMatchObject({
      countOnHand: -1,
      backorderable: true,
    });
    expect(await refuseUpdate(variant, { countOnHand: -2, backorderable: false })).toEqual(
      invalid(message),
    );
  });
});

describe('Decision C7: backorderable', () => {
  test('stays on while the count is negative', async () => {
    const variant = await create({ countOnHand: -3 });
    const message = { backorderable: ['is invalid'] };
    expect(await refuseUpdate(variant, { backorderable: false })).toEqual(invalid(message));
    expect(await refuseUpdate(variant, { backorderable: false, countOnHand: -3 })).toEqual(
      invalid(message),
    );
    expect(await update(variant, { backorderable: false, countOnHand: 0 })).toMatchObject({
      backorderable: false,
      countOnHand: 0,
    });
  });

  test('is written in every location, and stays on while one of them owes', async () => {
    const east = await database.client.stockLocation.create({
      data: { name: 'East', isDefault: false },
    });
    const variant = await create();
    const adjust = (quantity: number) =>
      accepted(database, 'adjustStock', {
        input: { variantId: variant.id, stockLocationId: String(east.id), quantity },
      });
    await adjust(-1);
    expect(await refuseUpdate(variant, { backorderable: false })).toEqual(
      invalid({ backorderable: ['is invalid'] }),
    );
    await adjust(1);
    expect(await update(variant, { backorderable: false })).toMatchObject({ backorderable: false });
    const items = await database.client.stockItem.findMany({
      where: { variantId: BigInt(variant.id) },
    });
    expect(items.map(({ backorderable }) => backorderable)).toEqual([false, false]);
  });
});

describe('Decision T35: tracking', () => {
  test('switched off writes a negative count off', async () => {
    const variant = await create({ countOnHand: -3 });
    expect(await update(variant, { trackInventory: false })).toMatchObject({
      trackInventory: false,
      countOnHand: 0,
      inStock: true,
    });
    expect(await ledgerOf(database, variant.id)).toEqual([
      { kind: 'set', quantity: -3, countAfter: -3 },
      { kind: 'adjust', quantity: 3, countAfter: 0 },
    ]);
  });

  test('switched off lets backorderable go in the same write', async () => {
    const variant = await create({ countOnHand: -3 });
    expect(await update(variant, { trackInventory: false, backorderable: false })).toMatchObject({
      backorderable: false,
      countOnHand: 0,
    });
  });

  test('T34: switched off with a count leaves that count, whatever another location owed', async () => {
    const east = await database.client.stockLocation.create({
      data: { name: 'East', isDefault: false },
    });
    const variant = await create();
    await accepted(database, 'adjustStock', {
      input: { variantId: variant.id, stockLocationId: String(east.id), quantity: -3 },
    });
    expect(await update(variant, { trackInventory: false, countOnHand: 10 })).toMatchObject({
      countOnHand: 10,
    });
  });

  test('switched off keeps a count that is not negative, and switched on again too', async () => {
    const variant = await create({ countOnHand: 3 });
    expect(await update(variant, { trackInventory: false })).toMatchObject({ countOnHand: 3 });
    expect(await update(variant, { trackInventory: true })).toMatchObject({ countOnHand: 3 });
    expect(await ledgerOf(database, variant.id)).toHaveLength(1);
  });
});

describe('Decision C10: options', () => {
  const sizeAndColor = [
    { name: ' Size ', value: 'Small' },
    { name: 'Color', value: 'Red' },
  ];

  const large = (color: string) => [
    { name: 'Size', value: 'Large' },
    { name: 'Color', value: color },
  ];

  const valueIds = (variant: ShownVariant) =>
    (variant['optionValues'] as ShownVariant[]).map(({ id }) => id);

  const optionTypesOfProduct = async () =>
    (
      await run(
        database.client,
        customerViewer(somebody),
        '{ product(by: { permalink: "shirt" }) { optionTypes { name } } }',
      )
    ).data;

  test('by name are made, and their types join the product', async () => {
    expect(await create({ options: sizeAndColor })).toMatchObject({
      optionsText: 'Size: Small, Color: Red',
      optionValues: [
        { name: 'Small', presentation: 'Small', optionType: { name: 'Size' } },
        { name: 'Red', presentation: 'Red', optionType: { name: 'Color' } },
      ],
    });
    expect(await optionTypesOfProduct()).toEqual({
      product: { optionTypes: [{ name: 'Size' }, { name: 'Color' }] },
    });
  });

  test('by name are found in any case, and set one type alone', async () => {
    const variant = await create({ options: sizeAndColor });
    const after = await update(variant, { options: [{ name: 'SIZE', value: 'large' }] });
    expect(after).toMatchObject({ optionsText: 'Size: large, Color: Red', lockVersion: 1 });
    const blue = { name: 'COLOR', value: 'Blue' };
    const other = await create({ options: [{ name: 'size', value: 'LARGE' }, blue] });
    expect(valueIds(other)[0]).toEqual(valueIds(after)[0]);
    expect(await database.client.optionType.count()).toBe(2);
    expect(await database.client.optionValue.count()).toBe(4);
  });

  test('by id replace all, and options by name come after them', async () => {
    const [small, red] = valueIds(await create({ options: sizeAndColor }));
    const [, blue] = valueIds(await create({ options: large('Blue') }));
    const variant = await create({ options: large('Red') });
    expect(await update(variant, { optionValueIds: [small, String(blue), blue] })).toMatchObject({
      optionsText: 'Size: Small, Color: Blue',
    });
    const options = [{ name: 'Color', value: 'Green' }];
    expect(await update(variant, { optionValueIds: [red, small], options })).toMatchObject({
      optionsText: 'Size: Small, Color: Green',
    });
  });

  test('of two values of one type are invalid', async () => {
    const [small] = valueIds(await create({ options: sizeAndColor }));
    const [other] = valueIds(await create({ options: large('Red') }));
    expect(await refuseCreate({ optionValueIds: [small, other] })).toEqual(
      invalid({ optionValueIds: ['is invalid'] }),
    );
  });

  test('are taken while another variant that is not deleted has the same', async () => {
    const first = await create({ options: sizeAndColor });
    const second = await create({ options: large('Red') });
    const taken = ['has already been taken'];
    const turned = [...sizeAndColor].reverse();
    expect(await refuseCreate({ options: turned })).toEqual(invalid({ options: taken }));
    expect(await refuseUpdate(second, { options: [{ name: 'size', value: 'small' }] })).toEqual(
      invalid({ options: taken }),
    );
    expect(await refuseUpdate(second, { optionValueIds: valueIds(first) })).toEqual(
      invalid({ optionValueIds: taken }),
    );
    await accepted(database, 'deleteVariant', { product: 'shirt', id: first.id });
    expect(await create({ options: turned })).toMatchObject({
      optionsText: 'Size: Small, Color: Red',
    });
  });

  test('must have a value of each option type of the product', async () => {
    const variant = await create({ options: sizeAndColor });
    const size = [{ name: 'Size', value: 'Large' }];
    expect(await refuseCreate({ sku: 'A', price: 5 })).toEqual(
      invalid({ options: ['must include Size, Color'] }),
    );
    expect(await refuseCreate({ options: size })).toEqual(
      invalid({ options: ['must include Color'] }),
    );
    expect(await refuseUpdate(variant, { optionValueIds: [] })).toEqual(
      invalid({ optionValueIds: ['must include Size, Color'] }),
    );
    expect(await refuseUpdate(variant, { optionValueIds: [], options: size })).toEqual(
      invalid({ options: ['must include Color'] }),
    );
  });

  test('of a new type are refused where another variant would lack it', async () => {
    const [first] = [await create({ sku: 'A' }), await create({ sku: 'B' })];
    const options = [{ name: 'Size', value: 'S' }];
    const lacked = invalid({ options: ['must not add Size, which another variant lacks'] });
    expect(await refuseCreate({ options })).toEqual(lacked);
    expect(await refuseUpdate(first, { options })).toEqual(lacked);
    expect(await update(first, { weight: 1 })).toMatchObject({ optionsText: '' });
  });

  test('are not asked for where the product has no option types', async () => {
    expect([await create({ sku: 'A', price: 5 }), await create({ sku: 'B' })]).toMatchObject([
      { optionsText: '' },
      { optionsText: '' },
    ]);
  });

  test('make no type or value when the write is refused', async () => {
    expect(await refuseCreate({ options: sizeAndColor, price: 'x' })).toEqual(
      invalid({ price: ['is not a number'] }),
    );
  });

  test('keep letters apart that only look alike, and join those that differ in case alone', async () => {
    const types = (value: string) => ['Größe', 'Grosse'].map((name) => ({ name, value }));
    await create({ options: types('ÄÖ') });
    await create({ options: types('AO') });
    expect(await refuseCreate({ options: types('äö') })).toEqual(
      invalid({ options: ['has already been taken'] }),
    );
    expect(await database.client.optionType.count()).toBe(2);
  });
});

describe('Decision C12, C13: deleting', () => {
  test('sets deleted_at, and the second time finds nothing', async () => {
    const { id } = await create({ sku: 'V', countOnHand: 3 });
    const deleted = await accepted(database, 'deleteVariant', { product: 'shirt', id });
    expect(deleted).toMatchObject({ id, sku: 'V', countOnHand: 3, lockVersion: 1 });
    expect(deleted['deletedAt']).not.toBeNull();
    expect(await refused(database, 'deleteVariant', { product: 'shirt', id })).toEqual(notFound);
    expect(await refuseUpdate({ id }, { weight: 1 })).toEqual(notFound);
  });

  test('of a master is refused', async () => {
    expect(
      await refused(database, 'deleteVariant', { product: 'shirt', id: product.master.id }),
    ).toEqual([
      {
        code: 'REFUSED',
        fields: { base: ['The master variant cannot be deleted.'] },
      },
    ]);
  });
});

describe('Decision A22: a variant is reached through its product', () => {
  test('one of another product, or none, is missing', async () => {
    await makeProduct(database, { name: 'Hat' });
    const { id } = await create();
    for (const [ref, given] of [
      ['hat', id],
      ['nothing', id],
      ['shirt', 999],
      ['shirt', 'x'],
      ['shirt', '0'],
      ['shirt', '9999999999999999999'],
    ] as const) {
      const variables = { product: ref, id: given };
      expect(
        await refused(database, 'updateVariant', { ...variables, input: { weight: 1 } }),
      ).toEqual(notFound);
      expect(await refused(database, 'deleteVariant', variables)).toEqual(notFound);
    }
    expect(await refused(database, 'createVariant', { product: 'nothing', input: {} })).toEqual(
      notFound,
    );
  });

  test('a hidden product is missing for callers who may write but not see it', async () => {
    await accepted(database, 'updateProduct', { ref: 'shirt', input: { availableOn: null } });
    const clerk = viewerWith(somebody, 'variants.create');
    expect(
      await refused(database, 'createVariant', { product: 'shirt', input: {} }, clerk),
    ).toEqual(notFound);
  });
});

describe('Decision A18, A20: who may write variants', () => {
  test.each([
    ['createVariant', { product: 'nothing', input: {} }],
    ['updateVariant', { product: 'nothing', id: 1, input: {} }],
    ['deleteVariant', { product: 'nothing', id: 1 }],
    ['adjustStock', { input: { variantId: 99, quantity: 1 } }],
    ['createImage', { input: {} }],
    ['updateImage', { id: 1, input: {} }],
    ['deleteImage', { id: 1 }],
  ] as const)('%s checks the permission before it reads', async (mutation, variables) => {
    const reader = viewerWith(somebody, 'variants.show_hidden', 'variants.read');
    for (const [viewer, error] of [
      [nobody, { code: 'UNAUTHENTICATED', reason: 'missing_key' }],
      [badKeyViewer, { code: 'UNAUTHENTICATED', reason: 'invalid_key' }],
      [customerViewer(somebody), { code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
      [reader, { code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
    ] as const) {
      expect(await refused(database, mutation, variables, viewer)).toEqual([error]);
    }
  });
});
