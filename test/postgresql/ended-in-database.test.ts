import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '../../prisma/database.ts';
import { AnswerTooLarge } from '../../prisma/fast-path/answer-size.ts';
import { loadViewer } from '../../schema/index.ts';
import { inWrite } from '../../schema/write.ts';
import { whenWaiting } from '../support/lock-waits.ts';
import { openTestDatabase } from '../support/database.ts';
import { settings } from '../support/graphql.ts';
import { withClockAhead } from '../support/process-clock.ts';
import { countOf, makeVariant } from '../support/records.ts';
import type { Account, Store } from '../support/store.ts';
import { openStore } from '../support/store.ts';

let database: Database;
let store: Store;
let number: string;

beforeAll(async () => {
  database = await openTestDatabase({ kind: 'server' });
  store = await openStore({ database });
  const owner = await store.account('owner');
  const { body } = await store.newer(owner).post('/api/orders', { body: {} });
  ({ number } = body as { number: string });
});
afterAll(async () => {
  await store.close();
  await database.close();
});

const lockOrder = () => `SELECT id FROM orders WHERE number = '${number}' FOR UPDATE`;

/** Longer than a caller counts as identified. */
const aWhile = 1_200;

/** Sends a write that waits in the database for what another session locks, changes something from outside, and lets the write go on. */
async function meanwhile<Reply>(
  send: () => Promise<Reply>,
  change: string,
  lock = lockOrder(),
): Promise<Reply> {
  return database.session(async (session) => {
    await session.script('BEGIN');
    await session.script(lock);
    const reply = send();
    await whenWaiting(database, 'the write waits for the lock');
    // of another process, which this one does not hear of
    await database.query(change);
    return withClockAhead(aWhile, async () => {
      await session.script('ROLLBACK');
      return reply;
    });
  });
}

const contextOf = async ({ key }: Account) => ({
  db: store.db,
  viewer: await loadViewer(store.db, { key, orderToken: null }),
  requestId: 'test',
  settings,
});

const put = async (
  account: Account,
  email: string,
  headers: Readonly<Record<string, string>> = {},
) => {
  const body = { order: { email } };
  return store.newer(account).put(`/api/orders/${number}`, { body, headers });
};
const tag = async (account: Account) =>
  String((await store.newer(account).get(`/api/orders/${number}`)).headers.get('etag'));
const emailOf = async () =>
  (await store.db.order.findUniqueOrThrow({ where: { number }, select: { email: true } })).email;

const revoke = ({ id }: Account) =>
  `UPDATE api_keys SET revoked_at = now() WHERE user_id = ${String(id)}`;
/** As updateUser does. */
const takeRoles = ({ id }: Account) => `
  WITH taken AS (DELETE FROM user_roles WHERE user_id = ${String(id)})
  UPDATE users SET lock_version = lock_version + 1 WHERE id = ${String(id)}`;
/** As updateRole does. */
const emptyRole = ({ id }: Account) => `
  WITH emptied AS (
    DELETE FROM role_permissions WHERE role_id IN (SELECT role_id FROM user_roles WHERE user_id = ${String(id)}))
  UPDATE roles SET lock_version = lock_version + 1
  WHERE id IN (SELECT role_id FROM user_roles WHERE user_id = ${String(id)})`;
const expire = ({ id }: Account) =>
  `UPDATE api_keys SET expires_at = now() WHERE user_id = ${String(id)}`;

describe('a write that waits in the database is not done (A8)', () => {
  test.each([
    ['its key is revoked', revoke, 'invalid_key'],
    ['its key expires', expire, 'invalid_key'],
    ['its roles are taken', takeRoles, 'insufficient_rights'],
    ['its role loses its permissions', emptyRole, 'insufficient_rights'],
  ])('if meanwhile %s, also with If-Match', async (what, change, reason) => {
    for (const isMatched of [false, true]) {
      const name = `${what.replaceAll(' ', '_')}_${String(isMatched)}`;
      await store.db.role.create({ data: { name, permissions: { create: { permission: '*' } } } });
      const admin = await store.account(name, [name]);
      const headers: Record<string, string> = isMatched ? { 'If-Match': await tag(admin) } : {};
      const { status, headers: answered } = await meanwhile(
        () => put(admin, `${name}@store.example`, headers),
        change(admin),
      );
      expect([status, answered.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining(reason),
      ]);
      expect(await emailOf()).not.toBe(`${name}@store.example`);
    }
  });

  test('and a stale version is not told to who no longer may write', async () => {
    const admin = await store.account('stale', ['admin']);
    const query =
      'mutation ($number: String!) { updateOrder(by: { number: $number }, input: { email: "s@store.example" }, ifVersion: 999) { order { email } userErrors { code } } }';
    const send = () =>
      store.newer(admin).post('/graphql', { body: { query, variables: { number } } });
    const { text } = await meanwhile(send, revoke(admin));
    expect(text).toContain('invalid_key');
    expect(text).not.toContain('CONFLICT');
  });

  test('nor the present count of stock by the rows of a refused bulk write', async () => {
    const admin = await store.account('counting', ['admin']);
    const variantId = await makeVariant(store.db, { sku: 'COUNTED', count: 4_711 });
    const query = `mutation {
      setStockLevels(rows: [{ variant: { sku: "COUNTED" }, onHand: 9, changeFrom: 6 }]) {
        results { userErrors { code present } } userErrors { code message } } }`;
    const send = () => store.newer(admin).post('/graphql', { body: { query } });
    const lock = `SELECT id FROM stock_items WHERE variant_id = ${String(variantId)} FOR UPDATE`;
    const { text } = await meanwhile(send, revoke(admin), lock);
    expect(text).toContain('invalid_key');
    // random digits
    const told = text.replace(/"requestId":"[^"]+"/, '');
    expect(told).not.toContain('requestId');
    expect(told).not.toMatch(/4711|rows were refused/);
    expect(await countOf(store.db, variantId)).toBe(4_711);
  });

  test('nor that the answer of a write would be too large', async () => {
    const admin = await store.account('reading', ['admin']);
    const context = { ...(await contextOf(admin)), now: () => new Date() };
    const written = () =>
      inWrite(context, async (write) => {
        await write.lockOrderNumbered(number);
        throw new AnswerTooLarge();
      });
    await expect(meanwhile(written, revoke(admin))).rejects.toMatchObject({
      extensions: { code: 'UNAUTHENTICATED', reason: 'invalid_key' },
    });
  });
});

test('An order number that somebody else took meanwhile is told as taken, however long that was', async () => {
  const admin = await store.account('numbering', ['admin']);
  const { status, body } = await database.session(async (session) => {
    await session.script('BEGIN');
    await session.script(`UPDATE orders SET number = 'R777777777' WHERE number = '${number}'`);
    const reply = store
      .newer(admin)
      .post('/api/orders', { body: { order: { number: 'R777777777' } } });
    await whenWaiting(database, 'the create waits for the number');
    return withClockAhead(aWhile, async () => {
      await session.script('COMMIT');
      return reply;
    });
  });
  expect([status, body]).toMatchObject([422, { errors: { number: ['has already been taken'] } }]);
  expect(await store.db.order.count()).toBe(1);
});
