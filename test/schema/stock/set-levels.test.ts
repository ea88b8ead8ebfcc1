import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { bulkDocument, sendRows } from '../../support/bulk.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectSound, makeLocation, putStock, snapshotOrders } from '../../support/dispatch.ts';
import { adminViewer, run, viewerWith } from '../../support/graphql.ts';
import { whenWaiting } from '../../support/lock-waits.ts';
import { deskOf, statesOf } from '../../support/orders.ts';
import { countOf, makeUser, makeVariant, movementsOf } from '../../support/records.ts';

let database: Database;
let made = 0;
const statements: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase({ onStatement: (sql) => statements.push(sql) });
});
afterAll(async () => {
  await expectSound(database);
  await database.close();
});

/** A variant with a SKU of its own. */
async function goods(count: number, backorderable = true) {
  made += 1;
  const sku = `LEVEL-${String(made)}`;
  const id = await makeVariant(database.client, { sku, count, backorderable });
  return { id, sku };
}

const send = (...[rows, policy, viewer]: [object[], ('ALL_OR_NOTHING' | 'EACH')?, never?]) =>
  sendRows(database, 'setStockLevels', rows, policy, viewer);

/** The answer to rows that are refused, after checking that nothing was changed. */
async function refuse(rows: object[], policy?: 'EACH') {
  const before = await snapshotOrders(database);
  const answer = await send(rows, policy);
  expect(await snapshotOrders(database)).toBe(before);
  return answer;
}

describe('setStockLevels (V20)', () => {
  test('sets counts by SKU and by id, with the ledger, and answers the rows in order', async () => {
    const [pot, pan] = [await goods(5), await goods(8)];
    const { records, refused, whole, errors } = await send([
      { variant: { sku: pan.sku }, onHand: 3 },
      { variant: { id: String(pot.id) }, onHand: 12 },
    ]);
    expect({ refused, whole, errors }).toEqual({ refused: {}, whole: [], errors: [] });
    expect(records).toMatchObject([
      { countOnHand: 3, stockLocation: { name: 'default' }, variant: { sku: pan.sku } },
      { countOnHand: 12, stockLocation: { name: 'default' }, variant: { sku: pot.sku } },
    ]);
    expect(await movementsOf(database.client, pan.id)).toEqual([
      ['set', 8],
      ['set', -5],
    ]);
    expect(await movementsOf(database.client, pot.id)).toEqual([
      ['set', 5],
      ['set', 7],
    ]);
  });

  test('a count that is already so changes nothing and is answered', async () => {
    const { id, sku } = await goods(5);
    const before = await snapshotOrders(database);
    const { records } = await send([{ variant: { sku }, onHand: 5, changeFrom: 5 }]);
    expect(records).toMatchObject([{ countOnHand: 5 }]);
    expect(await snapshotOrders(database)).toBe(before);
    expect(await movementsOf(database.client, id)).toEqual([['set', 5]]);
  });

  test('makes the stock of another location, backorderable as in the default one, and shows the sum', async () => {
    const place = await makeLocation(database);
    const { sku } = await goods(5, false);
    const { records } = await send([
      { variant: { sku }, stockLocationId: String(place), onHand: 4 },
      { variant: { sku }, onHand: 7 },
    ]);
    expect(records).toMatchObject([
      { countOnHand: 4, backorderable: false, variant: { countOnHand: 11 } },
      { countOnHand: 7, variant: { countOnHand: 11 } },
    ]);
    const empty = await goods(1);
    const none = await send([
      { variant: { sku: empty.sku }, stockLocationId: String(place), onHand: 0 },
    ]);
    expect(none.records).toMatchObject([{ countOnHand: 0, variant: { countOnHand: 1 } }]);
  });

  test('a rise goes to the backorders first', async () => {
    const desk = deskOf(database.client, adminViewer);
    const { id, sku } = await goods(0);
    const { number } = await desk.cartOf([id, 2]);
    await desk.fire(number, 'complete');
    expect(await countOf(database.client, id)).toBe(-2);
    const { records } = await send([{ variant: { sku }, onHand: 10, changeFrom: -2 }]);
    expect(records).toMatchObject([{ countOnHand: 10 }]);
    expect(statesOf(await desk.read(number)).units).toEqual(['sold', 'sold']);
  });
});

