import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { findViolations } from '../../prisma/invariants.ts';
import { fillNext } from '../../schema/index.ts';
import { openTestDatabase } from '../support/database.ts';
import { adminViewer, settings } from '../support/graphql.ts';
import { deskOf, statesOf } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';
import type { Account, Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';

let database: Database;
let store: Store;
let admin: Account;
let variantId: bigint;

beforeAll(async () => {
  database = await openTestDatabase({
    kind: 'server',
    limits: { readMs: 60_000, writeMs: 60_000, waitMs: 2_000 },
  });
  store = await openStore({ database });
  admin = await store.account('admin', ['admin']);
  variantId = await makeVariant(database.client, { count: 1_000 });
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const cart = async (): Promise<string> =>
  (await deskOf(database.client, adminViewer).cartOf([variantId, 1])).number;

/** Sends writes while another session locks a record; returns the responses in order. */
async function meanwhile(
  lock: string,
  writes: readonly (readonly [who: string, write: () => Promise<{ status: number }>])[],
): Promise<string[]> {
  const order: string[] = [];
  await database.session(async (session) => {
    await session.script('BEGIN');
    await session.script(lock);
    await Promise.all(
      writes.map(async ([who, write]) => {
        const { status } = await write();
        order.push(`${who} ${String(status)}`);
      }),
    );
    await session.script('ROLLBACK');
  });
  return order;
}

const write = (number: string) => () =>
  store.newer(admin).put(`/api/orders/${number}`, {
    body: { order: { special_instructions: 'please hurry' } },
  });

const ask =
  ({ key }: Account, mutation: string) =>
  async () => {
    const query = `mutation { ${mutation} { userErrors { code field message allowed lockVersion } } }`;
    const { status, body } = await store
      .client({ 'x-serviceapikey': key })
      .post('/graphql', { body: { query } });
    return { status: JSON.stringify(body).includes('"userErrors":[]') ? status : -1 };
  };

const adjust = (account: Account, variant: bigint) =>
  ask(account, `adjustStock(input: { variantId: ${String(variant)}, quantity: 1 })`);

const times = (count: number, answer: string): string[] => Array<string>(count).fill(answer);

describe('A record that somebody else keeps locked', () => {
  test('delays the writers of that order alone, all of one key (safety 15)', async () => {
    const [locked, ...others] = await Promise.all(Array.from({ length: 4 }, cart));
    if (locked === undefined) throw new Error('There is no order.');
    const order = await meanwhile(`SELECT id FROM orders WHERE number = '${locked}' FOR UPDATE`, [
      ...Array.from({ length: 12 }, () => ['locked', write(locked)] as const),
      ...others.map((number) => ['other', write(number)] as const),
    ]);
    expect(order).toEqual([...times(3, 'other 200'), ...times(12, 'locked 503')]);
    expect((await write(locked)()).status).toBe(200);
  });

  test('delays nobody who writes it, if rows that refer to it are added meanwhile', async () => {
    const number = await cart();
    const { id } = await store.account('Ada');
    const locks = [
      `SELECT id FROM orders WHERE number = '${number}' FOR KEY SHARE`,
      `SELECT id FROM users WHERE id = ${String(id)} FOR KEY SHARE`,
      `SELECT id FROM stock_items WHERE variant_id = ${String(variantId)} FOR KEY SHARE`,
    ];
    const order = await meanwhile(locks.join('; '), [
      ['order', write(number)],
      ['user', ask(admin, `disableUser(by: { id: "${String(id)}" })`)],
      ['stock', adjust(admin, variantId)],
    ]);
    expect(order.toSorted()).toEqual(['order 200', 'stock 200', 'user 200']);
  });

  test('delays nobody who brings in the goods that it waits for: they are left for later, in their order (T33, T55)', async () => {
    const { client } = database;
    const scarce = await makeVariant(client, { count: 1 });
    const desk = deskOf(client, adminViewer);
    const sell = async () => desk.fire((await desk.cartOf([scarce, 1])).number, 'complete');
    const [giver, first, second, third] = [await sell(), await sell(), await sell(), await sell()];
    const states = () =>
      Promise.all(
        [first, second, third].map(async ({ number }) => statesOf(await desk.read(number)).units),
      );
    await database.session(async (session) => {
      await session.script('BEGIN');
      await session.script(`SELECT id FROM orders WHERE id = ${second.id} FOR UPDATE`);
      expect((await desk.try.adjust({ variantId: String(scarce), quantity: 1 })).errors).toEqual(
        [],
      );
      expect(await states()).toEqual([['sold'], ['backordered'], ['backordered']]);
      await desk.fire(giver.number, 'cancel');
      expect(await states()).toEqual([['sold'], ['backordered'], ['backordered']]);
      expect(await findViolations(database)).toEqual([]);
      await expect(fillNext(client, settings)).rejects.toThrow();
      await session.script('ROLLBACK');
    });
    await database.script('UPDATE stock_fills SET next_attempt_at = now()');
    while (await fillNext(client, settings));
    expect(await states()).toEqual([['sold'], ['sold'], ['backordered']]);
    expect(await findViolations(database)).toEqual([]);
  });

  test('holds up three writers of its stock at most, and no writes of other variants', async () => {
    const rareId = await makeVariant(database.client, { count: 1_000 });
    const users = await Promise.all(
      Array.from({ length: 5 }, (_, place) => store.account(`buyer${String(place)}`, ['admin'])),
    );
    const buy = (account: Account, bought: bigint) => async () => {
      const client = store.newer(account);
      const { body } = await client.post('/api/orders', {
        body: { order: { line_items: [{ variant_id: Number(bought), quantity: 1 }] } },
      });
      const { number } = body as { readonly number: string };
      return client.put(`/api/orders/${number}/empty`);
    };
    const order = await meanwhile(
      `SELECT id FROM stock_items WHERE variant_id = ${String(rareId)} FOR UPDATE`,
      [
        ...users.flatMap((user) => times(2, '').map(() => ['rare', adjust(user, rareId)] as const)),
        ['other', adjust(admin, variantId)] as const,
        ['cart', buy(admin, variantId)] as const,
      ],
    );
    expect(order.slice(0, 2).toSorted()).toEqual(['cart 200', 'other 200']);
    expect(order.slice(2)).toEqual(times(10, expect.stringMatching(/^rare /) as unknown as string));
  });
});
