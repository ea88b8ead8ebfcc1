import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import {
  accepted,
  emptyCatalogue,
  invalid,
  makeProduct,
  makeVariant,
  refused,
  type ShownProduct,
  snapshot,
} from '../../support/catalogue.ts';
import { openTestDatabase } from '../../support/database.ts';

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

type Input = Readonly<Record<string, unknown>>;

const file = {
  attachmentFileName: 'shirt.png',
  attachmentContentType: 'image/png',
  attachmentWidth: 600,
  attachmentHeight: 800,
};

const create = (input: Input = {}) =>
  accepted(database, 'createImage', { input: { variantId: product.master.id, ...file, ...input } });

const update = (id: string, input: Input) => accepted(database, 'updateImage', { id, input });

const notFound = [{ code: 'NOT_FOUND' }];

describe('Decision C16: a picture', () => {
  test('is recorded behind the others of its variant', async () => {
    const first = await create({ alt: 'A shirt' });
    expect(first).toMatchObject({
      ...file,
      variantId: product.master.id,
      position: 1,
      alt: 'A shirt',
    });
    expect(first['attachmentUpdatedAt']).not.toBeNull();
    expect(await create()).toMatchObject({ position: 2, alt: null });
    expect(await create({ position: '9' })).toMatchObject({ position: 9 });
  });

  test.each([
    ['variantId', "can't be blank", null],
    ['variantId', 'is invalid', 999],
    ['attachmentFileName', "can't be blank", ' '],
    ['attachmentFileName', 'is invalid', '../shirt.png'],
    ['attachmentFileName', 'is invalid', '.'],
    ['attachmentFileName', 'is invalid', '..'],
    ['attachmentFileName', 'is invalid', 'a\\b.png'],
    ['attachmentFileName', 'is invalid', 'a\tb.png'],
    ['attachmentFileName', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['attachmentContentType', "can't be blank", null],
    ['attachmentContentType', 'is invalid', 'text/html'],
    ['attachmentContentType', 'is invalid', 'image/'],
    ['attachmentWidth', "can't be blank", null],
    ['attachmentWidth', 'must be greater than 0', 0],
    ['attachmentHeight', 'must be less than or equal to 100000', 100_001],
    ['attachmentHeight', 'must be an integer', '1.5'],
    ['alt', 'is too long (maximum is 255 characters)', 'x'.repeat(256)],
    ['position', 'must be greater than 0', 0],
  ] as const)('with a wrong %s is refused: %s', async (attribute, message, value) => {
    const input = { variantId: product.master.id, ...file, [attribute]: value };
    expect(await refused(database, 'createImage', { input })).toEqual(
      invalid({ [attribute]: [message] }),
    );
  });

  test('needs its variant and its file', async () => {
    expect(await refused(database, 'createImage', { input: {} })).toEqual(
      invalid(
        Object.fromEntries(
          ['variantId', ...Object.keys(file)].map((name) => [name, ["can't be blank"]]),
        ),
      ),
    );
  });

  test('of another file gets a new address; another text leaves it', async () => {
    const image = await create();
    const texted = await update(image.id, { alt: 'Text', position: 3 });
    expect(texted).toMatchObject({
      alt: 'Text',
      position: 3,
      attachmentUpdatedAt: image['attachmentUpdatedAt'],
    });
    const renamed = await update(image.id, { attachmentFileName: 'other.png', alt: null });
    expect(renamed).toMatchObject({ attachmentFileName: 'other.png', alt: null, position: 3 });
    expect(renamed['attachmentUpdatedAt']).not.toBe(image['attachmentUpdatedAt']);
  });

  test('with equal values is not changed', async () => {
    const { id } = await create({ alt: 'Text' });
    const before = await snapshot(database);
    await update(id, {
      ...file,
      attachmentWidth: '600',
      alt: 'Text',
      position: 1,
      variantId: product.master.id,
    });
    expect(await snapshot(database)).toBe(before);
  });

  test('can move to another variant', async () => {
    const { id } = await create();
    const variant = await makeVariant(database, product);
    expect(await update(id, { variantId: variant.id })).toMatchObject({ variantId: variant.id });
  });

  test('refused a change keeps what it was', async () => {
    const { id } = await create();
    const input = { alt: 'x', attachmentFileName: null, variantId: null };
    expect(await refused(database, 'updateImage', { id, input })).toEqual(
      invalid({ variantId: ["can't be blank"], attachmentFileName: ["can't be blank"] }),
    );
  });

  test('moves the updated_at of its variant and product', async () => {
    const read = async () => {
      const { stockItem, product: of } = await database.client.variant.findFirstOrThrow({
        select: { stockItem: true, product: { select: { updatedAt: true } } },
      });
      return [stockItem?.updatedAt.getTime(), of.updatedAt.getTime()];
    };
    const [variant = 0, owner = 0] = await read();
    await create();
    const [later = 0, ownerLater = 0] = await read();
    expect(later).toBeGreaterThan(variant);
    expect(ownerLater).toBeGreaterThan(owner);
  });

  test('is removed once', async () => {
    const { id } = await create();
    expect(await accepted(database, 'deleteImage', { id })).toEqual({ id });
    expect(await database.client.image.count()).toBe(0);
    expect(await refused(database, 'deleteImage', { id })).toEqual(notFound);
    expect(await refused(database, 'updateImage', { id, input: { alt: 'x' } })).toEqual(notFound);
  });

  test('of a deleted variant stays as it is', async () => {
    const variant = await makeVariant(database, product);
    const { id } = await create({ variantId: variant.id });
    await accepted(database, 'deleteVariant', { product: 'shirt', id: variant.id });
    expect(await refused(database, 'deleteImage', { id })).toEqual(notFound);
    const input = { variantId: variant.id, ...file };
    expect(await refused(database, 'createImage', { input })).toEqual(
      invalid({ variantId: ['is invalid'] }),
    );
  });
});
