import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '../../../prisma/database.ts';
import { shareNamed } from '../../../prisma/named-lock.ts';
import { loadViewer, type Viewer } from '../../../schema/index.ts';
import { requireStanding, RightsTaken } from '../../../schema/access/standing.ts';
import { hashKey, makeKey } from '../../../schema/access/stored-keys.ts';
import { openTestDatabase } from '../../support/database.ts';
import { SentStatements } from '../../support/sent-statements.ts';

let database: Database;
const sent = new SentStatements();

beforeAll(async () => {
  database = await openTestDatabase({
    onStatement: sent.note,
  });
});
afterAll(() => database.close());

/** A user with a role and a key, and the caller that it identifies; with a session, if that is wanted. */
async function caller(
  name: string,
  session: string | null = null,
  { client } = database,
): Promise<Viewer> {
  const permissions = { create: [{ permission: 'orders.update' }, { permission: 'users.read' }] };
  const role = { create: { role: { create: { name, permissions } } } };
  const user = await client.user.create({ data: { email: `${name}@shop.test`, roles: role } });
  const { key, id } = await client.$transaction((tx) => makeKey(tx, user.id, null));
  if (session === null) return loadViewer(client, { key, orderToken: null });
  const expiresAt = new Date(Date.now() + 60_000);
  const data = { apiKeyId: id, tokenHash: hashKey(session), expiresAt };
  await client.session.create({ data });
  return loadViewer(client, { key: null, orderToken: null, session });
}

/** Judges the caller in a transaction, some time after a statement of it. */
const judge = (viewer: Viewer, afterwards: string) =>
  database.client.$transaction(async (tx) => {
    await tx.$executeRawUnsafe(afterwards);
    await setTimeout(60);
    await requireStanding(tx, viewer);
  });

const ended = { extensions: { code: 'UNAUTHENTICATED', reason: 'invalid_key' } };

test('a caller whose key, user and rights are as they were may write', async () => {
  await expect(judge(await caller('ann'), 'SELECT 1')).resolves.toBeUndefined();
  await expect(judge(await caller('bea', 'token'), 'SELECT 1')).resolves.toBeUndefined();
});

test('a key that expires while its write runs does not write (A8)', async () => {
  const viewer = await caller('cleo');
  const expire = `UPDATE api_keys SET expires_at = now() + interval '50 ms' WHERE id = ${String(viewer.keyId)}`;
  await expect(judge(viewer, expire)).rejects.toMatchObject(ended);
});

test('nor does a session that expires (A8, O30)', async () => {
  const viewer = await caller('dora', 'another token');
  const expire = `UPDATE sessions SET expires_at = now() + interval '50 ms' WHERE id = ${String(viewer.sessionId)}`;
  await expect(judge(viewer, expire)).rejects.toMatchObject(ended);
});

test('a write whose caller lost a right starts over; one that got some does not (A8)', async () => {
  const viewer = await caller('ella');
  const change = (sql: string) => judge(viewer, sql);
  const role = "(SELECT id FROM roles WHERE name = 'ella')";
  await expect(
    change(`INSERT INTO role_permissions (role_id, permission) VALUES (${role}, 'users.update')`),
  ).resolves.toBeUndefined();
  await expect(
    change(`DELETE FROM role_permissions WHERE role_id = ${role} AND permission = 'users.read'`),
  ).rejects.toThrow(RightsTaken);
});

test('a caller is judged by locks and what is read under them, in one wait for the database (A8, Q84)', async () => {
  const viewer = await caller('fay', 'her token');
  await database.client.$transaction(async (tx) => {
    await tx.$executeRaw`SELECT 1`;
    sent.forget();
    await requireStanding(tx, viewer);
  });
  const [access = '', key = '', roles = '', rights = '', ...others] = sent.texts;
  expect([sent.waits, others]).toEqual([2, ['COMMIT']]);
  expect(access).toBe(shareNamed('access').sql);
  expect([key, roles].map((sql) => /FOR SHARE/.test(sql))).toEqual([true, true]);
  expect(rights).toMatch(/role_permissions/);
  expect(rights).not.toMatch(/FOR SHARE/);
});

test('so is one whose statements Prisma sends, one after the other', async () => {
  const slow = await openTestDatabase({ fastPath: false, onStatement: sent.note });
  const viewer = await caller('gwen', null, slow);
  const judged = (change: string) =>
    slow.client.$transaction(async (tx) => {
      await tx.$executeRawUnsafe(change);
      sent.forget();
      await requireStanding(tx, viewer);
    });
  await expect(judged('SELECT 1')).resolves.toBeUndefined();
  expect([sent.waits, sent.texts.at(-1)]).toEqual([5, 'COMMIT']);
  const take = `DELETE FROM user_roles WHERE user_id = ${String(viewer.user?.id)}`;
  await expect(judged(take)).rejects.toThrow(RightsTaken);
  await slow.close();
});
