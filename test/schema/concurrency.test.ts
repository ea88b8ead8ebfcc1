import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { fillNext } from '../../schema/index.ts';
import { openTestDatabase, testedKinds } from '../support/database.ts';
import { makeLocation, putStock } from '../support/dispatch.ts';
import { adminViewer, run, settings, shopRights, viewerWith } from '../support/graphql.ts';
import { type Desk, deskOf, maineAddress, type Outcome, statesOf } from '../support/orders.ts';
import { countOf, makeUser, makeVariant, movementsOf } from '../support/records.ts';

/** Retries while the store is overloaded, as it tells clients to (A34, A41). */
async function insist<T>(ask: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  for (;;) {
    const outcome = await ask();
    if (!outcome.errors.some(({ code }) => code === 'UNAVAILABLE')) return outcome;
  }
}

const times = <T>(count: number, make: (place: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, place) => make(place)));

describe.each(testedKinds)('Writes at once, on the %s database (T53)', (kind) => {
  let database: Database;
  let customer: Desk;
  let admin: Desk;

  beforeAll(async () => {
    database = await openTestDatabase({ kind });
    customer = deskOf(
      database.client,
      viewerWith(await makeUser(database.client, 'ada@harbour.test'), ...shopRights),
    );
    admin = deskOf(database.client, adminViewer);
  });
  afterAll(async () => {
    expect(await findViolations(database)).toEqual([]);
    await database.close();
  });

  const variant = (wish: Parameters<typeof makeVariant>[1]) => makeVariant(database.client, wish);

  test('of 20 completions on 5 units exactly 5 succeed, the others get the reason', async () => {
    const variantId = await variant({ name: 'Lamp', count: 5, backorderable: false });
    const carts = await times(20, () => customer.cartOf([variantId, 1]));
    const outcomes = await Promise.all(
      carts.map(({ number }) => insist(() => customer.try.fire(number, 'complete'))),
    );
    const complete = outcomes.filter(({ errors }) => errors.length === 0);
    const refused = outcomes.filter(({ errors }) => errors.length > 0);
    expect([complete.length, refused.length]).toEqual([5, 15]);
    for (const { errors } of refused) {
      expect(errors).toEqual([
        {
          code: 'EVENT_REFUSED',
          allowed: ['next'],
          fields: {
            state: ['cannot transition via "complete"'],
            quantity: ['Selected quantity of "Lamp" is not available.'],
          },
        },
      ]);
    }
    expect(await countOf(database.client, variantId)).toBe(0);
    expect(await movementsOf(database.client, variantId)).toEqual([
      ['set', 5],
      ...Array.from({ length: 5 }, () => ['sale', -1]),
    ]);
  });

  test('of 20 completions on 5 units in two locations exactly 5 succeed, for the last unit of the second one', async () => {
    const annex = await makeLocation(database);
    const variantId = await variant({ name: 'Vase', count: 2, backorderable: false });
    await putStock(database, variantId, annex, 3);
    const carts = await times(20, () => customer.cartOf([variantId, 1]));
    const outcomes = await Promise.all(
      carts.map(({ number }) => insist(() => customer.try.fire(number, 'complete'))),
    );
    const refused = outcomes.filter(({ errors }) => errors.length > 0);
    expect(outcomes.length - refused.length).toBe(5);
    for (const { errors } of refused) {
      expect(errors).toMatchObject([
        {
          code: 'EVENT_REFUSED',
          fields: { quantity: ['Selected quantity of "Vase" is not available.'] },
        },
      ]);
    }
    const rows = await database.client.stockItem.findMany({
      where: { variantId },
      orderBy: { stockLocationId: 'asc' },
      select: { countOnHand: true, countElsewhere: true },
    });
    expect(rows).toEqual([
      { countOnHand: 0, countElsewhere: 0 },
      { countOnHand: 0, countElsewhere: 0 },
    ]);
  });

  test('a location is closed before a sale or after it: nothing is promised from a closed one', async () => {
    const annex = await makeLocation(database);
    const variantId = await variant({ count: 0, backorderable: false });
    await putStock(database, variantId, annex, 8);
    const carts = await times(8, () => customer.cartOf([variantId, 1]));
    const close = `mutation ($id: ID!) { updateStockLocation(id: $id, input: { active: false }) { stockLocation { id } userErrors { code field message allowed lockVersion } } }`;
    const [closing, ...sales] = await Promise.all([
      insist(async () => {
        const { errors } = await run(database.client, adminViewer, close, { id: String(annex) });
        return { record: null, errors };
      }),
      ...carts.map(({ number }) => insist(() => customer.try.fire(number, 'complete'))),
    ]);
    const sold = sales.filter(({ errors }) => errors.length === 0).length;
    const { active } = await database.client.stockLocation.findUniqueOrThrow({
      where: { id: annex },
    });
    expect({ active, sold }).toEqual(
      closing.errors.length === 0 ? { active: false, sold: 0 } : { active: true, sold: 8 },
    );
    expect(await findViolations(database)).toEqual([]);
  });

  test('of 10 cancels one succeeds, and the stock comes back once', async () => {
    const variantId = await variant({ count: 4 });
    const { number } = await customer.cartOf([variantId, 3]);
    await customer.fire(number, 'complete');
    const outcomes = await times(10, () => insist(() => customer.try.fire(number, 'cancel')));
    expect(outcomes.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    for (const { errors } of outcomes.filter((outcome) => outcome.errors.length > 0)) {
      expect(errors).toMatchObject([{ code: 'EVENT_REFUSED', allowed: ['resume'] }]);
    }
    expect(await movementsOf(database.client, variantId)).toEqual([
      ['set', 4],
      ['sale', -3],
      ['restock', 3],
    ]);
  });

  test('10 additions of a variant make one line of 10', async () => {
    const variantId = await variant({ count: 20 });
    const { number } = await customer.create({});
    const outcomes = await times(10, () =>
      insist(() => customer.try.add(number, { variantId: String(variantId) })),
    );
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await customer.read(number)).lineItems).toMatchObject([
      { quantity: 10, total: '100.0' },
    ]);
  });

  test('10 additions to a complete order take 10 units', async () => {
    const variantId = await variant({ count: 20 });
    const { number } = await customer.cartOf([variantId, 1]);
    await customer.fire(number, 'complete');
    const outcomes = await times(10, () =>
      insist(() => customer.try.add(number, { variantId: String(variantId) })),
    );
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await countOf(database.client, variantId)).toBe(9);
  });

  test('orders that name two variants in opposite order do not stand in each other’s way', async () => {
    const [one, other] = [await variant({ count: 50 }), await variant({ count: 50 })];
    const carts = await times(12, (place) =>
      place % 2 === 0
        ? customer.cartOf([one, 2], [other, 1])
        : customer.cartOf([other, 2], [one, 1]),
    );
    const outcomes = await Promise.all(
      carts.map(({ number }) => insist(() => customer.try.fire(number, 'complete'))),
    );
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await countOf(database.client, one)).toBe(32);
    expect(await countOf(database.client, other)).toBe(32);
  });

  test('an order that waits is filled while it is being written', async () => {
    const variantId = await variant({ count: 2 });
    const givers = await times(2, () => customer.cartOf([variantId, 1]));
    const waiters = await times(3, () => customer.cartOf([variantId, 1]));
    for (const { number } of [...givers, ...waiters]) await customer.fire(number, 'complete');
    expect(await countOf(database.client, variantId)).toBe(-3);
    const outcomes = await Promise.all([
      ...givers.map(({ number }) => insist(() => customer.try.fire(number, 'cancel'))),
      ...waiters.map(({ number }, place) =>
        insist(() => customer.try.update(number, { specialInstructions: String(place) })),
      ),
      ...waiters.map(({ number }) => insist(() => customer.try.fire(number, 'approve'))),
      insist(() => admin.try.adjust({ variantId: String(variantId), quantity: 1 })),
    ]);
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    expect(await countOf(database.client, variantId)).toBe(0);
    // goods that came while somebody wrote the order are left for this
    while (await fillNext(database.client, settings));
    for (const [place, { number }] of waiters.entries()) {
      const order = await customer.read(number);
      expect(statesOf(order)).toMatchObject({ units: ['sold'], shipmentState: 'pending' });
      expect(order).toMatchObject({ specialInstructions: String(place) });
      expect(order.approvedAt).not.toBeNull();
    }
  });

  test('completions and cancels of all kinds at once leave the books straight', async () => {
    const variantId = await variant({ count: 3 });
    const carts = await times(8, () => customer.cartOf([variantId, 2]));
    const outcomes = await Promise.all(
      carts.map(async ({ number }, place) => {
        const done = [await insist(() => customer.try.fire(number, 'complete'))];
        if (place % 2 === 0) {
          done.push(await insist(() => customer.try.fire(number, 'cancel')));
          done.push(await insist(() => customer.try.fire(number, 'resume')));
          done.push(await insist(() => customer.try.empty(number)));
        }
        return done;
      }),
    );
    expect(outcomes.flat().flatMap(({ errors }) => errors)).toEqual([]);
    // Four orders of two units are left.
    expect(await countOf(database.client, variantId)).toBe(3 - 8);
  });

  test('stock that moves in two locations at once is counted in the order of its times, which its variant tells (V13)', async () => {
    const annex = await makeLocation(database);
    const variantIds = [await variant({ count: 50 }), await variant({ count: 50 })];
    await times(24, async (place) => {
      // every other write names the variants the other way round
      const order = place % 2 === 0 ? variantIds : variantIds.toReversed();
      const input = { variantId: String(order[0]), quantity: 1, stockLocationId: String(annex) };
      if (place % 3 === 0) expect((await insist(() => admin.try.adjust(input))).errors).toEqual([]);
      const { number } = await customer.cartOf(...order.map((id) => [id, 1] as const));
      const sold = await insist(() => customer.try.fire(number, 'complete'));
      expect(sold.errors).toEqual([]);
    });
    const [row] = await database.query(
      `SELECT count(*)::integer AS movements,
              bool_and(created_at >= before OR before IS NULL) AS in_order,
              bool_and(moved_at = newest) AS is_told
       FROM (
         SELECT m.created_at, d.moved_at, max(m.created_at) OVER (PARTITION BY v.id) AS newest,
                lag(m.created_at) OVER (PARTITION BY i.id ORDER BY m.id) AS before
         FROM variants v JOIN stock_items i ON i.variant_id = v.id
         JOIN stock_items d ON d.id = v.stock_item_id
         JOIN stock_movements m ON m.stock_item_id = i.id
         WHERE v.id = ANY($1::bigint[]) AND m.kind <> 'set') every_one`,
      [variantIds.map(String)],
    );
    expect(row).toEqual({ movements: 24 * 2 + 8, in_order: true, is_told: true });
  });

  test('a cart written from many sides loses no write', async () => {
    const variants = await times(4, () => variant({ count: 9 }));
    const { number } = await customer.create({});
    const outcomes = await Promise.all([
      ...variants.map((id) => insist(() => customer.try.add(number, { variantId: String(id) }))),
      insist(() => customer.try.update(number, { specialInstructions: 'Ring twice' })),
      insist(() => customer.try.update(number, { billAddress: maineAddress, useBilling: true })),
    ]);
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual([]);
    const order = await customer.read(number);
    expect(order).toMatchObject({
      specialInstructions: 'Ring twice',
      total: '40.0',
      lockVersion: 6,
      shipAddress: { city: 'Portland' },
    });
  });

  test('of writes that name the same lock version one succeeds (F15)', async () => {
    const { number, lockVersion } = await customer.create({});
    const outcomes = await times(5, (place) =>
      insist(() =>
        customer.try.update(number, { specialInstructions: String(place) }, undefined, lockVersion),
      ),
    );
    expect(outcomes.filter(({ errors }) => errors.length === 0)).toHaveLength(1);
    expect(outcomes.flatMap(({ errors }) => errors)).toEqual(
      Array.from({ length: 4 }, () => ({ code: 'CONFLICT', lockVersion: lockVersion + 1 })),
    );
  });
});
