import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { findViolations } from '../../../prisma/invariants.ts';
import { oldCarts } from '../../../schema/order-desk/old-carts.ts';
import { openTestDatabase } from '../../support/database.ts';
import { adminViewer } from '../../support/graphql.ts';
import { type Desk, deskOf, maineAddress } from '../../support/orders.ts';
import { makeVariant } from '../../support/records.ts';

let database: Database;
let admin: Desk;

beforeAll(async () => {
  database = await openTestDatabase();
  admin = deskOf(database.client, adminViewer);
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.script('TRUNCATE orders, outbox_events CASCADE');
});

const dayMs = 86_400_000;

/** Moves the last change of carts into the past; the first of them is the oldest. */
async function age(...numbers: string[]): Promise<void> {
  for (const [place, number] of numbers.entries()) {
    const updatedAt = new Date(Date.now() - 31 * dayMs + place * 1_000);
    await database.client.order.update({ where: { number }, data: { updatedAt } });
  }
}

/** Empty carts that nobody touched for 31 days. */
async function oldOnes(count: number): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) numbers.push((await admin.create({})).number);
  await age(...numbers);
  return numbers;
}

/** Steps to and fro, as a caller makes them without end. */
const addSteps = (number: string, count: number): Promise<number> =>
  database.client.$executeRawUnsafe(
    `INSERT INTO state_changes (order_id, stateful_type, stateful_id, event, previous_state, next_state)
     SELECT id, 'Order', id, 'empty', 'cart', 'cart' FROM orders, generate_series(1, ${String(count)})
     WHERE number = '${number}'`,
  );

const left = async (): Promise<string[]> =>
  (await database.client.order.findMany({ orderBy: { id: 'asc' } })).map(({ number }) => number);

/** Does parts until there are no more; returns how many carts were left after each. */
async function clear(most: number, days = 30): Promise<number[]> {
  const forgetSome = oldCarts(database.client, days);
  const counts: number[] = [];
  for (let more = true; more;) {
    more = await forgetSome(most);
    counts.push(await database.client.order.count());
  }
  return counts;
}

describe('safety 18: carts that nobody touched go (N64)', () => {
  test('with all that is in them; what was more once stays, and what has a name in another system', async () => {
    const variantId = String(await makeVariant(database.client));
    const numbers: string[] = [];
    for (let made = 0; made < 7; made += 1) {
      const { number } = await admin.create({
        lineItems: [{ variantId, quantity: 1 }],
        billAddress: maineAddress,
        useBilling: true,
      });
      numbers.push(number);
    }
    const [fresh, paid, emptied, named, ...old] = numbers as [
      string,
      string,
      string,
      string,
      ...string[],
    ];
    await admin.update(paid, { payments: [{ paymentMethod: { name: 'Check' } }] });
    await admin.fire(emptied, 'complete');
    await admin.empty(emptied);
    const { id } = await database.client.order.findUniqueOrThrow({ where: { number: named } });
    const name = { kind: 'Order', source: 'erp', value: 'A1', orderId: id };
    await database.client.externalReference.create({ data: name });
    await admin.next(String(old[0]));
    await admin.empty(String(old[0]));
    await age(paid, emptied, named, ...old);
    expect(await clear(500, 32)).toEqual([7]);
    expect(await clear(500)).toEqual([4]);
    expect(await left()).toEqual([fresh, paid, emptied, named]);
    expect(await findViolations(database)).toEqual([]);
  });

  test('so many rows at a time, and at least one cart', async () => {
    const numbers = await oldOnes(5);
    for (const number of numbers.slice(0, 3)) await addSteps(number, 60);
    expect(await clear(130)).toEqual([3, 0]);
    await addSteps(String((await oldOnes(1))[0]), 900);
    await oldOnes(2);
    expect(await clear(130)).toEqual([2, 0]);
  });

  test('but not one with more rows than a statement deletes in time, and it holds up no other', async () => {
    const numbers = await oldOnes(4);
    await addSteps(String(numbers[0]), 2_001);
    await addSteps(String(numbers[1]), 2_000);
    await clear(500);
    expect(await left()).toEqual([numbers[0]]);
  });

  test('also behind many that stay', async () => {
    const numbers = await oldOnes(53);
    const kept = numbers.slice(0, 51);
    await database.client.$executeRawUnsafe(
      `INSERT INTO payments (order_id, payment_method_id, amount, state)
       SELECT o.id, m.id, 1, 'invalid' FROM orders o, payment_methods m
       WHERE o.number = ANY('{${kept.join(',')}}')`,
    );
    await clear(500);
    expect(await left()).toEqual(kept);
  });

  test('but for a part that fails: the next goes on behind it, and the round after tries again', async () => {
    const numbers = await oldOnes(4);
    for (const number of numbers) await addSteps(number, 60);
    await database.script(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no'; END $$;
      CREATE TRIGGER refuse BEFORE DELETE ON orders FOR EACH ROW
        WHEN (OLD.number = '${String(numbers[0])}') EXECUTE FUNCTION refuse();`);
    const forgetSome = oldCarts(database.client, 30);
    await expect(forgetSome(130)).rejects.toThrow('no');
    expect(await left()).toEqual(numbers);
    while (await forgetSome(130));
    expect(await left()).toEqual(numbers.slice(0, 2));
    await database.script('DROP TRIGGER refuse ON orders');
    while (await forgetSome(130));
    expect(await left()).toEqual([]);
  });
});