describe('changeFrom compares and sets (V21)', () => {
  test('another count than the expected one is a conflict that tells the present one', async () => {
    const { id, sku } = await goods(5);
    const { refused, whole } = await refuse([{ variant: { sku }, onHand: 9, changeFrom: 6 }]);
    expect(refused).toEqual({ 0: ['CONFLICT changeFrom is 5 now (5)'] });
    expect(whole).toEqual(['REFUSED base Nothing was written, because 1 of 1 rows were refused.']);
    expect(await countOf(database.client, id)).toBe(5);
  });

  test('a location without stock of the variant has the count 0', async () => {
    const place = String(await makeLocation(database));
    const { sku } = await goods(5);
    const row = { variant: { sku }, stockLocationId: place, onHand: 2 };
    expect((await refuse([{ ...row, changeFrom: 1 }])).refused).toEqual({
      0: ['CONFLICT changeFrom is 0 now (0)'],
    });
    expect((await send([{ ...row, changeFrom: 0 }])).records).toMatchObject([{ countOnHand: 2 }]);
  });
});

describe('Rows that are refused', () => {
  test('ALL_OR_NOTHING changes nothing, and every failing row says why', async () => {
    const [good, strict] = [await goods(1), await goods(1, false)];
    const { records, refused, whole } = await refuse([
      { variant: { sku: good.sku }, onHand: 2 },
      { variant: { sku: 'NO-SUCH' }, onHand: 2 },
      { variant: { sku: strict.sku }, onHand: -1 },
      { variant: { sku: good.sku }, stockLocationId: '999999', onHand: 2 },
    ]);
    expect(records).toEqual([null, null, null, null]);
    expect(refused).toEqual({
      1: ['NOT_FOUND variant does not exist'],
      2: ['INVALID onHand must be greater than or equal to 0'],
      3: ['INVALID stockLocationId is invalid'],
    });
    expect(whole).toEqual(['REFUSED base Nothing was written, because 3 of 4 rows were refused.']);
  });

  test('EACH writes the others', async () => {
    const [one, two] = [await goods(1), await goods(1)];
    const { records, refused, whole } = await send(
      [
        { variant: { sku: one.sku }, onHand: 4 },
        { variant: { sku: '' }, onHand: 4 },
        { variant: { sku: two.sku }, onHand: 4, changeFrom: 3 },
      ],
      'EACH',
    );
    expect(records).toMatchObject([{ countOnHand: 4 }, null, null]);
    expect(refused).toEqual({
      1: ['NOT_FOUND variant does not exist'],
      2: ['CONFLICT changeFrom is 1 now (1)'],
    });
    expect(whole).toEqual([]);
    expect(await countOf(database.client, two.id)).toBe(1);
  });

  test('EACH of which every row is refused changes nothing', async () => {
    const { refused, whole } = await refuse([{ variant: { sku: 'NO-SUCH' }, onHand: 1 }], 'EACH');
    expect(refused).toEqual({ 0: ['NOT_FOUND variant does not exist'] });
    expect(whole).toEqual([]);
  });

  test('a variant that was deleted is not found', async () => {
    const { id, sku } = await goods(1);
    await database.client.variant.update({ where: { id }, data: { deletedAt: new Date() } });
    const rows = [
      { variant: { sku }, onHand: 1 },
      { variant: { id: String(id) }, onHand: 1 },
    ];
    expect((await refuse(rows)).refused).toEqual({
      0: ['NOT_FOUND variant does not exist'],
      1: ['NOT_FOUND variant does not exist'],
    });
  });

  test('more units at all locations than a count can hold are too many', async () => {
    const place = String(await makeLocation(database));
    const { sku } = await goods(1);
    const { records, refused } = await send(
      [
        { variant: { sku }, onHand: 2_147_483_000 },
        { variant: { sku }, stockLocationId: place, onHand: 648 },
      ],
      'EACH',
    );
    expect(records).toMatchObject([{ countOnHand: 2_147_483_000 }, null]);
    expect(refused).toEqual({ 1: ['INVALID onHand must be less than or equal to 647'] });
  });

  test('more units owed at all locations than a count can hold are too many', async () => {
    const place = String(await makeLocation(database));
    const { sku } = await goods(1);
    const lowest = -2_147_483_648;
    const rows = [
      { variant: { sku }, onHand: lowest },
      { variant: { sku }, stockLocationId: place, onHand: lowest },
    ];
    const message = ['INVALID onHand must be greater than or equal to 0'];
    expect((await refuse(rows)).refused).toEqual({ 1: message });
    const { records, refused } = await send(rows, 'EACH');
    expect(records).toMatchObject([{ countOnHand: lowest }, null]);
    expect(refused).toEqual({ 1: message });

    const third = String(await makeLocation(database));
    const one = [{ variant: { sku }, stockLocationId: third, onHand: -1 }];
    expect((await refuse(one)).refused).toEqual({ 0: message });
    const more = [{ variant: { sku }, stockLocationId: third, onHand: 5 }];
    expect((await send(more)).refused).toEqual({});
  });

  test('counts that owe too much already may stay, and come nearer', async () => {
    const place = await makeLocation(database);
    const { id, sku } = await goods(-2_147_483_648);
    await putStock(database, id, place, -2_147_483_000);
    const at = { variant: { sku }, stockLocationId: String(place) };
    expect((await refuse([{ ...at, onHand: -2_147_483_001 }])).refused).toEqual({
      0: ['INVALID onHand must be greater than or equal to -2147483000'],
    });
    const { records } = await send([{ ...at, onHand: -2_147_483_000 }]);
    expect(records).toMatchObject([{ countOnHand: -2_147_483_000 }]);
    expect((await send([{ ...at, onHand: -7 }])).records).toMatchObject([{ countOnHand: -7 }]);
    expect((await send([{ ...at, onHand: 3 }])).records).toMatchObject([{ countOnHand: 3 }]);
  });

  test('the same stock named twice is refused as a whole, also by two names', async () => {
    const { id, sku } = await goods(1);
    const rows = [
      { variant: { sku }, onHand: 2 },
      { variant: { id: String(id) }, onHand: 3 },
    ];
    for (const policy of [undefined, 'EACH'] as const) {
      const { records, whole } = await refuse(rows, policy);
      expect(records).toEqual([]);
      expect(whole).toEqual(['INVALID rows.1 writes the same as row 0']);
    }
  });

  test('more than 500 rows are too many', async () => {
    const { sku } = await goods(1);
    const rows = Array.from({ length: 501 }, () => ({ variant: { sku }, onHand: 2 }));
    const { records, whole } = await refuse(rows);
    expect(records).toEqual([]);
    expect(whole).toEqual(['INVALID rows is too long (maximum is 500 entries)']);
  });

  test('no rows are no work', async () => {
    expect(await refuse([])).toEqual({ records: [], refused: {}, whole: [], errors: [] });
  });

  test('without `variants.update` nothing is looked at', async () => {
    const { sku } = await goods(1);
    const viewer = viewerWith(await makeUser(database.client, 'packer@harbour.test'), 'orders.*');
    const before = await snapshotOrders(database);
    const { errors } = await sendRows(
      database,
      'setStockLevels',
      [{ variant: { sku }, onHand: 2 }],
      'EACH',
      viewer,
    );
    expect(errors).toEqual([{ code: 'UNAUTHORIZED', reason: 'insufficient_rights' }]);
    expect(await snapshotOrders(database)).toBe(before);
  });
});

