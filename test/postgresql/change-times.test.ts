import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { execute, parse } from 'graphql';
import { type Database, type Session, standardLimits } from '../../prisma/database.ts';
import { lockNamed } from '../../prisma/named-lock.ts';
import { type Context, schema } from '../../schema/index.ts';
import { inUnit } from '../../schema/unit-of-work.ts';
import { openTestDatabase } from '../support/database.ts';
import { expectSound } from '../support/dispatch.ts';
import { adminViewer, run, settings } from '../support/graphql.ts';
import { whenWaiting } from '../support/lock-waits.ts';
import { type Desk, deskOf, maineAddress, type ReadOrder } from '../support/orders.ts';
import { makeVariant } from '../support/records.ts';

let database: Database;
let desk: Desk;

/** The time of every write. */
let time: number;
const now = (): Date => new Date(time);
const early = Date.parse('2030-01-01T00:00:00.000Z');
const late = early + 1_500;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
  desk = deskOf(database.client, adminViewer, { now });
});
beforeEach(() => {
  time = early;
});
afterEach(() => expectSound(database));
afterAll(() => database.close());

/** A write that begins early, waits for rows that somebody else has locked, and gets them late. */
function held<T>(lock: string, write: () => Promise<T>): Promise<T> {
  return database.session(async (session: Session) => {
    await session.script(`BEGIN; ${lock}`);
    const answer = write();
    await whenWaiting(database, 'the write waits');
    time = late;
    await session.script('COMMIT');
    return answer;
  });
}

async function answerOf<T>(document: string): Promise<T> {
  const { data, errors } = await run(database.client, adminViewer, document, {}, { now });
  expect(errors).toEqual([]);
  return Object.values(data as Record<string, T>)[0] as T;
}

describe('V13: a write that waits for a record has a later time than the write that it waited for', () => {
  const lateText = new Date(late).toISOString();

  test('an order', async () => {
    const { id, number } = await desk.cartOf([await makeVariant(database.client), 1]);
    const written = await held(`SELECT id FROM orders WHERE id = ${id} FOR UPDATE`, () =>
      desk.update(number, { email: 'ada@harbour.test' }),
    );
    expect(written.updatedAt).toBe(lateText);
  });

  test('an order whose stock is waited for, also after the first steps of a checkout', async () => {
    const variantId = await makeVariant(database.client, { count: 5 });
    const lock = `SELECT id FROM stock_items WHERE variant_id = ${String(variantId)} FOR UPDATE`;
    const { number } = await desk.cartOf([variantId, 1]);
    const completed = await held(lock, () => desk.fire(number, 'complete'));
    expect([completed.completedAt, completed.updatedAt]).toEqual([lateText, lateText]);
    time = early;
    const cart = await desk.create({
      email: 'ada@harbour.test',
      billAddress: maineAddress,
      useBilling: true,
      lineItems: [{ variantId: String(variantId), quantity: 1 }],
    });
    await desk.pay(cart.number, { paymentMethod: { name: 'Check' }, amount: '100.00' });
    const advanced = await held(lock, () => desk.advance(cart.number));
    expect([advanced.state, advanced.completedAt, advanced.updatedAt]).toEqual([
      'complete',
      lateText,
      lateText,
    ]);
  });

  test('stock', async () => {
    const variantId = await makeVariant(database.client);
    await held(
      `SELECT id FROM stock_items WHERE variant_id = ${String(variantId)} FOR UPDATE`,
      () => desk.adjust(variantId, 3),
    );
    const id = String(variantId);
    expect(
      await answerOf(`{ variant(by: { id: "${id}" }) { updatedAt stockUpdatedAt countOnHand } }`),
    ).toEqual({ updatedAt: lateText, stockUpdatedAt: lateText, countOnHand: 3 });
  });

  const others: readonly (readonly [string, string, string, string])[] = [
    [
      'a product',
      'SELECT id FROM products WHERE id = $id FOR NO KEY UPDATE',
      'mutation { updateProduct(by: { id: "$id" }, input: { name: "Renamed" }) { product { updatedAt } userErrors { code field message allowed lockVersion } } }',
      'products',
    ],
    [
      'a stock location',
      'LOCK TABLE stock_locations IN SHARE ROW EXCLUSIVE MODE',
      'mutation { updateStockLocation(id: "$id", input: { city: "Boston" }) { stockLocation { updatedAt } userErrors { code field message allowed lockVersion } } }',
      'stock_locations',
    ],
    [
      'a user',
      lockNamed('access').sql,
      'mutation { createUser(input: { email: "late@harbour.test" }) { updatedAt } }',
      'roles',
    ],
  ];
  test.each(others)('%s', async (_name, lock, write, table) => {
    await makeVariant(database.client);
    const [row] = await database.query(`SELECT max(id)::text AS id FROM ${table}`);
    const id = String(row?.['id']);
    const written = await held(lock.replace('$id', id), () =>
      answerOf<{ updatedAt: string }>(write.replace('$id', id)),
    );
    expect(written.updatedAt).toBe(lateText);
  });
});

