import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import type { Viewer } from '../../../schema/index.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer, customerViewer, run, viewerWith } from '../../support/graphql.ts';
import { makeVariant } from '../../support/records.ts';
import { type Filter, meetsFilter, operandsFor, predicatesOf } from '../../support/search-model.ts';
import {
  makeSearchRows,
  readVariantRows,
  variantListModel,
  type VariantRow,
} from '../../support/search-rows.ts';

let database: Database;
let rows: VariantRow[];
let shirt: bigint;
let mug: bigint;

beforeAll(async () => {
  database = await openTestDatabase();
  const db = database.client;
  await makeSearchRows(db);
  shirt = (await db.variant.findFirstOrThrow({ where: { sku: 'TSH-1' } })).id;
  mug = (await db.variant.findFirstOrThrow({ where: { sku: 'MUG' } })).id;
  await giveOptions();
  rows = await readVariantRows(db);
});
afterAll(() => database.close());

/** A shirt in M and natural, a mug in M only. */
async function giveOptions(): Promise<void> {
  const db = database.client;
  const options = [
    ['size', 'Size', 'm', 'Medium', [shirt, mug]],
    ['colour', 'Colour', 'natural', 'Natural', [shirt]],
  ] as const;
  for (const [typeName, typePresentation, name, presentation, variants] of options) {
    const type = await db.optionType.create({
      data: { name: typeName, presentation: typePresentation, position: 1 },
    });
    const value = await db.optionValue.create({
      data: { optionTypeId: type.id, name, presentation, position: 1 },
    });
    for (const variantId of variants) {
      await db.variantOptionValue.create({
        data: { variantId, optionValueId: value.id, optionTypeId: type.id },
      });
    }
  }
}

const document = `query (
  $filter: VariantFilter, $sort: [VariantSort!], $product: ProductBy, $showDeleted: Boolean
) {
  variants(
    filter: $filter, sort: $sort, product: $product, showDeleted: $showDeleted, perPage: 500
  ) { nodes { id } totalCount } }`;

async function ask(
  variables: Readonly<Record<string, unknown>>,
  viewer: Viewer = adminViewer,
): Promise<{ ids: number[]; totalCount: number; errors: readonly unknown[] }> {
  const { data, errors } = await run(database.client, viewer, document, variables);
  const page = (data as { variants: { nodes: { id: string }[]; totalCount: number } } | null)
    ?.variants;
  return {
    ids: page?.nodes.map(({ id }) => Number(id)) ?? [],
    totalCount: page?.totalCount ?? 0,
    errors,
  };
}

async function find(filter: Filter): Promise<number[]> {
  const { ids, errors } = await ask({ filter });
  expect(errors).toEqual([]);
  return ids;
}

const expected = (filter: Filter): number[] =>
  rows.filter((row) => meetsFilter(variantListModel, row, filter)).map(({ id }) => Number(id));

describe('Every predicate of an attribute agrees with a plain filter (S13, S14, S15)', () => {
  test.each(Object.entries(variantListModel.attributes))('%s', async (name, attribute) => {
    for (const predicate of predicatesOf[attribute.kind]) {
      for (const operand of operandsFor(attribute, predicate, rows)) {
        const filter = { [name]: { [predicate]: operand } };
        expect({ filter, found: await find(filter) }).toEqual({ filter, found: expected(filter) });
      }
    }
  });

  test('the product is reached by its attributes', async () => {
    for (const filter of [
      { product: { name: { start: 'cup_' } } },
      { product: { description: { null: true } }, sku: { cont: 'mug' } },
      { product: { name: { notEnd: 'wool' } } },
    ]) {
      expect({ filter, found: await find(filter) }).toEqual({ filter, found: expected(filter) });
    }
  });

  test('a variant shows no description as an empty one, and is found and sorted by that', async () => {
    const none = rows
      .filter(({ product }) => product.description === null)
      .map(({ id }) => Number(id));
    expect(none).not.toEqual([]);
    expect(await find({ description: { eq: '' } })).toEqual(none);
    expect(await find({ description: { null: true } })).toEqual([]);
    expect(await find({ description: { blank: true } })).toEqual(none);
    const { ids } = await ask({ sort: [{ field: 'DESCRIPTION', direction: 'ASC' }] });
    expect(ids.slice(0, none.length)).toEqual(none);
  });

  test('the product is named by its permalink where its id is searched (S18)', async () => {
    const row = rows.find(({ id }) => id === shirt);
    const permalink = String(row?.product.permalink);
    const id = Number(shirt);
    expect(await find({ productId: { eq: permalink.toUpperCase() } })).toEqual([id]);
    expect(await find({ productId: { in: [permalink, '999999'] } })).toEqual([id]);
    expect(await find({ productId: { eq: String(row?.productId) } })).toEqual([id]);
    const others = rows.map((other) => Number(other.id)).filter((other) => other !== id);
    expect(await find({ productId: { notEq: permalink } })).toEqual(others);
    expect(await find({ productId: { eq: 'no-such-thing' } })).toEqual([]);
  });
});

describe('Option values are one record a condition (S11)', () => {
  const has = (match: Filter) => ({ optionValues: match });

  test('(a) name and type of one value', async () => {
    expect(await find(has({ name: { eq: 'm' }, optionType: { name: { eq: 'size' } } }))).toEqual(
      [shirt, mug].map(Number).sort((a, b) => a - b),
    );
    expect(await find(has({ name: { eq: 'm' }, optionType: { name: { eq: 'colour' } } }))).toEqual(
      [],
    );
  });

  test('(b) values of each group separately', async () => {
    expect(
      await find({
        and: [has({ presentation: { eq: 'Medium' } }), has({ presentation: { eq: 'Natural' } })],
      }),
    ).toEqual([Number(shirt)]);
  });

  test('(c) a value that differs, (d) or none at all', async () => {
    expect(await find(has({ name: { notEq: 'm' } }))).toEqual([Number(shirt)]);
    expect(await find(has({ id: { null: true } }))).toEqual(
      rows.map(({ id }) => Number(id)).filter((id) => id !== Number(shirt) && id !== Number(mug)),
    );
  });
});

