import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { AnswerTooLarge, mostBytes } from '../../prisma/fast-path/answer-size.ts';
import { clientOfRequest } from '../../prisma/shares/shares.ts';
import { openTestDatabase } from '../support/database.ts';

let database: Database;
let statements = 0;

beforeAll(async () => {
  database = await openTestDatabase({ grows: true, onStatement: () => (statements += 1) });
  // seven million characters
  await database.script(`
    INSERT INTO products (name, description, permalink, shipping_category_id)
    SELECT 'Linen Apron ' || p, repeat('x', 60000), 'linen-apron-' || p, category.id
    FROM generate_series(1, 120) p
    CROSS JOIN (SELECT id FROM shipping_categories WHERE is_default) category`);
});

afterAll(() => database.close());

const readAll = (db: Database['client']) => db.product.findMany({ select: { description: true } });

describe('safety 11: what the reads of one request bring together is bounded', () => {
  test('a third large list of the same request is refused', async () => {
    const db = clientOfRequest(database.client, 'user:1');
    await expect(readAll(db)).resolves.toHaveLength(120);
    await expect(readAll(db)).resolves.toHaveLength(120);
    await expect(readAll(db)).rejects.toThrow(AnswerTooLarge);
  });

  test('the next request of the same caller has the whole bound again', async () => {
    for (let request = 0; request < 3; request += 1) {
      const db = clientOfRequest(database.client, 'user:1');
      await expect(readAll(db)).resolves.toHaveLength(120);
    }
  });

  test('each statement of a write is counted by itself', async () => {
    const db = clientOfRequest(database.client, 'user:1');
    await db.$transaction(async (tx) => {
      for (let reading = 0; reading < 3; reading += 1) {
        const products = await tx.product.findMany({ select: { description: true } });
        expect(products).toHaveLength(120);
      }
    });
  });

  test('what the lines of an order share is read once where the order would be too large', async () => {
    const { client } = database;
    await database.script(`
      INSERT INTO variants (id, product_id, is_master, price, position)
      SELECT v, (SELECT min(id) FROM products), false, 1, v FROM generate_series(1, 500) v;
      INSERT INTO orders (id, number) VALUES (1, 'R100000001');
      INSERT INTO line_items (order_id, variant_id, quantity, price)
      SELECT 1, v, 1, 1 FROM generate_series(1, 500) v`);
    const variant = { select: { id: true, product: { select: { description: true } } } };
    const read = (db: Database['client']) =>
      db.order.findUnique({
        where: { number: 'R100000001' },
        select: { lineItems: { select: { quantity: true, variant }, orderBy: { id: 'asc' } } },
      });
    const description = 'x'.repeat(60_000);
    const whole = {
      lineItems: Array.from({ length: 500 }, (_, place) => ({
        quantity: 1,
        variant: { id: BigInt(place + 1), product: { description } },
      })),
    };
    const took = async (caller: string): Promise<number> => {
      const before = statements;
      expect(await read(clientOfRequest(client, caller))).toEqual(whole);
      return statements - before;
    };
    expect(await took('user:1')).toBe(2);
    // known by then, whatever else the caller reads of orders
    expect(await took('user:1')).toBe(1);
    const before = statements;
    const other = await clientOfRequest(client, 'user:1').order.findUnique({
      where: { id: 1n },
      select: {
        number: true,
        lineItems: { select: { price: true, variant }, orderBy: { id: 'asc' } },
      },
    });
    expect([other?.lineItems.length, statements - before]).toEqual([500, 1]);
    expect(await took('user:2')).toBe(2);
    expect(await client.$transaction((tx) => read(tx as Database['client']))).toEqual(whole);
  });

  test('a second answer that is too large leaves the request no room', async () => {
    const db = clientOfRequest(database.client, 'user:1');
    await expect(readAll(db)).resolves.toHaveLength(120);
    await expect(readAll(db)).resolves.toHaveLength(120);
    await expect(readAll(db)).rejects.toThrow(AnswerTooLarge);
    await expect(readAll(db)).rejects.toThrow(AnswerTooLarge);
    await expect(db.product.findFirst({ select: { description: true } })).rejects.toThrow(
      AnswerTooLarge,
    );
  });

  test('one row of more bytes than are received is refused, and the next statement is answered', async () => {
    const texts = Math.ceil(mostBytes[database.kind] / 64_000) + 100;
    const row = database.session((session) =>
      session.query(
        `SELECT json_agg(repeat('x', 64000)) FROM generate_series(1, ${String(texts)})`,
      ),
    );
    await expect(row).rejects.toThrow(AnswerTooLarge);
    expect(await database.client.product.count()).toBe(120);
  });
});