describe('V13: a poller that ends so much before now as docs/graphql.md says, and begins there again, loses no change', () => {
  /** The time that the document names, in milliseconds. */
  async function distance(): Promise<number> {
    const text = await readFile(new URL('../../docs/graphql.md', import.meta.url), 'utf8');
    const [, seconds] = /`lt`\) to (\d+) seconds before now/.exec(text) ?? [];
    return Number(seconds) * 1_000;
  }

  const poll = async (since: number, until: number) => {
    const [from, to] = [since, until].map((at) => new Date(at).toISOString());
    const { nodes } = await answerOf<{ nodes: Pick<ReadOrder, 'number' | 'state'>[] }>(
      `{ orders(filter: { updatedAt: { gteq: "${from}", lt: "${to}" } }, sort: [{ field: UPDATED_AT }]) { nodes { number state } } }`,
    );
    return nodes;
  };

  test('it is longer than the longest transaction', async () => {
    expect(await distance()).toBeGreaterThanOrEqual(2 * standardLimits.writeMs);
  });

  test('of two completions the one that began first is seen last, and found', async () => {
    // after all other writes
    const begun = late + 3_600_000;
    time = begun - 60_000;
    const slow = await desk.cartOf([await makeVariant(database.client, { count: 5 }), 1]);
    const quick = await desk.cartOf([await makeVariant(database.client, { count: 5 }), 1]);
    const context: Context = {
      db: database.client,
      viewer: adminViewer,
      now,
      requestId: 'test',
      settings,
    };
    const complete = `mutation { fireOrderEvent(by: { number: "${slow.number}" }, event: COMPLETE) { order { state } userErrors { message } } }`;
    let hasWritten = (): void => undefined;
    let mayEnd = (): void => undefined;
    const written = new Promise<void>((resolve) => (hasWritten = resolve));
    const end = new Promise<void>((resolve) => (mayEnd = resolve));
    time = begun;
    const completing = inUnit(context, 'default', async (contextValue) => {
      const value = await execute({ schema, document: parse(complete), contextValue });
      hasWritten();
      await end;
      return { value, undone: false };
    });
    await written;
    // as late as the first can still be carried out
    time = begun + standardLimits.writeMs;
    await desk.fire(quick.number, 'complete');
    const seen = { number: quick.number, state: 'COMPLETE' };
    const missed = { number: slow.number, state: 'COMPLETE' };
    const soon = time + 1;
    expect(await poll(begun, soon)).toEqual([seen]);
    const until = time - (await distance());
    expect(await poll(begun - 20_000, until)).toEqual([]);
    mayEnd();
    expect(await completing).toMatchObject({
      data: { fireOrderEvent: { order: { state: 'COMPLETE' }, userErrors: [] } },
    });
    // who read up to now has missed one
    expect(await poll(soon, soon + 20_000)).toEqual([]);
    expect(await poll(until, soon + 20_000)).toEqual([missed, seen]);
  });
});
