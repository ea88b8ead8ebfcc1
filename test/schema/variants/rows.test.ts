import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { type BulkMutation, sendRows } from '../../support/bulk.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound } from '../../support/dispatch.ts';
import { adminViewer, viewerWith } from '../../support/graphql.ts';
import { deskOf, statesOf } from '../../support/orders.ts';
import { countOf, makeUser, makeVariant } from '../../support/records.ts';

let database: Database;
let made = 0;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(async () => {
  await expectSound(database);
  await database.close();
});

/** A variant with a SKU of its own, at the price 10. */
async function goods(count = 5) {
  made += 1;
  const sku = `ROW-${String(made)}`;
  return { id: await makeVariant(database.client, { sku, count }), sku };
}

const snapshot = async (): Promise<string> => {
  const tables = ['products', 'variants', 'stock_items', 'stock_movements'];
  const rows = await Promise.all(
    tables.map((table) =>
      database.query(`SELECT to_jsonb(t)::text AS row FROM ${table} t ORDER BY 1`),
    ),
  );
  return JSON.stringify(rows);
};

/** The answer to rows that are refused, after checking that nothing was changed. */
async function refuse(mutation: BulkMutation, rows: object[], policy?: 'EACH') {
  const before = await snapshot();
  const answer = await sendRows(database, mutation, rows, policy);
  expect(await snapshot()).toBe(before);
  return answer;
}

describe('updateVariants (V20)', () => {
  test('changes variants of several products, and what is left out stays', async () => {
    const [mug, bowl] = [await goods(), await goods()];
    const { records, refused, whole } = await sendRows(database, 'updateVariants', [
      { variant: { sku: mug.sku }, price: '12.50', costPrice: '4', weight: 0.25 },
      { variant: { id: String(bowl.id) }, sku: `${bowl.sku}-B`, backorderable: false },
    ]);
    expect({ refused, whole }).toEqual({ refused: {}, whole: [] });
    expect(records).toEqual([
      {
        sku: mug.sku,
        price: '12.5',
        costPrice: '4.0',
        weight: 0.25,
        trackInventory: true,
        backorderable: true,
        countOnHand: 5,
        lockVersion: 1,
      },
      {
        sku: `${bowl.sku}-B`,
        price: '10.0',
        costPrice: null,
        weight: null,
        trackInventory: true,
        backorderable: false,
        countOnHand: 5,
        lockVersion: 1,
      },
    ]);
  });

  test('a variant that is already so stays as it is, with its version', async () => {
    const { sku } = await goods();
    const before = await snapshot();
    const rows = [{ variant: { sku }, price: '10.00' }];
    const { records } = await sendRows(database, 'updateVariants', rows);
    expect(records).toMatchObject([{ price: '10.0', lockVersion: 0 }]);
    expect(await snapshot()).toBe(before);
  });

  test('stock that is no longer counted is owed to nobody', async () => {
    const desk = deskOf(database.client, adminViewer);
    const { id, sku } = await goods(0);
    const { number } = await desk.cartOf([id, 2]);
    await desk.fire(number, 'complete');
    await sendRows(database, 'updateVariants', [{ variant: { sku }, trackInventory: false }]);
    expect(await countOf(database.client, id)).toBe(0);
    expect(statesOf(await desk.read(number)).units).toEqual(['sold', 'sold']);
  });

  test('every row that is refused says why, and nothing is written', async () => {
    const [one, two] = [await goods(), await goods()];
    const { records, refused, whole } = await refuse('updateVariants', [
      { variant: { sku: one.sku }, price: '1' },
      { variant: { sku: two.sku }, ifVersion: 7, price: '1' },
      { variant: { sku: 'NO-SUCH' }, price: '1' },
      { variant: { id: String((await goods()).id) }, price: '-1', sku: one.sku },
    ]);
    expect(records).toEqual([null, null, null, null]);
    expect(refused).toEqual({
      1: ['CONFLICT base The record was changed by someone else. Fetch it again and retry.'],
      2: ['NOT_FOUND variant does not exist'],
      3: ['INVALID price must be greater than or equal to 0', 'INVALID sku has already been taken'],
    });
    expect(whole).toEqual(['REFUSED base Nothing was written, because 3 of 4 rows were refused.']);
  });

  test('two rows cannot take the same SKU', async () => {
    const [one, two] = [await goods(), await goods()];
    const rows = [one, two].map(({ sku }) => ({ variant: { sku }, sku: 'WANTED-TWICE' }));
    const { records, refused } = await sendRows(database, 'updateVariants', rows, 'EACH');
    expect(records).toMatchObject([{ sku: 'WANTED-TWICE' }, null]);
    expect(refused).toEqual({ 1: ['INVALID sku has already been taken'] });
  });

  test('a row that is refused for something else leaves its SKU to the next', async () => {
    const goodsOf = [await goods(), await goods(), await goods(), await goods()];
    const given = [{ price: '-1' }, { weight: -1 }, {}, { price: '3' }];
    const rows = given.map((row, at) => ({
      variant: { sku: goodsOf[at]?.sku },
      sku: 'LEFT-OVER',
      ...row,
    }));
    const { records, refused } = await sendRows(database, 'updateVariants', rows, 'EACH');
    expect(records).toMatchObject([null, null, { sku: 'LEFT-OVER' }, null]);
    expect(refused[3]).toEqual(['INVALID sku has already been taken']);
  });

  test('the same variant named twice is refused as a whole', async () => {
    const { id, sku } = await goods();
    const rows = [{ variant: { sku } }, { variant: { id: String(id) }, price: '2' }];
    const { whole } = await refuse('updateVariants', rows, 'EACH');
    expect(whole).toEqual(['INVALID rows.1 writes the same as row 0']);
  });

  test('a product that the caller may not see has no variants', async () => {
    const { id, sku } = await goods();
    await database.client.product.updateMany({
      where: { variants: { some: { id } } },
      data: { availableOn: null },
    });
    const buyer = await makeUser(database.client, 'buyer@harbour.test');
    const send = (...rights: string[]) =>
      sendRows(
        database,
        'updateVariants',
        [{ variant: { sku }, price: '3' }],
        'EACH',
        viewerWith(buyer, 'variants.update', ...rights),
      );
    const before = await snapshot();
    expect((await send()).refused).toEqual({ 0: ['NOT_FOUND variant does not exist'] });
    expect(await snapshot()).toBe(before);
    expect((await send('variants.show_hidden')).records).toMatchObject([{ price: '3.0' }]);
  });
});