test('two requests with the same rows in opposite order are both carried out, beside single writes', async () => {
  const all = await Promise.all(Array.from({ length: 40 }, () => goods(100)));
  const rows = all.map(({ sku }) => ({ variant: { sku }, onHand: 7 }));
  const others = rows.map((row) => ({ ...row, onHand: 9 })).toReversed();
  const adjust = `mutation ($id: ID!) {
    adjustStock(input: { variantId: $id, quantity: 1 }) { stockItem { id } userErrors { code field message } } }`;
  const answers = await Promise.all([
    send(rows),
    send(others),
    send(rows),
    send(others),
    ...all
      .slice(0, 5)
      .map(({ id }) => run(database.client, adminViewer, adjust, { id: String(id) })),
  ]);
  expect(answers.map(({ errors }) => errors)).toEqual(answers.map(() => []));
  const counts = await Promise.all(all.map(({ id }) => countOf(database.client, id)));
  // whatever was last, it was one request as a whole, and what was added to its counts
  const [last] = counts.slice(5);
  expect([7, 9]).toContain(last);
  expect(new Set(counts.slice(5)).size).toBe(1);
  expect(counts.slice(0, 5).every((count) => count === last || count === (last ?? 0) + 1)).toBe(
    true,
  );
});

// The embedded database has one connection: no other write can come in between.
if (process.env.TEST_DATABASE_URL !== undefined) {
  test.each([
    ['setStockLevels', 'stock_items', { onHand: 9 }],
    ['updateVariants', 'products', { price: '9.00' }],
    ['setPrices', 'products', { price: '9.00' }],
  ] as const)(
    '%s finds no variant by a SKU that moves to another one while it waits, and writes neither (V22)',
    async (name, table, value) => {
      const [former, later] = [await goods(5), await goods(6)];
      const { answer, moved } = await database.session(async (session) => {
        await session.script('BEGIN');
        await session.query(`SELECT id FROM ${table} FOR UPDATE`);
        const sent = sendRows(
          database,
          name,
          [{ variant: { sku: former.sku }, ...value }],
          'ALL_OR_NOTHING',
        );
        await whenWaiting(database, 'the write waits');
        const rename = 'UPDATE variants SET sku = $1 WHERE id = $2';
        await session.query(rename, ['MOVING', former.id]);
        await session.query(rename, [former.sku, later.id]);
        await session.script('COMMIT');
        const stored = await snapshotOrders(database);
        return { answer: await sent, moved: stored };
      });
      expect(answer.refused).toEqual({ 0: ['NOT_FOUND variant does not exist'] });
      expect(await snapshotOrders(database)).toBe(moved);
      await database.client.variant.update({ where: { id: former.id }, data: { sku: '' } });
    },
  );
}

test('50 rows are as many statements as 2, also where they fill backorders and make stock', async () => {
  const desk = deskOf(database.client, adminViewer);
  const place = String(await makeLocation(database));
  const costOf = async (count: number): Promise<number> => {
    const all = await Promise.all(Array.from({ length: count }, () => goods(0)));
    for (const { id } of all.slice(0, count / 2)) {
      await desk.fire((await desk.cartOf([id, 1])).number, 'complete');
    }
    const rows = all.map(({ sku }, at) => ({
      variant: { sku },
      onHand: 5,
      ...(at % 2 === 1 && { stockLocationId: place }),
    }));
    statements.length = 0;
    const policy = 'ALL_OR_NOTHING';
    const { errors } = await run(database.client, adminViewer, bulkDocument('setStockLevels'), {
      rows,
      policy,
    });
    expect(errors).toEqual([]);
    return statements.length;
  };
  expect(await costOf(2)).toBe(await costOf(50));
});