describe('What is hidden is not found (S2, A21)', () => {
  let deleted: number;
  let unavailable: number;
  let ofDeletedProduct: number;
  const hidden = () => [deleted, unavailable, ofDeletedProduct];
  const customer = customerViewer(null);

  beforeAll(async () => {
    const db = database.client;
    const make = async () => makeVariant(db, { name: 'Hidden' });
    const [one, two, three] = [await make(), await make(), await make()];
    await db.variant.update({ where: { id: one }, data: { deletedAt: new Date() } });
    await db.product.updateMany({
      where: { variants: { some: { id: two } } },
      data: { availableOn: new Date('2999-01-01') },
    });
    await db.variant.update({ where: { id: three }, data: { deletedAt: new Date() } });
    await db.product.updateMany({
      where: { variants: { some: { id: three } } },
      data: { deletedAt: new Date() },
    });
    [deleted, unavailable, ofDeletedProduct] = [Number(one), Number(two), Number(three)];
  });

  const filter = { name: { eq: 'Hidden' } };

  test('by a customer, whatever the conditions', async () => {
    const wide = { or: [filter, { deletedAt: { null: false } }, { id: { in: hidden() } }] };
    const nothing = { ids: [], totalCount: 0 };
    for (const showDeleted of [undefined, false]) {
      expect(await ask({ filter: wide, showDeleted }, customer)).toEqual({
        ...nothing,
        errors: [],
      });
    }
    const shown = { filter: wide, showDeleted: true };
    expect(await ask(shown, customer)).toEqual({
      ...nothing,
      errors: [{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }],
    });
    // REST ignores it (C6)
    expect(await ask(shown, { ...customer, language: 'rest' })).toEqual({ ...nothing, errors: [] });
  });

  test('by callers who may see hidden ones, deleted ones only on request', async () => {
    const keeper = viewerWith(null, 'variants.show_hidden');
    for (const viewer of [keeper, adminViewer]) {
      expect((await ask({ filter }, viewer)).ids).toEqual([unavailable]);
      expect((await ask({ filter, showDeleted: true }, viewer)).ids).toEqual(hidden());
      expect((await ask({ filter: { deletedAt: { null: false } } }, viewer)).ids).toEqual([]);
      expect(
        (await ask({ filter: { deletedAt: { null: false } }, showDeleted: true }, viewer)).ids,
      ).toEqual([deleted, ofDeletedProduct]);
    }
  });

  test('below a product that is hidden itself there is nothing', async () => {
    const { product } = await database.client.variant.findUniqueOrThrow({
      where: { id: BigInt(unavailable) },
      select: { product: { select: { permalink: true } } },
    });
    expect((await ask({ product }, customer)).errors).toEqual([{ code: 'NOT_FOUND' }]);
    expect((await ask({ product })).ids).toEqual([unavailable]);
  });
});

describe('Sort keys (S20, S26)', () => {
  test.each([
    'ID',
    'PRODUCT_ID',
    'SKU',
    'PRICE',
    'COST_PRICE',
    'WEIGHT',
    'HEIGHT',
    'WIDTH',
    'DEPTH',
    'IS_MASTER',
    'POSITION',
    'COUNT_ON_HAND',
    'DELETED_AT',
    'CREATED_AT',
    'UPDATED_AT',
    'NAME',
    'PERMALINK',
    'DESCRIPTION',
    'PRODUCT_NAME',
    'PRODUCT_PERMALINK',
    'PRODUCT_AVAILABLE_ON',
    'PRODUCT_CREATED_AT',
  ])('%s loses no row in either direction', async (field) => {
    for (const direction of ['ASC', 'DESC']) {
      const { ids, totalCount } = await ask({ sort: [{ field, direction }] });
      expect(new Set(ids).size).toBe(totalCount);
    }
  });

  test('NULL comes last in both directions', async () => {
    const weights = async (direction: string) => {
      const { ids } = await ask({ sort: [{ field: 'WEIGHT', direction }] });
      return ids.map((id) => rows.find((row) => Number(row.id) === id)?.weight?.toString() ?? null);
    };
    const last = (list: (string | null)[]) => list.slice(list.indexOf(null));
    for (const direction of ['ASC', 'DESC']) {
      const list = await weights(direction);
      expect(list[0]).toBe(direction === 'ASC' ? '1.5' : '2');
      expect(new Set(last(list))).toEqual(new Set([null]));
    }
  });
});

test('a product is found by its variants that are sold, not by one that was deleted', async () => {
  const id = await makeVariant(database.client);
  const sku = `LEFT-${String(id)}`;
  const search = async (): Promise<unknown> => {
    const { data, errors } = await run(
      database.client,
      adminViewer,
      `query ($sku: String!) { products(filter: { variants: { sku: { eq: $sku } } }) { nodes { id } totalCount } }`,
      { sku },
    );
    expect(errors).toEqual([]);
    return data;
  };
  const { productId } = await database.client.variant.update({ where: { id }, data: { sku } });
  expect(await search()).toEqual({
    products: { nodes: [{ id: String(productId) }], totalCount: 1 },
  });
  await database.client.variant.update({ where: { id }, data: { deletedAt: new Date() } });
  expect(await search()).toEqual({ products: { nodes: [], totalCount: 0 } });
});