describe('setPrices (V20, V21)', () => {
  test('sets prices, and compares with the one that is expected', async () => {
    const [mug, bowl] = [await goods(), await goods()];
    const { records, refused } = await sendRows(
      database,
      'setPrices',
      [
        { variant: { sku: mug.sku }, price: '11', costPrice: '5', changeFrom: '10.00' },
        { variant: { sku: bowl.sku }, price: '11', changeFrom: '9.90' },
      ],
      'EACH',
    );
    expect(records).toEqual([
      { sku: mug.sku, price: '11.0', costPrice: '5.0', lockVersion: 1 },
      null,
    ]);
    expect(refused).toEqual({ 1: ['CONFLICT changeFrom is 10.0 now (10.0)'] });
    const bowlNow = await database.client.variant.findUniqueOrThrow({ where: { id: bowl.id } });
    expect(bowlNow.price.toString()).toBe('10');
  });

  test('F11: a stored price with more decimals than the currency has can be sent back, and guards', async () => {
    const { id, sku } = await goods();
    const data = { price: '10.005', costPrice: '4.005' };
    await database.client.variant.update({ where: { id }, data });
    const variant = { sku };
    const same = { variant, ...data, changeFrom: '10.0050' };
    expect((await sendRows(database, 'setPrices', [same])).records).toMatchObject([
      { ...data, lockVersion: 0 },
    ]);
    const { refused } = await refuse('setPrices', [{ variant, price: '10.006' }]);
    expect(refused).toEqual({ 0: ['INVALID price must have at most 2 decimal places'] });
    const next = { variant, price: '11', changeFrom: '10.005' };
    expect((await sendRows(database, 'setPrices', [next])).records).toMatchObject([
      { price: '11.0', costPrice: '4.005' },
    ]);
  });

  test('a price with more decimals than the currency has is refused', async () => {
    const { sku } = await goods();
    const { refused } = await refuse('setPrices', [{ variant: { sku }, price: '1.005' }]);
    expect(refused).toEqual({ 0: ['INVALID price must have at most 2 decimal places'] });
  });
});

test('requests with the same rows in opposite order are both carried out, beside single writes', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => goods()));
  const rows = all.map(({ sku }) => ({ variant: { sku }, price: '7' }));
  const others = rows.map((row) => ({ ...row, price: '9' })).toReversed();
  const levels = all.map(({ sku }) => ({ variant: { sku }, onHand: 8 }));
  const answers = await Promise.all([
    sendRows(database, 'setPrices', rows),
    sendRows(database, 'setPrices', others),
    sendRows(database, 'setStockLevels', levels.toReversed()),
    sendRows(database, 'updateVariants', rows),
    sendRows(database, 'setStockLevels', levels),
  ]);
  expect(answers.map(({ errors, whole }) => [...errors, ...whole])).toEqual(answers.map(() => []));
  const prices = await database.client.variant.findMany({
    where: { id: { in: all.map(({ id }) => id) } },
    select: { price: true },
  });
  expect(new Set(prices.map(({ price }) => price.toString())).size).toBe(1);
});
